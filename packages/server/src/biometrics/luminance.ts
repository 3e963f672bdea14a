/** A rectangle of a picture with three bytes a pixel. */
export type Region = { x: number; y: number; width: number; height: number };

type Picture = { width: number; height: number; pixels: Uint8Array };

/** Samples luminance (ITU-R BT.601) of a region as a grid of `size` by `size`; parts outside the picture repeat its edge. */
function sampleGrid(picture: Picture, region: Region, size: number): Float32Array {
  const grid = new Float32Array(size * size);
  const { width, height, pixels } = picture;
  for (let row = 0; row < size; row += 1) {
    const y = Math.min(height - 1, Math.max(0, Math.round(region.y + ((row + 0.5) * region.height) / size)));
    for (let column = 0; column < size; column += 1) {
      const x = Math.min(
        width - 1,
        Math.max(0, Math.round(region.x + ((column + 0.5) * region.width) / size)),
      );
      const at = (y * width + x) * 3;
      grid[row * size + column] =
        0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
    }
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
