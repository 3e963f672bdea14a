import { type CodePage, isDailyHan, oneBytePages, twoBytePages } from './code-pages.ts';
import { hasOrderlyCase, isCommonLetter, scriptFamilies } from './letters.ts';

const ASCII_END = 0x80;
const MAX_READINGS = 2;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const NAME_CHARACTERS =
  /^[\p{L}\p{M}\p{Zs}\p{Pd}'\u2018\u2019\u02bb\u02bc\u00b4.,\u00b7\u30fb\u0f0b\u05f3\u05f4\u200c]+$/u;

/** Scripts whose marks do not melt into the letter before them (UAX 15). */
const LOOSE_MARKS =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Names in capitals that read as bytes of UTF-8 by chance, Romanian ones and those before a no-break space: no accent stands small among capitals. */
const CHANCE_CAPITALS = /^[^\p{Ll}]*(?:\u0102[\u015e\u0218]|[\u00c2-\u00c5]\u00a0\p{Lu})[^\p{Ll}]*$/u;

/** The bytes of a word in a code page, or nothing when it is not written with that page's characters. */
function bytesIn(page: CodePage, word: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    const own = code < ASCII_END ? [code] : page.bytesOf(character);
    if (!own) return undefined;
    bytes.push(...own);
  }
  return Uint8Array.from(bytes);
}

function readAsUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes).normalize('NFC');
  } catch {
    return undefined;
  }
}

type Sign = (word: string, letters: readonly string[]) => boolean;

/** What no word of a name is; the marks that letters have taken up are none any more. */
const SIGNS_OF_CHANCE: readonly Sign[] = [
  (_word, letters) => letters.length === 0 || !letters.every(isCommonLetter),
  (word) => !NAME_CHARACTERS.test(word),
  (word) => scriptFamilies(word).size > 1,
  (word) => /\p{Script=Latin}/u.test(word) && !/[a-z]/i.test(word),
  (word) => /^\p{M}|[\u0300-\u036f]/u.test(word) || (/\p{M}/u.test(word) && LOOSE_MARKS.test(word)),
  (word) => /\p{Script=Hangul}/u.test(word) && /\p{Script=Han}/u.test(word),
  (_word, letters) => letters.some((letter) => /\p{Script=Han}/u.test(letter) && !isDailyHan(letter)),
];

/** Whether a text can be a word of a name: common letters of one script, with the marks that belong there. */
function isWordOfName(word: string): boolean {
  const letters = word.match(/\p{L}/gu) ?? [];
  return !SIGNS_OF_CHANCE.some((speaks) => speaks(word, letters));
}

/** Two letters are no chance where each is a syllable or plain letters stand around them; elsewhere it takes three. */
function holdsEnough(page: CodePage, hidden: string): boolean {
  const least = EAST_ASIAN.test(hidden) || /[a-z]/i.test(hidden) ? 2 : 3;
  const counted = twoBytePages.includes(page) ? /\p{L}/gu : /[\p{L}\p{M}]/gu;
  return scriptFamilies(hidden).size === 1 && (hidden.match(counted) ?? []).length >= least;
}

/** Plain letters stay plain in every page, so that a reading which finds some where none stood is one by chance. */
const isByChance = (page: CodePage, word: string, read: string): boolean =>
  twoBytePages.includes(page) &&
  (!hasOrderlyCase(read) || (/\p{Script=Latin}/u.test(read) && !/[a-z]/i.test(word)));

function hiddenWord(page: CodePage, word: string, readings: number): string | undefined {
  const bytes = bytesIn(page, word);
  const read = bytes && readAsUtf8(bytes);
  if (read === undefined || read === word) return undefined;
  if (isWordOfName(read)) return isByChance(page, word, read) ? undefined : read;
  return readings < MAX_READINGS ? findHidden(read, readings + 1) : undefined;
}

function hiddenIn(page: CodePage, words: readonly string[], readings: number): string | undefined {
  const hidden = words.map((word) => hiddenWord(page, word, readings) ?? '').join('');
  return holdsEnough(page, hidden) ? hidden : undefined;
}

/** The words as they are and, when all their letters are large or all small, the other way: cards are embossed in capitals. */
function caseVariants(words: readonly string[]): (readonly string[])[] {
  const [large, small] = [words.map((word) => word.toUpperCase()), words.map((word) => word.toLowerCase())];
  const text = words.join(' ');
  if (text === large.join(' ')) return [words, small];
  return text === small.join(' ') ? [words, large] : [words];
}

const isDoubtful = (word: string): boolean => /[^\0-\x7f]/.test(word) && !CHANCE_CAPITALS.test(word);

/** Words between spaces, and between dashes and apostrophes, too, which may be the misread bytes or have come later. */
const partings = (text: string): string[][] =>
  [/ /, /[ \u2010-\u2015\u2018\u2019]/].map((parting) => text.split(parting).filter(isDoubtful));

function findHidden(text: string, readings: number): string | undefined {
  const pages = EAST_ASIAN.test(text) ? [...oneBytePages, ...twoBytePages] : oneBytePages;
  for (const words of partings(text).flatMap(caseVariants)) {
    for (const page of words.length === 0 ? [] : pages) {
      const hidden = hiddenIn(page, words, readings);
      if (hidden !== undefined) return hidden;
    }
  }
  return undefined;
}

/**
 * Whether a name is UTF-8 that was decoded by another code page, once or twice. Encoded back into that code page, it
 * is UTF-8 again, of letters that occur in names.
 */
export const isMisread = (text: string): boolean => findHidden(text, 1) !== undefined;
