import { WORD } from './question.ts';
import { fold } from './search-options.ts';

/** Endings of plurals with those of their singulars, the longest first; a singular is searched by how it begins. */
const PLURALS: readonly (readonly [plural: string, singular: string])[] = [
  ['coes', 'cao'],
  ['soes', 'sao'],
  ['ciones', 'cion'],
  ['ookies', 'ookie'],
  ['ies', 'y'],
  ['ais', 'al'],
  ['eis', 'el'],
  ['sses', 'ss'],
  ['uses', 'us'],
  ['ches', 'ch'],
  ['xes', 'x'],
  ['s', ''],
];

/** The singular that a plural in English, Portuguese or Spanish may have; undefined of a word that is none. */
export function singularOf(word: string): string | undefined {
  const folded = fold(word);
  if (folded.length < 4 || !folded.endsWith('s') || /(?:ss|us)$/.test(folded)) return undefined;
  for (const [ending, singular] of PLURALS)
    if (folded.endsWith(ending)) return folded.slice(0, -ending.length) + singular;
  return undefined;
}

/** Letters that were left out, added or changed, and neighbours that were swapped; 3 stands for more than 2. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : 3,
      );
    }
    before = last;
    last = next;
  }
  return Math.min(last[other.length] ?? 3, 3);
}

const slipsIn = (word: string): number => (word.length >= 8 ? 2 : 1);

/** Whether one letter of a word was left out, added, changed or swapped with its neighbour; of long words two. */
export const isMisspelt = (word: string, meant: string): boolean => distance(word, meant) <= slipsIn(word);

/** Words with a digit are names and codes: another one is another thing, and no slip of the hand. */
const MAY_BE_MISSPELT = /^\D{4,}$/;

/** The nearest word of a vocabulary, and of those as near the most frequent; undefined where none is near. */
function nearestIn(vocabulary: ReadonlyMap<string, number>, word: string): string | undefined {
  let best: { meant: string; far: number; count: number } | undefined;
  for (const [meant, count] of vocabulary) {
    const far = distance(word, meant);
    if (far > slipsIn(word)) continue;
    if (!best || far < best.far || (far === best.far && count > best.count)) best = { meant, far, count };
  }
  return best?.meant;
}

/** Corrects words that begin no word of the index: to the nearest that `preferred` has, else to the nearest of all. */
export function createCorrection(
  indexed: () => readonly string[],
  preferred: () => Iterable<string>,
): (question: string) => string {
  let counts: Map<string, number> | undefined;
  const countsOf = (): Map<string, number> => {
    if (counts) return counts;
    counts = new Map();
    for (const word of preferred()) counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const correct = (typed: string): string => {
    const word = fold(typed);
    if (!MAY_BE_MISSPELT.test(word) || indexed().some((one) => one.startsWith(word))) return typed;
    const others = (): Map<string, number> => new Map(indexed().map((one) => [one, 1]));
    return nearestIn(countsOf(), word) ?? nearestIn(others(), word) ?? typed;
  };
  return (question) => question.replace(WORD, correct);
}
