import type { Picture } from './resample.ts';

/** A face that the detector found, in pixels of the picture; `score` from 0 to 1. */
export type Detection = { box: { x: number; y: number; width: number; height: number }; score: number };

/** Widths and heights of the detector's five boxes, in cells. */
const ANCHORS = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const;
const NUMBERS = 5;
const MAX_OVERLAP = 0.4;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function overlapOf({ box: a }: Detection, { box: b }: Detection): number {
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x));
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
  const shared = width * height;
  return shared / (a.width * a.height + b.width * b.height - shared);
}

/** The detections that are left when the surer of two that overlap is kept. */
function suppress(detections: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const one of detections.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => overlapOf(one, other) <= MAX_OVERLAP)) kept.push(one);
  return kept;
}

/** Faces in the planes that the tiny detector gives for a picture that was laid in the upper left of a square of `side` pixels. */
export function decodeBoxes(
  planes: Float32Array,
  { width, height }: Pick<Picture, 'width' | 'height'>,
  side: number,
  leastScore: number,
): Detection[] {
  const cells = Math.sqrt(planes.length / (ANCHORS.length * NUMBERS));
  const scale = side / Math.max(width, height);
  // face-api rounds the sides of the scaled picture before it takes them for the square's.
  const sides = [Math.round(width * scale), Math.round(height * scale)] as const;
  const inside = Math.max(...sides);
  const [wide, high] = [(inside / sides[0] / cells) * width, (inside / sides[1] / cells) * height];
  const found: Detection[] = [];
  const plane = cells * cells;
  for (let cell = 0; cell < plane; cell += 1) {
    for (let index = 0; index < ANCHORS.length; index += 1) {
      const at = index * NUMBERS * plane + cell;
      const score = sigmoid(planes[at + 4 * plane] as number);
      if (score <= leastScore) continue;
      const [anchorWidth, anchorHeight] = ANCHORS[index] as (typeof ANCHORS)[number];
      const [row, column] = [Math.floor(cell / cells), cell % cells];
      const boxWidth = Math.exp(planes[at + 2 * plane] as number) * anchorWidth * wide;
      const boxHeight = Math.exp(planes[at + 3 * plane] as number) * anchorHeight * high;
      const x = (column + sigmoid(planes[at] as number)) * wide - boxWidth / 2;
      const y = (row + sigmoid(planes[at + plane] as number)) * high - boxHeight / 2;
      found.push({ box: { x, y, width: boxWidth, height: boxHeight }, score });
    }
  }
  return suppress(found);
}
