import { digest } from '../../kernel/base/secret.ts';

const BYTES = 4;
const RANGE = 2 ** (8 * BYTES);

/** Chance that is the same for the same seed: each call gives the next number of [0, 1). */
export type Draw = () => number;

/** Starts the numbers of a seed. */
export function createDraw(seed: string): Draw {
  let block = digest(seed);
  let at = 0;
  let blocks = 0;
  return () => {
    if (at === block.length) {
      blocks += 1;
      block = digest(`${seed} ${blocks}`);
      at = 0;
    }
    const value = block.readUInt32BE(at) / RANGE;
    at += BYTES;
    return value;
  };
}

/** A whole number from `from` to `to`, both included. */
export const between = (draw: Draw, from: number, to: number): number =>
  from + Math.floor(draw() * (to - from + 1));

/** One of several, each as likely as its weight says. */
export function choose<Value>(draw: Draw, weighted: readonly (readonly [Value, number])[]): Value {
  const sum = weighted.reduce((all, [, weight]) => all + weight, 0);
  let left = draw() * sum;
  for (const [value, weight] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  return (weighted[weighted.length - 1] as readonly [Value, number])[0];
}
