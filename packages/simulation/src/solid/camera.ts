import type { Picture } from '../picture.ts';
import { drawBetween, drawNormal, randomOf } from '../random.ts';
import type { Light } from './camera-hold.ts';
import type { Canvas } from './rasterise.ts';
import { makeRoom, type Room } from './room.ts';

/** One camera in one place: its room and light, its lens and its sensor. */
export type Camera = {
  width: number;
  height: number;
  /** Horizontal field of view. */
  fieldDegrees: number;
  room: Room;
  light: Light;
  /** Deviation of the noise of a grey at 128, in levels of 255; it grows with the root of the light, as photons do. */
  noise: number;
  /** Part of each neighbour that the lens mixes into a pixel. */
  blur: number;
  /** Factors of red, green and blue. */
  gains: readonly [number, number, number];
};

/** A camera of its own for each seed: the field of view of a phone's or laptop's front camera, room light from a side and above. */
export function makeCamera(
  seed: number,
  { width = 640, height = 480 }: { width?: number; height?: number } = {},
): Camera {
  const random = randomOf(seed);
  const gain = drawBetween(random, 0.86, 1.1);
  const warmth = drawBetween(random, -0.05, 0.05);
  return {
    width,
    height,
    fieldDegrees: drawBetween(random, 56, 66),
    light: {
      from: [drawBetween(random, -0.8, 0.8), drawBetween(random, 0.2, 0.7), drawBetween(random, 0.2, 0.6)],
      strength: drawBetween(random, 0.08, 0.28),
    },
    noise: drawBetween(random, 1, 3.5),
    blur: drawBetween(random, 0.03, 0.12),
    gains: [gain * (1 + warmth), gain, gain * (1 - warmth)],
    room: makeRoom(random),
  };
}

const NOISE_LENGTH = 1 << 16;
let noiseTable: Float32Array | undefined;

/** Normally distributed numbers, drawn once: a frame begins somewhere in them for each of its rows. */
function noiseNumbers(): Float32Array {
  if (!noiseTable) {
    const random = randomOf(468);
    noiseTable = Float32Array.from({ length: NOISE_LENGTH }, () => drawNormal(random));
  }
  return noiseTable;
}

/** Mixes each pixel with its neighbours across and down, in place. */
function blurRows({ width, height, colours }: Canvas, part: number): void {
  const own = 1 - 2 * part;
  const line = width * 3;
  for (let row = 0; row < height; row += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      const last = (row + 1) * line - 3 + channel;
      let before = colours[row * line + channel] as number;
      for (let at = row * line + channel; at <= last; at += 3) {
        const value = colours[at] as number;
        const after = at < last ? (colours[at + 3] as number) : value;
        colours[at] = value * own + (before + after) * part;
        before = value;
      }
    }
  }
  // Downwards a row at a time too, because columns lie far apart in memory; `above` keeps what a row was.
  const above = colours.slice(0, line);
  for (let row = 0; row < height; row += 1) {
    const step = row + 1 < height ? line : 0;
    for (let column = 0, at = row * line; column < line; column += 1, at += 1) {
      const value = colours[at] as number;
      colours[at] = value * own + ((above[column] as number) + (colours[at + step] as number)) * part;
      above[column] = value;
    }
  }
}

/** The picture that a camera takes of a canvas, which is used up: lens, exposure and noise of its sensor; equal seeds give equal noise. */
export function takePicture(
  canvas: Canvas,
  camera: Pick<Camera, 'noise' | 'blur' | 'gains'>,
  seed: number,
): Picture {
  blurRows(canvas, camera.blur);
  const { width, height, colours } = canvas;
  const numbers = noiseNumbers();
  const random = randomOf(seed);
  const pixels = new Uint8ClampedArray(width * height * 3);
  const [red, green, blue] = camera.gains;
  // A table of the root, because drawing it for each channel of each pixel takes longer than all else.
  const deviation = Float32Array.from(
    { length: 256 },
    (_, level) => camera.noise * Math.sqrt((level + 8) / 136),
  );
  for (let row = 0; row < height; row += 1) {
    let place = Math.floor(random() * NOISE_LENGTH);
    for (let at = row * width * 3; at < (row + 1) * width * 3; at += 3) {
      const r = (colours[at] as number) * red;
      const g = (colours[at + 1] as number) * green;
      const b = (colours[at + 2] as number) * blue;
      const level = g > 255 ? 255 : g | 0;
      const spread = deviation[level] as number;
      place = place + 6 > NOISE_LENGTH ? 0 : place + 3;
      pixels[at] = r + spread * (numbers[place] as number);
      pixels[at + 1] = g + spread * (numbers[place + 1] as number);
      pixels[at + 2] = b + spread * (numbers[place + 2] as number);
    }
  }
  return { width, height, pixels: new Uint8Array(pixels.buffer) };
}
