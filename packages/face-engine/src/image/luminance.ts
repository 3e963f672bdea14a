import { createSpareRoom } from './spare-room.ts';

/** A rectangle of a picture with three bytes a pixel. */
export type Region = { x: number; y: number; width: number; height: number };

/** A place in a picture, in pixels. */
export type Point = { x: number; y: number };

/** Three bytes a pixel. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

/** Luminance (ITU-R BT.601) of every pixel, 0 to 255, row by row. */
export type LightPlane = { width: number; height: number; light: Float64Array };

const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;

const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.round(at)));

/** Luminance (ITU-R BT.601) of the pixel nearest to a place, 0 to 255; places outside the picture repeat its edge. */
export function luminanceAt({ width, height, pixels }: Picture, x: number, y: number): number {
  const at = (within(y, height) * width + within(x, width)) * 3;
  return RED * (pixels[at] ?? 0) + GREEN * (pixels[at + 1] ?? 0) + BLUE * (pixels[at + 2] ?? 0);
}

/** The luminance of a whole picture, for checks that look at all of it; the others read the pixels that they need. `room` is used where it suffices. */
export function lightPlaneOf({ width, height, pixels }: Picture, room?: Float64Array): LightPlane {
  const places = width * height;
  const light = room && room.length >= places ? room.subarray(0, places) : new Float64Array(places);
  for (let place = 0, at = 0; place < light.length; place += 1, at += 3) {
    light[place] =
      RED * (pixels[at] as number) + GREEN * (pixels[at + 1] as number) + BLUE * (pixels[at + 2] as number);
  }
  return { width, height, light };
}

let spare: Float64Array | undefined;

/** What `use` makes of the luminance of a whole picture, whose room is used again afterwards: megabytes for each frame would set off the garbage collector every few of them. */
export function withLightPlane<Result>(picture: Picture, use: (plane: LightPlane) => Result): Result {
  const places = picture.width * picture.height;
  const room = spare && spare.length >= places ? spare : new Float64Array(places);
  // Nobody else finds it while it is used.
  spare = undefined;
  const result = use(lightPlaneOf(picture, room));
  spare = room;
  return result;
}

/** The nearest pixels, from 0 to `length`, of so many places that lie evenly from `start` on. */
function nearestPlaces(start: number, extent: number, size: number, length: number): Int32Array {
  const places = new Int32Array(size);
  for (let at = 0; at < size; at += 1) places[at] = within(start + ((at + 0.5) * extent) / size, length);
  return places;
}

const lendGrid = createSpareRoom(Float32Array);

/** Samples luminance of a region as a grid of `size` by `size`, in room that the next grid is in, too. */
function sampleGrid({ width, height, pixels }: Picture, region: Region, size: number): Float32Array {
  const columns = nearestPlaces(region.x, region.width, size, width);
  const rows = nearestPlaces(region.y, region.height, size, height);
  const grid = lendGrid(size * size);
  let place = 0;
  for (let row = 0; row < size; row += 1) {
    const start = (rows[row] as number) * width;
    for (let column = 0; column < size; column += 1) {
      const at = (start + (columns[column] as number)) * 3;
      grid[place] =
        RED * (pixels[at] as number) + GREEN * (pixels[at + 1] as number) + BLUE * (pixels[at + 2] as number);
      place += 1;
    }
  }
  return grid;
}

/** The mean of luminances. */
export function meanOf(values: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] as number;
  return sum / values.length;
}

/** The mean of the squared distances of luminances from their mean. */
export function varianceOf(values: Float32Array, mean: number): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) {
    const difference = (values[at] as number) - mean;
    sum += difference * difference;
  }
  return sum / values.length;
}

const GRID = 112;

/** The middle of a face's box, without hair and wall. */
const innerPart = ({ x, y, width, height }: Region): Region => ({
  x: x + width / 4,
  y: y + height / 4,
  width: width / 2,
  height: height / 2,
});

/** Mean luminance of a region, 0 to 255. */
const meanLuminance = (picture: Picture, region: Region): number => meanOf(sampleGrid(picture, region, 32));

/** Mean luminance of a whole picture, 0 to 255. */
export const brightnessOf = (picture: Picture): number =>
  meanLuminance(picture, { x: 0, y: 0, width: picture.width, height: picture.height });

const lendEdges = createSpareRoom(Float32Array);

/** The Laplacian at each place of a grid of `GRID` by `GRID` but those at its rim. */
function laplacianOf(grid: Float32Array): Float32Array {
  const edges = lendEdges((GRID - 2) * (GRID - 2));
  let index = 0;
  for (let row = 1; row < GRID - 1; row += 1) {
    const end = (row + 1) * GRID - 1;
    for (let at = row * GRID + 1; at < end; at += 1) {
      const beside = (grid[at - 1] as number) + (grid[at + 1] as number);
      const around = beside + (grid[at - GRID] as number) + (grid[at + GRID] as number);
      edges[index] = around - 4 * (grid[at] as number);
      index += 1;
    }
  }
  return edges;
}

