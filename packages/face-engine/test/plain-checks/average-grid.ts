import type { LightPlane } from '@titular/face-engine/image/luminance.ts';

/** For each source pixel the cell it begins in, how much of it lies there, and how much in the next one, as long as the picture is no smaller than the grid. */
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

/** Luminance of a whole picture on a grid of `size` by `size`, pixel by pixel, for pictures no smaller than that. */
export function averageGrid(plane: LightPlane, size: number): Float32Array {
  const { width, height, light } = plane;
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
