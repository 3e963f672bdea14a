import { averageGrid, type Picture } from './luminance.ts';

/** Side of the grid on which a picture is laid, whatever its shape. */
const GRID = 96;

/** Half waves across and down whose signs are kept: 16 each way. Lower ones are light and room, which two takes share; higher ones are lost in compression. */
const FIRST_WAVE = 6;
const WAVES = 16;
const IMAGE_HASH_BYTES = (WAVES * WAVES) / 8;

/** The cosines of the waves that are kept, wave by wave. */
const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Float32Array.from({ length: GRID }, (_, at) =>
    Math.cos((Math.PI * (FIRST_WAVE + wave) * (at + 0.5)) / GRID),
  ),
);

const dot = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

/**
 * A perceptual hash of the whole picture, 256 bits: the signs of a band of its cosine transform. Each bit hangs on all of the picture, so
 * that noise on a plain wall turns none, and a head that moved turns many.
 */
export function imageHashOf(picture: Picture): Uint8Array {
  const grid = averageGrid(picture, GRID);
  const rows = Array.from({ length: GRID }, (_, row) => grid.subarray(row * GRID, (row + 1) * GRID));
  const bits = new Uint8Array(IMAGE_HASH_BYTES);
  for (const [across, cosine] of COSINES.entries()) {
    const column = Float32Array.from(rows, (row) => dot(row, cosine));
    for (const [down, other] of COSINES.entries()) {
      const bit = down * WAVES + across;
      if (dot(column, other) > 0) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return bits;
}
