import { CARD_NAME_RESULTS, type CardNameResult } from '@titular/contract';
import { compareNames } from '@titular/server/decision/index.ts';
import { drawPerson, type Half, type Person, spell, wholeName } from './draw-person.ts';
import { emboss } from './emboss.ts';
import { hardForeign, hardGenuine } from './hard-pairs.ts';
import { cultures } from './name-lists.ts';
import { type Random, seededRandom } from './seeded-random.ts';

/** Two names and what the comparison says of them. */
export type MeasuredPair = { set: string; card: string; known: string; result: CardNameResult };

/** How often each result was given for the pairs of one set. */
export type NameFigures = { set: string; pairs: number; results: Readonly<Record<CardNameResult, number>> };

const PAIRS_OF_A_CULTURE = 60;
const SEED = 2026;

/** The name that is known: the whole one, or that of another card. */
const knownName = (person: Person, random: Random): string =>
  random() < 0.5 ? wholeName(spell(person, random)) : emboss(spell(person, random), random);

/** Another person of the family: the same family names, and another given name first. */
function relativeOf(person: Person, half: Half, random: Random): Person {
  const other = drawPerson(person.culture, half, random);
  return other.given[0] === person.given[0]
    ? relativeOf(person, half, random)
    : { ...person, given: other.given };
}

function strangerOf(person: Person, half: Half, random: Random): Person {
  const other = drawPerson(person.culture, half, random);
  const isSame = other.given[0] === person.given[0] && other.family[0]?.name === person.family[0]?.name;
  return isSame ? strangerOf(person, half, random) : other;
}

const KNOWN_OF: Readonly<Record<string, (person: Person, half: Half, random: Random) => Person>> = {
  'genuine, made': (person) => person,
  'strangers, made': strangerOf,
  'of one family, made': relativeOf,
};

const measure = (set: string, card: string, known: string): MeasuredPair => ({
  ...{ set, card, known },
  result: compareNames(card, [known]),
});

/** Pairs made from the names of a half; the same for a seed on every machine. */
export function makePairs(half: Half, seed = SEED): MeasuredPair[] {
  const random = seededRandom(seed);
  return Object.entries(KNOWN_OF).flatMap(([set, other]) =>
    Object.keys(cultures).flatMap((culture) =>
      Array.from({ length: PAIRS_OF_A_CULTURE }, () => {
        const person = drawPerson(culture, half, random);
        const card = emboss(spell(person, random), random);
        return measure(set, card, knownName(other(person, half, random), random));
      }),
    ),
  );
}

/** All pairs that are measured: made of names that were held out, and hard ones written by hand. */
export const measuredPairs = (): MeasuredPair[] => [
  ...makePairs('held-out'),
  ...hardGenuine.map(([card, known]) => measure('genuine, hard', card, known)),
  ...hardForeign.map(([card, known]) => measure('foreign, hard', card, known)),
];

/** Whether the names of a set are one person's. */
export const isGenuine = (set: string): boolean => set.startsWith('genuine');

/** Counts the results by set. */
export function countResults(pairs: readonly MeasuredPair[]): NameFigures[] {
  return [...new Set(pairs.map(({ set }) => set))].map((set) => {
    const ofSet = pairs.filter((pair) => pair.set === set);
    const counts = CARD_NAME_RESULTS.map((result) => [
      result,
      ofSet.filter((pair) => pair.result === result).length,
    ]);
    return { set, pairs: ofSet.length, results: Object.fromEntries(counts) as NameFigures['results'] };
  });
}
