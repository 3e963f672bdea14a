import type { Picture } from '../picture.ts';
import { drawBetween, type Random } from '../random.ts';
import type { Mapping, Point } from './look-at.ts';

/** How a hand holds a camera or an instrument, and how that camera sees. */
export type HandCamera = {
  /** Off the middle in pixels, rolled in radians, after so many seconds. */
  swayAt(seconds: number): { x: number; y: number; roll: number };
  /** Light and noise of one frame, written into it. */
  expose(picture: Picture, seconds: number): void;
  quality: number;
};

const NOISE_BYTES = 1 << 16;

type Wave = { rate: number; phase: number; size: number };
const wavesOf = (random: Random, size: number): Wave[] =>
  [0.25, 0.9, 2.3].map((rate, index) => ({
    rate: rate * drawBetween(random, 0.7, 1.4),
    phase: random() * 2 * Math.PI,
    size: (size * drawBetween(random, 0.6, 1.2)) / (1 + index * 1.2),
  }));
const sum = (waves: readonly Wave[], seconds: number): number =>
  waves.reduce(
    (total, { rate, phase, size }) => total + size * Math.sin(2 * Math.PI * rate * seconds + phase),
    0,
  );

/** Noise of a normal distribution with a deviation of 32 (sum of four even ones), drawn once. */
function drawNoise(random: Random): Int8Array {
  const even = (): number => (random() - 0.5) * 110.85;
  return Int8Array.from({ length: NOISE_BYTES }, () =>
    Math.max(-127, Math.min(127, (even() + even() + even() + even()) / 2)),
  );
}

/** Gives each byte its level and the grain of its place, which begins at `from`. */
function addGrain(pixels: Uint8Array, levels: Int16Array, grain: Int8Array, from: number): void {
  let at = from;
  for (let index = 0; index < pixels.length; index += 1) {
    const value = (levels[pixels[index] as number] as number) + (grain[at] as number);
    pixels[index] = value < 0 ? 0 : value > 255 ? 255 : value;
    at = (at + 1) & (NOISE_BYTES - 1);
    // Strides of a prime through the noise, so that rows do not repeat.
    if ((index & 1023) === 0) at = (at + 4099) & (NOISE_BYTES - 1);
  }
}

/** Draws a hand that sways by some pixels and degrees, and a camera with noise of 1 to 4 levels, drifting light and JPEG quality 72 to 92. */
export function drawHandCamera(random: Random): HandCamera {
  const [x, y] = [wavesOf(random, drawBetween(random, 2, 5)), wavesOf(random, drawBetween(random, 2, 5))];
  const roll = wavesOf(random, drawBetween(random, 0.004, 0.012));
  const light = wavesOf(random, drawBetween(random, 0.01, 0.04));
  const level = drawBetween(random, 0.92, 1.08);
  const strength = Math.round((drawBetween(random, 1, 4) / 32) * 256);
  // What is added to a level, a place of the noise for each byte.
  const grain = drawNoise(random).map((value) => (value * strength) >> 8);
  const quality = Math.round(drawBetween(random, 72, 92));
  return {
    quality,
    swayAt: (seconds) => ({ x: sum(x, seconds), y: sum(y, seconds), roll: sum(roll, seconds) }),
    expose: ({ pixels }, seconds) => {
      const gain = level * (1 + sum(light, seconds));
      const levels = Int16Array.from({ length: 256 }, (_, value) => Math.round(value * gain));
      addGrain(pixels, levels, grain, Math.floor(random() * NOISE_BYTES));
    },
  };
}

/** The camera's picture from its middle, moved by a sway. */
export function swayed(
  see: Mapping,
  size: { width: number; height: number },
  sway: { x: number; y: number; roll: number },
): { see: Mapping; place(point: Point): Point } {
  const [cos, sin] = [Math.cos(sway.roll), Math.sin(sway.roll)];
  const [midX, midY] = [size.width / 2 + sway.x, size.height / 2 + sway.y];
  return {
    see: (row) => {
      const { xs, ys } = row;
      for (let index = 0; index < xs.length; index += 1) {
        const dx = (xs[index] as number) - midX;
        const dy = (ys[index] as number) - midY;
        xs[index] = dx * cos + dy * sin;
        ys[index] = dy * cos - dx * sin;
      }
      see(row);
    },
    place: ({ x, y }) => ({ x: midX + x * cos - y * sin, y: midY + x * sin + y * cos }),
  };
}
