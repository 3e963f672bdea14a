const MIN_SPELLED = 5;

/** Sounds that transliterations write in several ways, each in one way; every replacement is linear. */
const SOUNDS: readonly [RegExp, string][] = [
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/ck|q|c(?!h)/g, 'k'],
  [/x/g, 'ks'],
  [/t[sz]|z/g, 's'],
  [/w/g, 'v'],
  [/ou/g, 'u'],
  [/[yj]/g, 'i'],
];

/** A word as it sounds, whatever the alphabet it was transliterated from. */
export const soundOf = (word: string): string =>
  SOUNDS.reduce((text, [from, to]) => text.replace(from, to), word).replace(/([a-z])\1+/g, '$1');

const withoutVowels = (word: string): string => word.replace(/[aeiou]/g, '');

/** Whether a word becomes the other by one letter more, less or changed. */
function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/**
 * Whether two words may be one in another spelling: vowels that a transliteration hears otherwise, or one letter of a long word. First and
 * last letter are the same, or the names of a couple (Fernando and Fernanda) would be one.
 */
export function isSpelledLike(one: string, other: string): boolean {
  const [a, b] = [soundOf(one), soundOf(other)];
  if (Math.min(a.length, b.length) < MIN_SPELLED || a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false;
  const [hard, otherHard] = [withoutVowels(a), withoutVowels(b)];
  if (hard === otherHard && (hard.length > 3 || a.length === b.length)) return true;
  return Math.min(a.length, b.length) > 6 && isOneLetterOff(a, b);
}
