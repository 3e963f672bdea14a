import type { FoundFace } from '@titular/contract';
import type { LightPlane } from '../image/luminance.ts';

/**
 * A similarity from the upright face to the picture, as two complex numbers: w becomes `scale * w + offset`. The upright face has the
 * outer eye corners at -0.5 and 0.5 and the chin below them.
 */
export type FaceFrame = { scaleRe: number; scaleIm: number; offsetRe: number; offsetIm: number };

/** How far the middle of the mouth lies below the eyes: the mean of 19 upright faces of group photographs, 0.799. */
const MOUTH_BELOW_EYES = 0.8;

/** The similarity that brings eyes and mouth closest to where an upright face has them (least squares); by the eyes alone where an engine gives no mouth. */
export function frameOf({ rightEye, leftEye, mouthRight, mouthLeft }: FoundFace['landmarks']): FaceFrame {
  const places = [
    { x: -0.5, y: 0, to: rightEye },
    { x: 0.5, y: 0, to: leftEye },
  ];
  if (mouthRight && mouthLeft) {
    const to = { x: (mouthRight.x + mouthLeft.x) / 2, y: (mouthRight.y + mouthLeft.y) / 2 };
    places.push({ x: 0, y: MOUTH_BELOW_EYES, to });
  }
  const mean = (of: (place: (typeof places)[number]) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [down, middleX, middleY] = [mean(({ y }) => y), mean(({ to }) => to.x), mean(({ to }) => to.y)];
  let [scaleRe, scaleIm, square] = [0, 0, 0];
  for (const { x, y, to } of places) {
    const [toX, toY] = [to.x - middleX, to.y - middleY];
    scaleRe += toX * x + toY * (y - down);
    scaleIm += toY * x - toX * (y - down);
    square += x * x + (y - down) ** 2;
  }
  scaleRe /= square;
  scaleIm /= square;
  return { scaleRe, scaleIm, offsetRe: middleX + scaleIm * down, offsetIm: middleY - scaleRe * down };
}

/** A square of the upright face: half its side and how far its middle lies below the eyes, in distances of the outer eye corners; cells a side. */
export type FaceSquare = { half: number; below: number; cells: number };

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
      const left = x | 0;
      const top = y | 0;
      const partX = x - left;
      const partY = y - top;
      const at = top * width + left;
      const upper = (light[at] as number) * (1 - partX) + (light[at + 1] as number) * partX;
      const lower = (light[at + width] as number) * (1 - partX) + (light[at + width + 1] as number) * partX;
      const cell = start + (column >> 1);
      into[cell] = (into[cell] as number) + (upper * (1 - partY) + lower * partY) / 4;
    }
  }
}
