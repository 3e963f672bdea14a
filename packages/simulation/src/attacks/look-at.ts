import type { Picture } from '../picture.ts';

/** A place in a picture, in pixels. */
export type Point = { x: number; y: number };

/** What a pixel of the camera's picture shows: a place of the sheet, in its pixels, how much of it covers the room (0 to 1), and the inside of a mouth instead. */
export type Seen = Point & { cover: number; mouth: 'none' | 'dark' | 'teeth' };

/** Writes into `seen` what a place of the camera's picture shows. */
export type Mapping = (x: number, y: number, seen: Seen) => void;

const MOUTH_COLOURS = { dark: [52, 24, 26], teeth: [198, 188, 176] } as const;

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

/** Lays a bilinear sample over a pixel that begins at `to`, as much as it covers; places outside repeat the edge. */
function layOver(from: Picture, x: number, y: number, pixels: Uint8Array, to: number, cover: number): void {
  const { width, height, pixels: source } = from;
  const column = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const row = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const left = Math.floor(column);
  const top = Math.floor(row);
  const fx = column - left;
  const fy = row - top;
  const at = (top * width + left) * 3;
  const below = at + width * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const a = source[at + channel] as number;
    const c = source[below + channel] as number;
    const upper = a + ((source[at + 3 + channel] as number) - a) * fx;
    const value = upper + (c + ((source[below + 3 + channel] as number) - c) * fx - upper) * fy;
    const behind = pixels[to + channel] as number;
    pixels[to + channel] = cover === 1 ? value + 0.5 : behind + (value - behind) * cover + 0.5;
  }
}

/** What the camera sees of a sheet before a room; the room is as large as the camera's picture. */
export function lookAt(sheet: { full: Picture; half: Picture }, room: Picture, mapping: Mapping): Picture {
  const { width, height } = room;
  const pixels = new Uint8Array(room.pixels);
  const seen: Seen = { x: 0, y: 0, cover: 1, mouth: 'none' };
  const above = new Float64Array(width * 2);
  for (let y = 0; y < height; y += 1) {
    let beforeX = 0;
    let beforeY = 0;
    for (let x = 0; x < width; x += 1) {
      seen.cover = 1;
      seen.mouth = 'none';
      mapping(x, y, seen);
      if (!(seen.cover > 0)) continue;
      const across = Math.abs(seen.x - beforeX) + Math.abs(seen.y - beforeY);
      const down =
        Math.abs(seen.x - (above[2 * x] as number)) + Math.abs(seen.y - (above[2 * x + 1] as number));
      beforeX = seen.x;
      beforeY = seen.y;
      above[2 * x] = seen.x;
      above[2 * x + 1] = seen.y;
      const at = (y * width + x) * 3;
      if (seen.mouth !== 'none') pixels.set(MOUTH_COLOURS[seen.mouth], at);
      else if (across > COARSE_FROM || down > COARSE_FROM)
        layOver(sheet.half, seen.x / 2 - 0.25, seen.y / 2 - 0.25, pixels, at, seen.cover);
      else layOver(sheet.full, seen.x, seen.y, pixels, at, seen.cover);
    }
  }
  return { width, height, pixels };
}
