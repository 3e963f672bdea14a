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

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word));

const isAscii = (word: string): boolean => /^[a-z]+$/.test(word);

/** An initial stands for any word that begins with it; of other scripts, where a name may be one sign, only whole words count. */
const tellsSomething = (word: string): boolean => !isAscii(word) || word.length >= 2;

/**
 * Whether two names may be one person's: they share a word, whatever the case, the accents and the order. Cards shorten names,
 * so that is little to ask; names that share no word at all cannot be of one person.
 */
export function canBeOnePerson(one: string, other: string): boolean {
  const known = new Set(wordsOf(other).filter(tellsSomething));
  return wordsOf(one).some((word) => known.has(word));
}
