/** One word of a name in folded letters. An optional one is a particle, which cards leave out or join to the next word. */
export type NameWord = { text: string; isOptional: boolean };

/** A name taken apart; `ordinal` tells father from son, where the name has one. */
export type NameParts = { words: readonly NameWord[]; ordinal: string | undefined; isLong: boolean };

/** Longest text that is compared, in code units; the rest is left out. */
const MAX_LENGTH = 120;

/** Most words that are compared. */
const MAX_WORDS = 12;

/** From this length on, a name may have been cut at the 26 characters of track 1 (ISO/IEC 7813), within a word too. */
const MAY_BE_CUT_FROM = 24;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PARTICLES = setOf(
  'da de do das dos e di du del della delle dello degli dei la las lo los le les van von vom der den ter ten te zu zur zum und y i d o l n t dell dall al el ul bin ibn bint af av san',
);

const TITLES = setOf(
  'mr mrs ms miss mx mstr dr dra prof profa sir dame lady lord sr sra srta don dona dom herr frau mme mle mlle sig sigra ing eng adv rev hon',
);

/** Words behind a name that tell generations apart, by what they mean. */
const ORDINALS: ReadonlyMap<string, string> = new Map([
  ...['jr', 'jnr', 'junior', 'filho', 'fo', 'hijo', 'fils', 'figlio'].map((word) => [word, 'son'] as const),
  ...['neto', 'nto', 'nieto'].map((word) => [word, 'grandson'] as const),
  ...['sobrinho', 'sob', 'sobr'].map((word) => [word, 'nephew'] as const),
  ...['snr', 'senior', 'pai'].map((word) => [word, 'father'] as const),
  ...(['ii', 'iii', 'iv', 'segundo', 'terceiro'] as const).map((word) => [word, word] as const),
]);

/** Letters that Unicode does not take apart, as cards write them. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i', ħ: 'h', ŋ: 'n' },
};

/** Plain lower-case letters: no accents, no joiners, and letters that cards have none of as they write them. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|\u200c|\u200d/gu, '')
    .replace(/[øłđðßæœþıħŋ]/g, (letter) => WRITTEN_AS[letter] ?? letter);

/** The same for an umlaut written as two letters or one, and for a letter written twice or once. */
const merge = (word: string): string => word.replace(/([aou])e/g, '$1').replace(/([a-z])\1+/g, '$1');

/** Short forms that embossers use, which are no beginning of the whole word. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  ...{ ma: 'maria', fco: 'francisco', gmo: 'guillermo', gcia: 'garcia', glez: 'gonzalez', hdez: 'hernandez' },
  ...{ fdez: 'fernandez', mtez: 'martinez', rdez: 'rodriguez', stos: 'santos', jse: 'jose', wm: 'william' },
};

const isTitle = (word: string | undefined): boolean => word !== undefined && TITLES.has(word);

/** Takes titles off both ends, as long as two words remain. */
function withoutTitles(words: readonly string[]): readonly string[] {
  let [first, last] = [0, words.length];
  while (last - first > 2 && isTitle(words[first])) first += 1;
  while (last - first > 2 && isTitle(words[last - 1])) last -= 1;
  return words.slice(first, last);
}

/** Whether a word is a single letter of an alphabet; of other scripts a name may be one sign. */
export const isInitial = (word: string): boolean => /^[a-z]$/.test(word);

/** Takes a name apart; the work is linear in the text, of which it reads 120 characters. */
export function partsOf(name: string): NameParts {
  const text = plain(name.slice(0, MAX_LENGTH));
  const all = withoutTitles(
    text
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .slice(0, MAX_WORDS),
  );
  const ordinal = all.length > 2 ? ORDINALS.get(all.at(-1) ?? '') : undefined;
  const words = ordinal === undefined ? all : all.slice(0, -1);
  return {
    words: words.map((word) => ({
      text: merge(Object.hasOwn(SHORT_FORMS, word) ? (SHORT_FORMS[word] ?? word) : word),
      isOptional: words.length > 1 && PARTICLES.has(word),
    })),
    ordinal,
    isLong: name.trim().length >= MAY_BE_CUT_FROM,
  };
}
