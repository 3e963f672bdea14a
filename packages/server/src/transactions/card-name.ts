/** Why a text is not a name on a card. */
export type NameProblem = 'empty' | 'too_long' | 'encoding' | 'characters' | 'marks' | 'mixed_scripts';

/** Either the name in Unicode normal form C, or what is wrong with it. */
export type ParsedName = { kind: 'name'; name: string } | { kind: 'refused'; problem: NameProblem };

const MAXIMUM_CODE_POINTS = 100;
const MAXIMUM_MARKS_IN_A_ROW = 3;

/** What UTF-8 read as Latin-1 or Windows-1252 looks like: a lead byte's letter followed by a continuation byte's character. */
const MOJIBAKE =
  /[\u00c2\u00c3\u00c4\u00c5][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]/u;

const ALLOWED = /^[\p{L}\p{M}\u0020'\u2019\u02bc\u00b4.,\u00b7\u30fb-]+$/u;
const MISPLACED_MARKS = new RegExp(`\\p{M}{${MAXIMUM_MARKS_IN_A_ROW + 1}}|(?<![\\p{L}\\p{M}])\\p{M}`, 'u');

/** Scripts that stand together in real names; letters of two different rows make a look-alike. */
const SCRIPT_FAMILIES: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Georgian}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
];

const isSharedByScripts = (letter: string): boolean =>
  /[\p{Script=Common}\p{Script=Inherited}]/u.test(letter);

/** Index of the family each letter belongs to; letters outside all rows count as one family of their own. */
function scriptFamilies(name: string): Set<number> {
  const letters = name.match(/\p{L}/gu) ?? [];
  return new Set(
    letters
      .filter((letter) => !isSharedByScripts(letter))
      .map((letter) => SCRIPT_FAMILIES.findIndex((family) => family.test(letter))),
  );
}

type Check = [problem: NameProblem, broken: (name: string) => boolean];

const CHECKS: readonly Check[] = [
  ['encoding', (name) => !name.isWellFormed() || name.includes('\ufffd')],
  [
    'too_long',
    (name) =>
      name.length > 4 * MAXIMUM_CODE_POINTS || [...name.normalize('NFC')].length > MAXIMUM_CODE_POINTS,
  ],
  ['encoding', (name) => MOJIBAKE.test(name)],
  ['empty', (name) => !/\p{L}/u.test(name) && /^[\p{Z}\p{M}]*$/u.test(name)],
  ['characters', (name) => !ALLOWED.test(name) || !/\p{L}/u.test(name)],
  ['marks', (name) => MISPLACED_MARKS.test(name.normalize('NFC'))],
  ['mixed_scripts', (name) => scriptFamilies(name.normalize('NFC')).size > 1],
];

/** Checks a card holder's name and gives it in NFC, without spaces at the ends and with single spaces inside. */
export function parseCardName(text: string): ParsedName {
  const broken = CHECKS.find(([, isBroken]) => isBroken(text));
  if (broken) return { kind: 'refused', problem: broken[0] };
  return { kind: 'name', name: text.normalize('NFC').trim().replace(/ {2,}/g, ' ') };
}

/** What to tell the integrator about each problem. */
export const nameProblemSentences: Readonly<Record<NameProblem, string>> = {
  empty: 'card.name is empty.',
  too_long: `card.name is longer than ${MAXIMUM_CODE_POINTS} characters.`,
  encoding: 'card.name is damaged text: send it in UTF-8.',
  characters: 'card.name has characters that no name on a card has.',
  marks: 'card.name has accents without a letter or too many on one letter.',
  mixed_scripts: 'card.name mixes letters of different scripts.',
};
