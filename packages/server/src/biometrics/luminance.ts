/** A rectangle of a picture with three bytes a pixel. */
export type Region = { x: number; y: number; width: number; height: number };

/** A place in a picture, in pixels. */
export type Point = { x: number; y: number };

/** Three bytes a pixel. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.round(at)));

/** Luminance (ITU-R BT.601) of the pixel nearest to a place, 0 to 255; places outside the picture repeat its edge. */
export function luminanceAt({ width, height, pixels }: Picture, x: number, y: number): number {
  const at = (within(y, height) * width + within(x, width)) * 3;
  return 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
}

/** Samples luminance of a region as a grid of `size` by `size`. */
function sampleGrid(picture: Picture, region: Region, size: number): Float32Array {
  const grid = new Float32Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const y = region.y + ((row + 0.5) * region.height) / size;
    for (let column = 0; column < size; column += 1)
      grid[row * size + column] = luminanceAt(picture, region.x + ((column + 0.5) * region.width) / size, y);
  }
  return grid;
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const GRID = 112;

/** The middle of a face's box, without hair and wall. */
const innerPart = ({ x, y, width, height }: Region): Region => ({
  x: x + width / 4,
  y: y + height / 4,
  width: width / 2,
  height: height / 2,
});

/** Mean luminance of a region, 0 to 255. */
export const meanLuminance = (picture: Picture, region: Region): number =>
  mean(sampleGrid(picture, region, 32));

/** Mean luminance of the middle of a face, and variance of the Laplacian over all of it on a grid of 112 by 112: low when it is out of focus or moved. */
export function luminanceAndSharpness(
  picture: Picture,
  region: Region,
): { brightness: number; sharpness: number } {
  const grid = sampleGrid(picture, region, GRID);
  const edges = new Float32Array((GRID - 2) * (GRID - 2));
  let index = 0;
  for (let row = 1; row < GRID - 1; row += 1) {
    for (let column = 1; column < GRID - 1; column += 1) {
      const at = row * GRID + column;
      const around =
        (grid[at - 1] ?? 0) + (grid[at + 1] ?? 0) + (grid[at - GRID] ?? 0) + (grid[at + GRID] ?? 0);
      edges[index] = around - 4 * (grid[at] ?? 0);
      index += 1;
    }
  }
  const middle = mean(edges);
  const sharpness = edges.reduce((sum, value) => sum + (value - middle) ** 2, 0) / edges.length;
  return { brightness: meanLuminance(picture, innerPart(region)), sharpness };
}

/** A source pixel's part in the cells it lies over: two at most, as long as the picture is no smaller than the grid. */
type Share = { cell: number; part: number; next: number; rest: number };

const sharesOf = (length: number, size: number): Share[] =>
  Array.from({ length }, (_, index) => {
    const [from, to] = [(index * size) / length, ((index + 1) * size) / length];
    const cell = Math.floor(from);
    const part = Math.min(to, cell + 1) - from;
    return { cell, part, next: Math.min(size - 1, cell + 1), rest: to - from - part };
  });

/** Luminance of a whole picture on a grid of `size` by `size`, each cell the mean of all that lies in it, so that scaling changes little; a smaller picture is taken at the places that it has. */
export function averageGrid(picture: Picture, size: number): Float32Array {
  const { width, height, pixels } = picture;
  if (width < size || height < size) return sampleGrid(picture, { x: 0, y: 0, width, height }, size);
  const [columns, rows] = [sharesOf(width, size), sharesOf(height, size)];
  const grid = new Float32Array(size * size);
  const line = new Float32Array(size);
  let at = 0;
  for (const { cell: row, part: above, next, rest: below } of rows) {
    line.fill(0);
    for (const share of columns) {
      const light = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
      line[share.cell] = (line[share.cell] ?? 0) + light * share.part;
      line[share.next] = (line[share.next] ?? 0) + light * share.rest;
      at += 3;
    }
    for (const [column, sum] of line.entries()) {
      const [here, under] = [row * size + column, next * size + column];
      grid[here] = (grid[here] ?? 0) + sum * above;
      grid[under] = (grid[under] ?? 0) + sum * below;
    }
  }
  return grid;
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
