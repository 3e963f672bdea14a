/** Numbers in [0, 1) that follow from a seed (mulberry32). */
export type Random = () => number;

/** A generator of its own for a seed; whole numbers differ in all their draws. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Evenly drawn between two bounds. */
export const drawBetween = (random: Random, low: number, high: number): number =>
  low + random() * (high - low);

/** Normally distributed with mean 0 and deviation 1 (Box-Muller). */
export const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
