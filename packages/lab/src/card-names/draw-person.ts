import { type Culture, cultures } from './name-lists.ts';
import type { Random } from './seeded-random.ts';

/** A person by name; spellings of other scripts are drawn once, so that a card may have another one. */
export type Person = {
  culture: string;
  given: readonly string[];
  family: readonly { particle: string; name: string }[];
  suffix: string;
};

/** Which half of the names is drawn from: the one that the comparison was made with, or the other. */
export type Half = 'development' | 'held-out';

const halfOf = (names: readonly string[], half: Half): string[] =>
  names.filter((_, index) => (index % 2 === 0) === (half === 'development'));

const pick = <Value>(values: readonly Value[], random: Random): Value =>
  values[Math.floor(random() * values.length)] as Value;

function pickSeveral(names: readonly string[], count: number, random: Random): string[] {
  const left = [...names];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? '');
}

const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  portuguese: ['Filho', 'Neto', 'Júnior', 'Sobrinho'],
  english: ['Jr', 'II', 'III'],
};

const familiesOf = (name: string, random: Random): number => {
  if (name === 'portuguese') return random() < 0.6 ? 2 : 3;
  if (name === 'spanish') return 2;
  return random() < 0.15 ? 2 : 1;
};

/** Draws a person of the culture. */
export function drawPerson(name: string, half: Half, random: Random): Person {
  const { given, family, particles }: Culture = cultures[name] ?? { given: [], family: [], particles: [] };
  const suffixes = SUFFIXES[name];
  return {
    culture: name,
    given: pickSeveral(halfOf(given, half), random() < 0.45 ? 2 : 1, random),
    family: pickSeveral(halfOf(family, half), familiesOf(name, random), random).map((one) => ({
      particle: particles.length > 0 && random() < 0.35 ? pick(particles, random) : '',
      name: one,
    })),
    suffix: suffixes && random() < 0.15 ? pick(suffixes, random) : '',
  };
}

const spellOnce = (name: string, random: Random): string => pick(name.split('/'), random);

/** Draws one of the spellings of each name. */
export const spell = (person: Person, random: Random): Person => ({
  ...person,
  given: person.given.map((name) => spellOnce(name, random)),
  family: person.family.map(({ particle, name }) => ({ particle, name: spellOnce(name, random) })),
});

/** The whole name as its bearer writes it. */
export const wholeName = ({ given, family, suffix }: Person): string =>
  [...given, ...family.map(({ particle, name }) => `${particle} ${name}`.trim()), suffix].join(' ').trim();
