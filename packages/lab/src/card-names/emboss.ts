import type { Person } from './draw-person.ts';
import type { Random } from './seeded-random.ts';

/** Letters as issuers write them in A to Z; where there are two ways, either is drawn. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  ...{ Ä: ['AE', 'A'], Ö: ['OE', 'O'], Ü: ['UE', 'U'], Ø: ['OE', 'O'], Å: ['AA', 'A'], Æ: ['AE'], ß: ['SS'] },
  ...{ Ł: ['L'], Þ: ['TH'], Đ: ['D'] },
};

const pick = <Value>(values: readonly Value[], random: Random): Value =>
  values[Math.floor(random() * values.length)] as Value;

const toLetter = (letter: string, random: Random): string => {
  const ways = LETTERS[letter.toUpperCase()] ?? LETTERS[letter];
  if (ways) return pick(ways, random);
  const code = letter.normalize('NFD').charAt(0).toUpperCase();
  return (code >= 'A' && code <= 'Z') || code === ' ' ? code : '';
};

/** Hyphens become a space or nothing, apostrophes nothing or a space, other letters those of the alphabet. */
function toAlphabet(text: string, random: Random): string {
  const hyphen = pick([' ', ''], random);
  const apostrophe = pick(['', '', ' '], random);
  const letters = [...text.normalize('NFC')].map((letter) => {
    if (letter === '-') return hyphen;
    return letter === "'" ? apostrophe : toLetter(letter, random);
  });
  return letters.join('').replace(/ +/g, ' ').trim();
}

const chance = (random: Random, share: number): boolean => random() < share;

/** Middle given names stay, become initials, or go. */
function shortenGiven(given: readonly string[], random: Random): string[] {
  const [first = '', ...others] = given;
  const way = pick(['keep', 'initial', 'drop'], random);
  if (way === 'drop') return [first];
  return [first, ...others.map((name) => (way === 'initial' ? name.charAt(0) : name))];
}

const TRACK_LENGTH = 26;

/** The person's name as a card has it: A to Z, shortened, in one of both orders, cut at 26 characters (ISO/IEC 7813). */
export function emboss(person: Person, random: Random): string {
  const given = shortenGiven(person.given, random);
  if (chance(random, 0.15)) given[0] = (given[0] ?? '').charAt(0);
  const isWithoutParticles = chance(random, 0.4);
  const kept = person.family.length > 1 && chance(random, 0.35) ? person.family.slice(-1) : person.family;
  const family = kept.map(({ particle, name }) =>
    isWithoutParticles || particle === '' ? name : `${particle} ${name}`,
  );
  const isLastFirst = chance(random, 0.15);
  const words = isLastFirst ? [...family, ...given] : [...given, ...family];
  const suffix = person.suffix !== '' && chance(random, 0.6) ? [person.suffix] : [];
  const title = chance(random, 0.1) ? [pick(['MR', 'MRS', 'DR'], random)] : [];
  const text = toAlphabet([...title, ...words, ...suffix].join(' '), random);
  return text.slice(0, TRACK_LENGTH).trim();
}