/** Mean luminance of the middle of a face, and its sharpness: the variance of the Laplacian on a 112 by 112 grid, low if blurred. */
export function luminanceAndSharpness(
  picture: Picture,
  region: Region,
): { brightness: number; sharpness: number } {
  const edges = laplacianOf(sampleGrid(picture, region, GRID));
  return {
    brightness: meanLuminance(picture, innerPart(region)),
    sharpness: varianceOf(edges, meanOf(edges)),
  };
}

/**
 * How pixels fall into cells, while there are at least as many pixels. `first` is the first pixel that begins in a cell; one past the last
 * cell, it is the number of pixels. `part` is how much of its last pixel lies in the cell, and `rest` in the next. `whole` is a pixel's
 * length in cells.
 */
type Shares = { first: Int32Array; part: Float64Array; rest: Float64Array; whole: number };

function sharesOf(length: number, size: number): Shares {
  const whole = size / length;
  const first = new Int32Array(size + 1);
  const part = new Float64Array(size);
  const rest = new Float64Array(size);
  for (let at = 0; at < length; at += 1) {
    const cell = Math.floor((at * size) / length);
    const here = Math.min(whole, cell + 1 - at * whole);
    first[cell + 1] = at + 1;
    part[cell] = here;
    rest[cell] = whole - here;
  }
  return { first, part, rest, whole };
}

/** Light of one row of pixels, from `start` on, by cells. */
function sumRow(
  light: Float64Array,
  start: number,
  { first, part, rest, whole }: Shares,
  line: Float64Array,
): void {
  let before = 0;
  for (let cell = 0; cell < line.length; cell += 1) {
    const last = start + (first[cell + 1] as number) - 1;
    let sum = before;
    for (let at = start + (first[cell] as number); at < last; at += 1) sum += (light[at] as number) * whole;
    const value = light[last] as number;
    line[cell] = sum + value * (part[cell] as number);
    before = value * (rest[cell] as number);
  }
}

/** Adds a row of cells, weighted, to those of the grid from `start` on. */
function addLine(line: Float64Array, grid: Float64Array, start: number, weight: number): void {
  for (let column = 0; column < line.length; column += 1)
    grid[start + column] = (grid[start + column] as number) + (line[column] as number) * weight;
}

const lendSums = createSpareRoom(Float64Array);
const lendLine = createSpareRoom(Float64Array);

/** The pixels that lie nearest to the middles of the cells, where a picture has fewer of them than the grid. */
function nearestGrid({ width, height, light }: LightPlane, size: number): Float32Array {
  const columns = nearestPlaces(0, width, size, width);
  const rows = nearestPlaces(0, height, size, height);
  return Float32Array.from({ length: size * size }, (_, cell) => {
    const row = rows[Math.floor(cell / size)] as number;
    return light[row * width + (columns[cell % size] as number)] as number;
  });
}

/** Luminance of a whole picture on a grid of `size` by `size`, each cell the mean of all that lies in it, so that scaling changes little. A smaller picture is taken at the places that it has. */
export function averageGrid(plane: LightPlane, size: number): Float32Array {
  const { width, height, light } = plane;
  if (width < size || height < size) return nearestGrid(plane, size);
  const columns = sharesOf(width, size);
  const { first, part, rest, whole } = sharesOf(height, size);
  // A row more than cells, for what rounding leaves over.
  const grid = lendSums(size * (size + 1)).fill(0);
  const line = lendLine(size);
  for (let cell = 0; cell < size; cell += 1) {
    const start = cell * size;
    const last = (first[cell + 1] as number) - 1;
    for (let row = first[cell] as number; row < last; row += 1) {
      sumRow(light, row * width, columns, line);
      addLine(line, grid, start, whole);
    }
    sumRow(light, last * width, columns, line);
    addLine(line, grid, start, part[cell] as number);
    addLine(line, grid, start + size, rest[cell] as number);
  }
  return new Float32Array(grid.subarray(0, size * size));
}

/** What of each colour makes a plane of values. */
export type Weights = { red: number; green: number; blue: number };

/** Luminance as a plane (ITU-R BT.601). */
export const LUMINANCE: Weights = { red: RED, green: GREEN, blue: BLUE };

/** A plane's values in the `size` by `size` pixels around the middle of a region, pixel by pixel; undefined where the picture is smaller than that. */
export function planeWindow(
  { width, height, pixels }: Picture,
  region: Region,
  size: number,
  { red, green, blue }: Weights,
): Float32Array | undefined {
  if (width < size || height < size) return undefined;
  const from = (middle: number, length: number): number =>
    Math.min(length - size, Math.max(0, Math.round(middle - size / 2)));
  const left = from(region.x + region.width / 2, width);
  const top = from(region.y + region.height / 2, height);
  const values = lendGrid(size * size);
  for (let row = 0, place = 0; row < size; row += 1) {
    let at = ((top + row) * width + left) * 3;
    for (let column = 0; column < size; column += 1, place += 1, at += 3) {
      values[place] =
        red * (pixels[at] as number) + green * (pixels[at + 1] as number) + blue * (pixels[at + 2] as number);
    }
  }
  return values;
}
