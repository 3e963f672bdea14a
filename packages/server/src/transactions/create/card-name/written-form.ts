/** Whose name is on the card: only companies have digits and business signs in theirs. */
export type Holder = 'person' | 'company';

/** Characters that stand for another one, as keyboards, terminals and older character sets write them. */
const WRITTEN_AS: readonly [from: RegExp, to: string][] = [
  [/\p{Zs}/gu, ' '],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu, '-'],
  [/[`\u2018\u201b\u2032\uff07\uff40]/gu, "'"],
  [/[\u2027\u2022\u2219\u22c5]/gu, '\u00b7'],
  [/\uff1d/gu, '\u30a0'],
  [/\u0f0c/gu, '\u0f0b'],
  // Which of its shapes a sign is drawn in is no part of a name (UTS 37).
  [/(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, ''],
];

/** Ligatures, digraphs, presentation forms, and letters in full or half width: the same letters in another form (UAX 15). */
const OTHER_FORMS =
  /[\u0132\u0133\u013f\u0140\u0149\u017f\u01c4-\u01cc\u01f1-\u01f3\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc\uff01-\uffdc]+/gu;

const COURTESY = new Set(
  'MR MRS MS MISS MX MSTR DR DRA PROF SR SRA SRTA DOM DONA REV HON SIR DAME LADY LORD ENG ADV M MME MLLE HERR FRAU SIG SIGRA'.split(
    ' ',
  ),
);

/** Legal forms that have a slash of their own, as in Brazil. */
const SLASHED_FORM = /(?<!\p{L})(?:S\/[ACS]|M\/E|A\/C)(?!\p{L})/iu;

/**
 * SURNAME/NAME.TITLE of chip tag 5F20 and track 1 (ISO/IEC 7813, section 6) in the order of speech, without the title;
 * any other text stays as it is.
 */
function inOrderOfSpeech(text: string): string {
  const [surname = '', given, ...more] = text.split('/').map((part) => part.trim());
  if (given === undefined || more.length > 0 || !/\p{L}/u.test(surname)) return text;
  const dot = given.lastIndexOf('.');
  const title = given.slice(dot + 1).trim();
  const isTitled = dot >= 0 && (title === '' || COURTESY.has(title.toUpperCase()));
  const names = isTitled ? given.slice(0, dot) : given.replace(/\.(?=\p{L}{2})/gu, ' ');
  return `${names} ${surname}`;
}

/**
 * The one form in which a name is kept and compared: normal form C, plain spaces, hyphens and apostrophes, letters in
 * their usual form, in the order of speech.
 */
export function toWrittenForm(text: string, holder: Holder): string {
  const plain = WRITTEN_AS.reduce(
    (written, [from, to]) => written.replace(from, to),
    text.normalize('NFC'),
  ).replace(OTHER_FORMS, (form) => form.normalize('NFKC'));
  const isSlashed = holder === 'company' && SLASHED_FORM.test(plain);
  return (isSlashed ? plain : inOrderOfSpeech(plain))
    .replace(/ {2,}/g, ' ')
    .replace(/^ | $/g, '')
    .normalize('NFC');
}
