import type { Picture } from '../picture.ts';

/** A place in a picture, in pixels. */
export type Point = { x: number; y: number };

/**
 * A row of places in the camera's picture, and what each shows. A mapping receives their `xs` and `ys` in the picture and writes back places
 * in the sheet, in its pixels. It also writes how much of each place covers the room (0 to 1), and where the inside of a mouth shows instead.
 */
export type SeenRow = { xs: Float64Array; ys: Float64Array; cover: Float64Array; mouth: Uint8Array };

/** Replaces the places of a row by what they show, in place: one call for each row, so that the loops within know what they work on. */
export type Mapping = (row: SeenRow) => void;

/** What a place shows of the inside of a mouth. */
export const MOUTH = { none: 0, dark: 1, teeth: 2 } as const;

const MOUTH_COLOURS: readonly (readonly number[])[] = [[], [52, 24, 26], [198, 188, 176]];

/** A row of so many places, of which nothing is known. */
export const createRow = (count: number): SeenRow => ({
  xs: new Float64Array(count),
  ys: new Float64Array(count),
  cover: new Float64Array(count).fill(1),
  mouth: new Uint8Array(count),
});

/** A row of one place. */
export function rowOf({ x, y }: Point): SeenRow {
  const row = createRow(1);
  row.xs[0] = x;
  row.ys[0] = y;
  return row;
}

/** From this many pixels of the sheet for one of the camera on, the sheet is read at half its size, so that fine detail does not flicker. */
const COARSE_FROM = 1.5;

/** A picture at half its size, each pixel the mean of four. */
export function halve({ width, height, pixels }: Picture): Picture {
  const half: Picture = {
    width: width >> 1,
    height: height >> 1,
    pixels: new Uint8Array((width >> 1) * (height >> 1) * 3),
  };
  for (let y = 0, to = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      const at = (2 * y * width + 2 * x) * 3;
      const below = at + width * 3;
      for (let channel = 0; channel < 3; channel += 1, to += 1) {
        const upper = (pixels[at + channel] as number) + (pixels[at + 3 + channel] as number);
        const lower = (pixels[below + channel] as number) + (pixels[below + 3 + channel] as number);
        half.pixels[to] = (upper + lower + 2) >> 2;
      }
    }
  }
  return half;
}

type Sheets = { full: Picture; half: Picture };

/**
 * Marks in `isCoarse` the places of a row that are read from the sheet at half its size, and converts those to its pixels. `above` is the
 * row before, where it covers, and becomes this one.
 */
function chooseSize({ xs, ys, cover }: SeenRow, above: SeenRow, isCoarse: Uint8Array): void {
  const { xs: aboveXs, ys: aboveYs } = above;
  let beforeX = 0;
  let beforeY = 0;
  for (let index = 0; index < xs.length; index += 1) {
    if (!((cover[index] as number) > 0)) continue;
    const x = xs[index] as number;
    const y = ys[index] as number;
    const across = Math.abs(x - beforeX) + Math.abs(y - beforeY);
    const down = Math.abs(x - (aboveXs[index] as number)) + Math.abs(y - (aboveYs[index] as number));
    beforeX = x;
    beforeY = y;
    aboveXs[index] = x;
    aboveYs[index] = y;
    isCoarse[index] = across > COARSE_FROM || down > COARSE_FROM ? 1 : 0;
    if (isCoarse[index] === 0) continue;
    xs[index] = x / 2 - 0.25;
    ys[index] = y / 2 - 0.25;
  }
}

/** Lays what a row shows over the room, as much as it covers; places outside of the sheet repeat its edge. */
function paintRow(
  { full, half }: Sheets,
  { xs, ys, cover, mouth }: SeenRow,
  isCoarse: Uint8Array,
  pixels: Uint8Array,
): void {
  for (let index = 0, to = 0; index < xs.length; index += 1, to += 3) {
    const part = cover[index] as number;
    if (!(part > 0)) continue;
    const inside = mouth[index] as number;
    if (inside !== MOUTH.none) {
      pixels.set(MOUTH_COLOURS[inside] ?? [], to);
      continue;
    }
    const { width, height, pixels: source } = isCoarse[index] === 0 ? full : half;
    const ownX = xs[index] as number;
    const x = ownX < 0 ? 0 : ownX > width - 1.001 ? width - 1.001 : ownX;
    const ownY = ys[index] as number;
    const y = ownY < 0 ? 0 : ownY > height - 1.001 ? height - 1.001 : ownY;
    const left = x | 0;
    const top = y | 0;
    const fx = x - left;
    const fy = y - top;
    const at = (top * width + left) * 3;
    const below = at + width * 3;
    // Bilinear, without a loop, a call or a list: this is half of the time of a frame.
    const aboveRed = source[at] as number;
    const belowRed = source[below] as number;
    const upperRed = aboveRed + ((source[at + 3] as number) - aboveRed) * fx;
    const red = upperRed + (belowRed + ((source[below + 3] as number) - belowRed) * fx - upperRed) * fy;
    const aboveGreen = source[at + 1] as number;
    const belowGreen = source[below + 1] as number;
    const upperGreen = aboveGreen + ((source[at + 4] as number) - aboveGreen) * fx;
    const green =
      upperGreen + (belowGreen + ((source[below + 4] as number) - belowGreen) * fx - upperGreen) * fy;
    const aboveBlue = source[at + 2] as number;
    const belowBlue = source[below + 2] as number;
    const upperBlue = aboveBlue + ((source[at + 5] as number) - aboveBlue) * fx;
    const blue = upperBlue + (belowBlue + ((source[below + 5] as number) - belowBlue) * fx - upperBlue) * fy;
    if (part === 1) {
      pixels[to] = red + 0.5;
      pixels[to + 1] = green + 0.5;
      pixels[to + 2] = blue + 0.5;
    } else {
      const wasRed = pixels[to] as number;
      const wasGreen = pixels[to + 1] as number;
      const wasBlue = pixels[to + 2] as number;
      pixels[to] = wasRed + (red - wasRed) * part + 0.5;
      pixels[to + 1] = wasGreen + (green - wasGreen) * part + 0.5;
      pixels[to + 2] = wasBlue + (blue - wasBlue) * part + 0.5;
    }
  }
}

/** What the camera sees of a sheet before a room; the room is as large as the camera's picture. */
export function lookAt(sheet: Sheets, room: Picture, mapping: Mapping): Picture {
  const { width, height } = room;
  const pixels = new Uint8Array(room.pixels);
  const [row, above, isCoarse] = [createRow(width), createRow(width), new Uint8Array(width)];
  const columns = Float64Array.from({ length: width }, (_, column) => column);
  for (let y = 0; y < height; y += 1) {
    row.xs.set(columns);
    row.ys.fill(y);
    row.cover.fill(1);
    row.mouth.fill(MOUTH.none);
    mapping(row);
    chooseSize(row, above, isCoarse);
    paintRow(sheet, row, isCoarse, pixels.subarray(y * width * 3, (y + 1) * width * 3));
  }
  return { width, height, pixels };
}
