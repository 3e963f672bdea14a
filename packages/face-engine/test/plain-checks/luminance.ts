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

/** For each source pixel the cell it begins in, and how much of it lies there; the rest lies in the next one, as long as the picture is no smaller than the grid. */
type Shares = { cell: Uint16Array; part: Float64Array; whole: number };

function sharesOf(length: number, size: number): Shares {
  const whole = size / length;
  const cell = Uint16Array.from({ length }, (_, index) => Math.floor((index * size) / length));
  const part = Float64Array.from(cell, (first, index) => Math.min(whole, first + 1 - index * whole));
  return { cell, part, whole };
}

/** The light of one row of pixels on `line`, which has a place more than cells, for what rounding leaves over. */
function addRow(picture: Picture, row: number, { cell, part, whole }: Shares, line: Float64Array): void {
  const { width, pixels } = picture;
  let at = row * width * 3;
  for (let column = 0; column < width; column += 1) {
    const light =
      0.299 * (pixels[at] as number) +
      0.587 * (pixels[at + 1] as number) +
      0.114 * (pixels[at + 2] as number);
    const [first, here] = [cell[column] as number, part[column] as number];
    line[first] = (line[first] as number) + light * here;
    line[first + 1] = (line[first + 1] as number) + light * (whole - here);
    at += 3;
  }
}

/** Luminance of a whole picture on a grid of `size` by `size`, each cell the mean of all that lies in it, so that scaling changes little; a smaller picture is taken at the places that it has. */
export function averageGrid(picture: Picture, size: number): Float32Array {
  const { width, height } = picture;
  if (width < size || height < size) return sampleGrid(picture, { x: 0, y: 0, width, height }, size);
  const [columns, rows] = [sharesOf(width, size), sharesOf(height, size)];
  const grid = new Float64Array(size * (size + 1));
  const line = new Float64Array(size + 1);
  for (let row = 0; row < height; row += 1) {
    line.fill(0);
    addRow(picture, row, columns, line);
    const above = rows.part[row] as number;
    const start = (rows.cell[row] as number) * size;
    for (let column = 0; column < size; column += 1) {
      const sum = line[column] as number;
      grid[start + column] = (grid[start + column] as number) + sum * above;
      grid[start + size + column] = (grid[start + size + column] as number) + sum * (rows.whole - above);
    }
  }
  return Float32Array.from(grid.subarray(0, size * size));
}
