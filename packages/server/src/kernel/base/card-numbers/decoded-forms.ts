import { decodeBase64 } from './base64.ts';
import { digitSignsToAscii } from './digit-signs.ts';
import { MIN_DIGITS } from './own-number.ts';

/** How often one encoding may be wrapped in another; the same one wrapped in itself is opened at once. */
const MAX_ROUNDS = 6;

/** Tag characters are ASCII that nobody sees. */
const TAGS = 0xe0000;
const TAG = /[\u{e0020}-\u{e007e}]/gu;

/** Values of the digits met so far: Unicode has some 760, and finding one takes up to nine looks. */
const values = new Map<string, string>();

function findValue(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  const start = zero;
  while (start - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(start - zero);
}

function toAsciiDigit(digit: string): string {
  const value = values.get(digit) ?? findValue(digit);
  values.set(digit, value);
  return value;
}

/** Digits of any script as ASCII, without invisible characters and marks, so that a number in full-width or Arabic digits is seen as well. */
function toAsciiDigits(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  // Normalisation sorts marks that follow each other, which takes the square of their number.
  const visible = digitSignsToAscii(text)
    .replace(TAG, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - TAGS))
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '');
  return digitSignsToAscii(visible).replace(/(?![0-9])\p{Nd}/gu, toAsciiDigit);
}

function fromCodePoint(text: string, radix: number): string {
  const codePoint = Number.parseInt(text, radix);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : ' ';
}

const fromHex = (_whole: string, hex: string): string => fromCodePoint(hex, 16);

type Decoder = readonly [encoded: RegExp, decode: (...parts: string[]) => string];

/** What a system on the way to a person's eye or to a table may undo; each is linear in the text. */
const DECODERS: readonly Decoder[] = [
  // Percent encoding (RFC 3986 section 2.1), however often it was applied.
  [/%(?:25)+/g, () => '%'],
  // An overlong form, which sound decoders refuse and careless ones take (RFC 3629 section 10).
  [/%c0%b([0-9])/gi, (_whole, digit) => digit],
  [/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')],
  [/%u([0-9a-f]{4})/gi, fromHex],
  // Character references and tags of HTML.
  [/&(?:amp;)+/gi, () => '&'],
  [/&#x0*([0-9a-f]{1,6});?/gi, fromHex],
  [/&#0*([0-9]{1,7});?/g, (_whole, decimal) => fromCodePoint(decimal, 10)],
  [/&[a-z]{2,31};/gi, () => ' '],
  [/<[^<>]{0,200}>/g, () => ' '],
  // Escapes of JSON, programming languages and style sheets.
  [/\\u\{0*([0-9a-f]{1,6})\}/gi, fromHex],
  [/(?:\\u|U\+)([0-9a-f]{4})/gi, fromHex],
  [/\\x([0-9a-f]{2})/gi, fromHex],
  [/\\0?(6[0-7]|7[01])/g, (_whole, octal) => fromCodePoint(octal, 8)],
  [/\\0{0,4}(3[0-9]) ?/g, fromHex],
  // Quoted-printable (RFC 2045 section 6.7), and digits as the hexadecimal codes of their characters.
  [/(?:=3[0-9]){2,}/g, (run) => run.replace(/=3/g, '')],
  [/(?:(?:0x)?3[0-9][ ,;:_-]{0,2}){13,}/gi, (run) => run.replace(/(?:0x)?3([0-9])[ ,;:_-]{0,2}/gi, '$1')],
];

/** What each of the decoders needs to find anything. */
const MAY_BE_ENCODED = /[%&<\\=]|U\+|(?:(?:0x)?3[0-9][ ,;:_-]{0,2}){13}/i;

/** A text with every encoding undone, so far as six layers of different ones go. */
function decode(text: string): string {
  let decoded = toAsciiDigits(text);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = decoded;
    if (MAY_BE_ENCODED.test(decoded))
      for (const [encoded, undo] of DECODERS) decoded = decoded.replace(encoded, undo);
    // Once more also where nothing was encoded: normalisation brings forth marks, which the next pass takes out.
    decoded = toAsciiDigits(decoded);
    if (decoded === before) break;
  }
  return decoded;
}

/** Nested base64 shrinks by a quarter each time. All of it is less than sixteen times the text, with four alignments for each run, and as much again for other readings. */
const MAX_BASE64 = 32;
const READINGS = 4;

const DIGIT_OR_LOOK_ALIKE = /[0-9oOlI]/g;

/** Whether what was base64 may hold a number: enough digits, or base64 of as many. */
const mayHoldNumber = (text: string): boolean =>
  /[A-Za-z0-9+/_-]{18}/.test(text) || (text.match(DIGIT_OR_LOOK_ALIKE) ?? []).length >= MIN_DIGITS;

const withoutEncodings = (text: string): string[] => [toAsciiDigits(text), decode(text)];

/** A text as it reads, and with its encodings undone; digits are ASCII, and what nobody sees is taken out. */
export function decodedForms(text: string): string[] {
  const forms = new Set<string>();
  let left = MAX_BASE64 * text.length;
  let layer = [...new Set(withoutEncodings(text))];
  while (layer.length > 0) {
    const pieces = layer.flatMap((form) => {
      forms.add(form);
      const decoded = decodeBase64(form, left);
      left -= READINGS * form.length;
      return decoded;
    });
    const fresh = new Set(pieces.flatMap(withoutEncodings).filter(mayHoldNumber));
    layer = [...fresh].filter((form) => !forms.has(form));
  }
  return [...forms];
}
