import type { FaceFrame, FaceSquare } from '@titular/face-engine/hashes/align-face.ts';
import type { LightPlane } from '@titular/face-engine/image/luminance.ts';

/** Fills `into` with the light of a square of the upright face, each cell the mean of four places in it; beyond the picture its edge goes on. */
export function sampleSquare(
  { width, height, light }: LightPlane,
  { scaleRe, scaleIm, offsetRe, offsetIm }: FaceFrame,
  { half, below, cells }: FaceSquare,
  into: Float64Array,
): void {
  const places = cells * 2;
  const step = (2 * half) / places;
  const [mostX, mostY] = [width - 1.001, height - 1.001];
  into.fill(0);
  for (let row = 0; row < places; row += 1) {
    const v = below - half + (row + 0.5) * step;
    const start = (row >> 1) * cells;
    for (let column = 0; column < places; column += 1) {
      const u = -half + (column + 0.5) * step;
      let x = scaleRe * u - scaleIm * v + offsetRe;
      let y = scaleIm * u + scaleRe * v + offsetIm;
      x = x < 0 ? 0 : x > mostX ? mostX : x;
      y = y < 0 ? 0 : y > mostY ? mostY : y;
      const [left, top] = [x | 0, y | 0];
      const [partX, partY] = [x - left, y - top];
      const at = top * width + left;
      const upper = (light[at] as number) * (1 - partX) + (light[at + 1] as number) * partX;
      const lower = (light[at + width] as number) * (1 - partX) + (light[at + width + 1] as number) * partX;
      const cell = start + (column >> 1);
      into[cell] = (into[cell] as number) + (upper * (1 - partY) + lower * partY) / 4;
    }
  }
}
