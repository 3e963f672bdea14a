// What the fonts that every PDF reader has can show: Windows-1252.
const SHOWN =
  /^[\x20-\x7e\xa0-\xff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]$/;

const escapeSign = (sign: string): string => `\\u{${sign.codePointAt(0)?.toString(16)}}`;

/** How a line break is drawn where lines are not split. */
export const LINE_BREAK = escapeSign('\n');

/** The characters of a text (NFC) as they are drawn: what the fonts lack as its code point, and a backslash that would look like one too. */
export function toSigns(text: string): string[] {
  const source = [...text.normalize('NFC')];
  return source.map((sign, index) => {
    const looksEscaped = sign === '\\' && source[index + 1] === 'u' && source[index + 2] === '{';
    return SHOWN.test(sign) && !looksEscaped ? sign : escapeSign(sign);
  });
}

/** A text as it is drawn; it stands unchanged in the receipt. */
export const toLatin = (text: string): string => toSigns(text).join('');
