import type { Detection } from '@titular/face-engine/nets/decode-boxes.ts';
import type { Picture } from './luminance.ts';

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
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      for (const [index, [anchorWidth, anchorHeight]] of ANCHORS.entries()) {
        const numberAt = (number: number): number =>
          planes[((index * NUMBERS + number) * cells + row) * cells + column] ?? 0;
        const score = sigmoid(numberAt(4));
        if (score <= leastScore) continue;
        const boxWidth = Math.exp(numberAt(2)) * anchorWidth * wide;
        const boxHeight = Math.exp(numberAt(3)) * anchorHeight * high;
        const x = (column + sigmoid(numberAt(0))) * wide - boxWidth / 2;
        const y = (row + sigmoid(numberAt(1))) * high - boxHeight / 2;
        found.push({ box: { x, y, width: boxWidth, height: boxHeight }, score });
      }
    }
  }
  return suppress(found);
}
