import { MIN_CHARACTERS } from './base64.ts';
import { LOOK_ALIKE, MIN_DIGITS } from './own-number.ts';

/** Signs with which encodings begin: of percent, HTML, escapes and quoted-printable. */
const ENCODING_SIGNS = signsOf('%&<\\=');

/** Digits, and letters that are read as one. */
const DIGITS = signsOf(`0123456789${Object.keys(LOOK_ALIKE).join('')}`);

/** Signs of base64 in either alphabet (RFC 4648 sections 4 and 5). */
const BASE64_SIGNS = signsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-');

const [FIRST_PRINTABLE, LAST_PRINTABLE, PLUS] = [0x20, 0x7e, 0x2b];

function signsOf(text: string): ReadonlySet<number> {
  return new Set([...text].map((sign) => sign.charCodeAt(0)));
}

/**
 * Whether one look shows that a text holds no card number, as most names and order numbers do: such a text needs no decoding. It is printable
 * ASCII that begins no encoding, with no run long enough for base64 and fewer digits than the shortest number.
 */
export function hasFewDigits(text: string): boolean {
  let digits = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign < FIRST_PRINTABLE || sign > LAST_PRINTABLE || ENCODING_SIGNS.has(sign)) return false;
    if (sign === PLUS && /u/i.test(text.charAt(at - 1))) return false;
    run = BASE64_SIGNS.has(sign) ? run + 1 : 0;
    if (DIGITS.has(sign)) digits += 1;
    if (run >= MIN_CHARACTERS || digits >= MIN_DIGITS) return false;
  }
  return true;
}
