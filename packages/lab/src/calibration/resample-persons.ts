import type { Interval } from './binomial.ts';

/** A source of numbers from 0 to below 1. */
export type Random = () => number;

/** Comparisons one by one: the distance, and the persons of both pictures by their index. */
export type ComparisonList = { distances: Float64Array; ones: Uint32Array; others: Uint32Array };

/** Numbers that are the same for the same seed (mulberry32); for statistics, never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** How often each person, by index, is drawn when as many as are present are drawn with replacement. */
export function drawPersons(random: Random, present: readonly number[]): Uint32Array {
  const weights = new Uint32Array(present.reduce((most, person) => Math.max(most, person), 0) + 1);
  for (let draw = 0; draw < present.length; draw += 1) {
    const person = present[Math.floor(random() * present.length)] ?? 0;
    weights[person] = (weights[person] ?? 0) + 1;
  }
  return weights;
}

/** For each comparison the index of the first of the rising thresholds at which it matches. */
export function binByThreshold(distances: Float64Array, thresholds: readonly number[]): Uint8Array {
  const bins = new Uint8Array(distances.length);
  for (let index = 0; index < bins.length; index += 1) {
    const distance = distances[index] ?? Number.NaN;
    let bin = 0;
    while (bin < thresholds.length && !(distance <= (thresholds[bin] ?? 0))) bin += 1;
    bins[index] = bin;
  }
  return bins;
}

/**
 * The share of comparisons that match at each threshold in one draw of persons. A mated comparison counts as often as its person was
 * drawn, a non-mated one as often as both together; undefined when the draw has no comparison at all.
 */
export function matchShares(
  { ones, others }: Pick<ComparisonList, 'ones' | 'others'>,
  bins: Uint8Array,
  weights: Uint32Array,
  thresholdCount: number,
): number[] | undefined {
  const sums = new Float64Array(thresholdCount + 1);
  for (let index = 0; index < bins.length; index += 1) {
    const [one = 0, other = 0, bin = 0] = [ones[index], others[index], bins[index]];
    const weight = (weights[one] ?? 0) * (one === other ? 1 : (weights[other] ?? 0));
    sums[bin] = (sums[bin] ?? 0) + weight;
  }
  const total = sums.reduce((sum, part) => sum + part, 0);
  if (total === 0) return undefined;
  let matching = 0;
  return Array.from(sums.subarray(0, thresholdCount), (part) => {
    matching += part;
    return matching / total;
  });
}

/** The middle 95 % of what the draws gave; undefined without a draw. */
export function middleOf(rates: readonly number[]): Interval | undefined {
  const sorted = [...rates].sort((one, other) => one - other);
  const at = (share: number): number | undefined => sorted[Math.round(share * (sorted.length - 1))];
  const [low, high] = [at(0.025), at(0.975)];
  return low === undefined || high === undefined ? undefined : { low, high };
}
