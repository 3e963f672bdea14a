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

/** Digits of any script as ASCII, so that a number in full-width or Arabic digits is seen as well. */
function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0) ?? 0;
    const start = zero;
    while (start - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(start - zero);
  });
}

/** Whether a text holds what looks like a complete card number: 13 to 19 digits, spaces and hyphens between them ignored, a network's prefix and a valid check digit (ISO/IEC 7812-1). */
export function containsCardNumber(text: string): boolean {
  const runs = toAsciiDigits(text).match(/[0-9](?:[ .-]?[0-9]){12,}/g) ?? [];
  return runs.some((run) => {
    const digits = run.replace(/[ .-]/g, '');
    return digits.length <= 19 && isCardNumber(digits);
  });
}
