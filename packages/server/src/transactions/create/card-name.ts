import { HOLDS_A_LETTER, STYLISED, scriptFamilies } from './card-name/letters.ts';
import { isMisread } from './card-name/misread-text.ts';
import { isNoName } from './card-name/non-names.ts';
import { type Holder, toWrittenForm } from './card-name/written-form.ts';

/** Why a text is not a name on a card. */
export type NameProblem =
  | 'empty'
  | 'too_long'
  | 'encoding'
  | 'no_name'
  | 'stylised'
  | 'characters'
  | 'marks'
  | 'mixed_scripts';

/** Either the name in its written form, or what is wrong with it. */
export type ParsedName = { kind: 'name'; name: string } | { kind: 'refused'; problem: NameProblem };

const MAX_CODE_POINTS = 100;
const MAX_MARKS_IN_A_ROW = 3;
const MAX_MARKS_IN_A_STACK = 6;

/** What UTF-8 read as Latin-1 or Windows-1252 looks like, also where the rest of the text is sound: a lead byte's letter followed by a continuation byte's character. */
const MOJIBAKE =
  /[\u00c2\u00c3\u00c4\u00c5][\u0080-\u009f\u00a1-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2014\u2018\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]/u;

/** Letters, marks, and what parts or joins them: Hebrew, Armenian, Tibetan, Indic and Japanese have signs of their own. */
const PERSON =
  /^[\p{L}\p{M} '\u2019\u02bc\u00b4.,\u00b7\u30fb\u30a0\u05be\u05f3\u05f4\u058a\u055a\u0f0b\u0970-]+$/u;
const COMPANY =
  /^[\p{L}\p{M} '\u2019\u02bc\u00b4.,\u00b7\u30fb\u30a0\u05be\u05f3\u05f4\u058a\u055a\u0f0b\u0970\d&+/()%!#@\u00b0-]+$/u;
const ALLOWED: Readonly<Record<Holder, RegExp>> = { person: PERSON, company: COMPANY };

/** Who bears the name of a parent or grandparent, as cards write it behind the name. */
const ORDINAL = /(?<=[\p{L}.,] )(?:1ST|2ND|3RD|[4-9]TH)(?![\p{L}\p{N}])/giu;

const JOINING_SCRIPTS = 'Arab Syrc Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr';
const JOINED = `[${JOINING_SCRIPTS.split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]`;

/**
 * Joiners that a script needs (RFC 5892, A.1 and A.2): between its letters, at the end of Kurdish and Persian words,
 * and after the sign that removes a vowel.
 */
const SPELT_JOINERS = new RegExp(
  `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})|(?<=\\p{Script=Arabic})\\u200c|(?<=[\\u09cd\\u0d4d\\u0dca])\\u200d(?![\\p{L}\\p{M}])`,
  'gu',
);

/** Letters and marks that nobody sees; Mongolian chooses its shapes by some. */
const UNSEEN = /(?![\u180b-\u180f])\p{Default_Ignorable_Code_Point}/u;

/** Burmese, Khmer, Tibetan and Lanna stack more signs on a letter than others do. */
const MISPLACED_MARKS = new RegExp(
  `(?:(?![\\p{scx=Mymr}\\p{scx=Tibt}\\p{scx=Khmr}\\p{scx=Lana}])\\p{M}){${MAX_MARKS_IN_A_ROW + 1}}` +
    `|\\p{M}{${MAX_MARKS_IN_A_STACK + 1}}|(?<![\\p{L}\\p{M}])\\p{M}`,
  'u',
);

const isTooLong = (text: string): boolean =>
  text.length > 4 * MAX_CODE_POINTS || [...text.normalize('NFC')].length > MAX_CODE_POINTS;

const withoutJoiners = (name: string): string => name.replace(SPELT_JOINERS, '');

/** The part of a name that its alphabet has to spell. */
const spelling = (name: string, holder: Holder): string =>
  holder === 'person' ? withoutJoiners(name).replace(ORDINAL, '') : withoutJoiners(name);

type Check = [problem: NameProblem, isBroken: (text: string, holder: Holder) => boolean];

/** On the text as it was sent. */
const SENT_CHECKS: readonly Check[] = [
  ['encoding', (text) => !text.isWellFormed() || text.includes('\ufffd')],
  ['too_long', isTooLong],
  ['encoding', (text) => MOJIBAKE.test(text) || isMisread(text)],
  ['no_name', isNoName],
];

/** On its written form. */
const WRITTEN_CHECKS: readonly Check[] = [
  ['too_long', isTooLong],
  ['empty', (name) => !/\p{L}/u.test(name) && /^[\p{Z}\p{M}]*$/u.test(name)],
  ['stylised', (name) => (name.match(/(?![A-Za-z])\p{L}/gu) ?? []).some((letter) => STYLISED.test(letter))],
  ['no_name', (name, holder) => isNoName(name, holder) || name.startsWith('-')],
  [
    'characters',
    (name, holder) => !ALLOWED[holder].test(spelling(name, holder)) || UNSEEN.test(withoutJoiners(name)),
  ],
  ['characters', (name) => !/\p{L}/u.test(name)],
  ['no_name', (name) => !HOLDS_A_LETTER.test(name)],
  ['marks', (name) => MISPLACED_MARKS.test(withoutJoiners(name))],
  ['mixed_scripts', (name) => scriptFamilies(name).size > 1],
];

const firstBroken = (checks: readonly Check[], text: string, holder: Holder): NameProblem | undefined =>
  checks.find(([, isBroken]) => isBroken(text, holder))?.[0];

/** Checks a card holder's name and gives it in the form in which it is kept and compared. */
export function parseCardName(text: string, holder: Holder = 'person'): ParsedName {
  const sent = firstBroken(SENT_CHECKS, text, holder);
  if (sent) return { kind: 'refused', problem: sent };
  const name = toWrittenForm(text, holder);
  const problem = firstBroken(WRITTEN_CHECKS, name, holder);
  return problem ? { kind: 'refused', problem } : { kind: 'name', name };
}

/** What to tell the integrator about each problem. */
export const nameProblemSentences: Readonly<Record<NameProblem, string>> = {
  empty: 'card.name is empty.',
  too_long: `card.name is longer than ${MAX_CODE_POINTS} characters.`,
  encoding: 'card.name is damaged text: send it in UTF-8, and read it as UTF-8 on the way.',
  no_name: 'card.name stands for a missing value and names nobody: send the name as printed on the card.',
  stylised: 'card.name has letters of formulas or phonetics: send it in plain letters.',
  characters: 'card.name has characters that no name on a card has.',
  marks: 'card.name has accents without a letter or too many on one letter.',
  mixed_scripts: 'card.name mixes letters of different scripts.',
};
