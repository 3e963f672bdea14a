import { drawBetween, type Random } from '../random.ts';

/** A value that wanders slowly about 0, by the time in ms. */
export type Sway = (atMs: number) => number;

/** Waves of a sway, in Hz: breath and balance below 1, the tremor of a hand above. */
const WAVES: readonly [least: number, most: number, part: number][] = [
  [0.08, 0.3, 1],
  [0.3, 0.8, 0.55],
  [0.9, 2.2, 0.25],
  [4, 8, 0.06],
];

/** A sway of its own whose root mean square is `deviation`. */
export function drawSway(random: Random, deviation: number): Sway {
  const power = WAVES.reduce((sum, [, , part]) => sum + (part * part) / 2, 0);
  const waves = WAVES.map(([least, most, part]) => ({
    radiansAMs: (2 * Math.PI * drawBetween(random, least, most)) / 1000,
    phase: random() * 2 * Math.PI,
    part: (part * deviation) / Math.sqrt(power),
  }));
  return (atMs) =>
    waves.reduce((sum, { radiansAMs, phase, part }) => sum + part * Math.sin(phase + radiansAMs * atMs), 0);
}
