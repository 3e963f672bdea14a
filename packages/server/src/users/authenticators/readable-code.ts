import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that reads like a digit. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS_PER_LETTER = 5;

/** A random code of so many characters, 5 bits each. */
export const newReadableCode = (characters: number): string =>
  [...randomBytes(characters)].map((byte) => LETTERS[byte & (2 ** BITS_PER_LETTER - 1)]).join('');

/** A code in groups of four, for reading. */
export const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** A code as it was typed or copied: in any case, with or without its hyphens, with the letters that read like digits. */
export const normalizeCode = (text: string): string =>
  text.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
