import { MIN_DIGITS } from './own-number.ts';

/** 13 digits make 18 characters of base64 (RFC 4648 sections 4 and 5). */
const RUN = /[A-Za-z0-9+/_-]{18,}/g;
/** Fewer of them decode to less than the shortest number. */
export const MIN_CHARACTERS = 18;
/** A run may begin with other text, such as a path, so that the encoded begins at any of four places. */
const PLACES = [0, 1, 2, 3];

/** What no text holds, besides tabs and ends of lines. */
const NO_TEXT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]+/;

/** Whether so many bytes are the upper half of a digit in UTF-16, plain or in full width. */
function looksLikeUtf16(bytes: Buffer): boolean {
  let count = 0;
  for (const byte of bytes) if (byte === 0 || byte === 0xff) count += 1;
  return count >= MIN_DIGITS;
}

/** UTF-16 of either order, from the first byte on and from the second. */
function readUtf16(bytes: Buffer): string[] {
  return [bytes, bytes.subarray(1)].flatMap((from) => {
    const even = Buffer.from(from.subarray(0, from.length - (from.length % 2)));
    return [even.toString('utf16le'), even.swap16().toString('utf16le')];
  });
}

/** Whether anything between what no text holds is long enough: of what was no base64, such as an id, hardly ever. */
const HAS_PIECE = /[^\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]{13}/;

const piecesOf = (text: string): string[] =>
  HAS_PIECE.test(text) ? text.split(NO_TEXT).filter((piece) => piece.length >= MIN_DIGITS) : [];

/** Whether the bytes hold as many digits of ASCII as the shortest number has. */
function holdEnoughDigits(bytes: Buffer): boolean {
  let count = 0;
  for (const byte of bytes) if (byte >= 0x30 && byte <= 0x39) count += 1;
  return count >= MIN_DIGITS;
}

/** Whether Latin-1 says more than UTF-8: digits that its own signs part, in a text of which three signs in four are ASCII. */
const looksLikeLatin = (piece: string): boolean =>
  4 * piece.replace(/[^\x20-\x7e]/g, '').length >= 3 * piece.length &&
  piece.replace(/[^0-9]/g, '').length >= MIN_DIGITS;

/** Pieces of text long enough to hold a number, encoded once more or not, in each encoding that the bytes may be of. */
function textsOf(bytes: Buffer): string[] {
  const text = bytes.toString('utf8');
  const mayBeLatin = text.includes('\ufffd') && holdEnoughDigits(bytes);
  const latin = mayBeLatin ? piecesOf(bytes.toString('latin1')).filter(looksLikeLatin) : [];
  const wide = looksLikeUtf16(bytes) ? readUtf16(bytes).flatMap(piecesOf) : [];
  return [...piecesOf(text), ...latin, ...wide];
}

/** Undoes base64 once wherever a text may hold it, from up to so many characters. */
export function decodeBase64(text: string, most: number): string[] {
  let left = most;
  return (text.match(RUN) ?? []).flatMap((run) =>
    PLACES.flatMap((place) => {
      const encoded = run.slice(place, place + Math.max(0, left));
      left -= encoded.length;
      return encoded.length < MIN_CHARACTERS ? [] : textsOf(Buffer.from(encoded, 'base64'));
    }),
  );
}
