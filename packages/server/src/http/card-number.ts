/** First digits of the card networks; fewer false alarms on order numbers than the check digit alone. */
const NETWORK_PREFIX = /^(?:4|5[1-5]|2[2-7]|3[0-9]|50|5[6-9]|6)/;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const isCardNumber = (digits: string): boolean => NETWORK_PREFIX.test(digits) && passesLuhn(digits);

/** Digits of any script as ASCII, without invisible characters and marks, so that a number in full-width or Arabic digits is seen as well. */
function toAsciiDigits(text: string): string {
  // Normalisation sorts marks that follow each other, which takes the square of their number.
  const visible = text
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
  return visible.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const start = zero;
    while (start - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(start - zero);
  });
}

const MAXIMUM_DIGITS = 19;

/** Digits in groups, with at most two separators between them. */
const RUN_OF_DIGITS = /[0-9](?:[ ._\p{Pd}]{0,2}[0-9]){12,}/gu;

// Order numbers are often UUIDs (RFC 9562 section 4), and the digits of one in some thousand would pass for a card number.
const UUID =
  /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![0-9a-z])/gi;

/** Whether some groups in a row make a card number: others beside it may be a counter, an expiry date or a security code. */
function holdsCardNumber(groups: readonly string[]): boolean {
  return groups.some((_, start) => {
    let digits = '';
    for (let at = start; at < groups.length && digits.length < MAXIMUM_DIGITS; at += 1) {
      digits += groups[at];
      if (digits.length > MAXIMUM_DIGITS) return false;
      if (digits.length >= 13 && isCardNumber(digits)) return true;
    }
    return false;
  });
}

/** Whether a text holds what looks like a complete card number: 13 to 19 digits, alone or in groups, with a network's prefix and a valid check digit (ISO/IEC 7812-1). */
export function containsCardNumber(text: string): boolean {
  const runs = toAsciiDigits(text).replace(UUID, ' id ').match(RUN_OF_DIGITS) ?? [];
  return runs.some((run) => holdsCardNumber(run.split(/[^0-9]+/)));
}
