// Words that stand between names and tell nothing about whose they are.
const PARTICLES = new Set([
  'da',
  'de',
  'do',
  'das',
  'dos',
  'e',
  'del',
  'la',
  'las',
  'los',
  'van',
  'von',
  'y',
]);

/** Letters that Unicode does not take apart, as cards write them. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

// Cards write an umlaut as two letters or as none: both are read as the plain vowel. Names kept long ago have other forms of letters.
const fold = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|\u200c|\u200d/gu, '')
    .replace(/[øłđßæœþ]/g, (letter) => WRITTEN_AS[letter] ?? letter)
    .replace(/([aou])e/g, '$1');

const lettersOf = (name: string): string => name.replace(/[^\p{L}]+/gu, '');
const isAscii = (word: string): boolean => /^[a-z]+$/.test(word);

/** Initials and particles tell nothing; of other scripts, where a name may be one sign, every word does. */
const tellsSomething = (word: string): boolean =>
  !PARTICLES.has(word) && (!isAscii(word) || word.length >= 2);

// An apostrophe joins, whatever its form; anything else that is no letter parts.
const wordsOf = (folded: string): string[] =>
  folded
    .replace(/['\u2018\u2019\u02bc`]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && tellsSomething(word));

/**
 * Whether two names may be one person's: they share a word, whatever the case, the accents and the order, or are the same but for
 * what parts the words. Cards shorten names, so that is little to ask; a name of initials alone tells nothing and may be anybody's.
 */
export function canBeOnePerson(one: string, other: string): boolean {
  const [folded, otherFolded] = [fold(one), fold(other)];
  if (lettersOf(folded) === lettersOf(otherFolded)) return true;
  const [words, otherWords] = [wordsOf(folded), wordsOf(otherFolded)];
  if (words.length === 0 || otherWords.length === 0) return true;
  return words.some((word) => otherWords.includes(word));
}
