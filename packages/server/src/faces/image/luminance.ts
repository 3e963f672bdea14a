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

/** Samples luminance of a region as a grid of `size` by `size`. */
function sampleGrid({ width, height, pixels }: Picture, region: Region, size: number): Float32Array {
  const columns = nearestPlaces(region.x, region.width, size, width);
  const rows = nearestPlaces(region.y, region.height, size, height);
  const grid = new Float32Array(size * size);
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

/** The Laplacian at each place of a grid of `GRID` by `GRID` but those at its rim. */
function laplacianOf(grid: Float32Array): Float32Array {
  const edges = new Float32Array((GRID - 2) * (GRID - 2));
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

/** For each source pixel: its first cell, its share there, and its share in the next cell. Requires a picture no smaller than the grid. */
type Shares = { cell: Uint16Array; part: Float64Array; rest: Float64Array };

function sharesOf(length: number, size: number): Shares {
  const whole = size / length;
  const cell = new Uint16Array(length);
  const part = new Float64Array(length);
  const rest = new Float64Array(length);
  for (let at = 0; at < length; at += 1) {
    const first = Math.floor((at * size) / length);
    const here = Math.min(whole, first + 1 - at * whole);
    cell[at] = first;
    part[at] = here;
    rest[at] = whole - here;
  }
  return { cell, part, rest };
}

/** Adds the light of one row of pixels, from `start` on, to `line`, which has a place more than cells, for what rounding leaves over. */
function addRow(light: Float64Array, start: number, { cell, part, rest }: Shares, line: Float64Array): void {
  line.fill(0);
  for (let column = 0; column < cell.length; column += 1) {
    const value = light[start + column] as number;
    const first = cell[column] as number;
    line[first] = (line[first] as number) + value * (part[column] as number);
    line[first + 1] = (line[first + 1] as number) + value * (rest[column] as number);
  }
}

/** Adds a row of cells, weighted, to those of the grid from `start` on. */
function addLine(line: Float64Array, grid: Float64Array, start: number, size: number, weight: number): void {
  for (let column = 0; column < size; column += 1)
    grid[start + column] = (grid[start + column] as number) + (line[column] as number) * weight;
}

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
  const { cell, part, rest } = sharesOf(height, size);
  const grid = new Float64Array(size * (size + 1));
  const line = new Float64Array(size + 1);
  for (let row = 0; row < height; row += 1) {
    addRow(light, row * width, columns, line);
    const start = (cell[row] as number) * size;
    addLine(line, grid, start, size, part[row] as number);
    // Most rows lie in one cell, and nothing is left over for the next.
    if (rest[row] !== 0) addLine(line, grid, start + size, size, rest[row] as number);
  }
  return new Float32Array(grid.subarray(0, size * size));
}

/** Luminance of the `size` by `size` pixels around the middle of a region, pixel by pixel; undefined where the picture is smaller than that. */
export function luminanceWindow(picture: Picture, region: Region, size: number): Float32Array | undefined {
  const { width, height } = picture;
  if (width < size || height < size) return undefined;
  const from = (middle: number, length: number): number =>
    Math.min(length - size, Math.max(0, Math.round(middle - size / 2)));
  const x = from(region.x + region.width / 2, width) - 0.5;
  const y = from(region.y + region.height / 2, height) - 0.5;
  return sampleGrid(picture, { x, y, width: size, height: size }, size);
}
