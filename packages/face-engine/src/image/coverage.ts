import type { FoundFace } from '@titular/contract';
import { luminanceAt, meanOf, type Picture, type Point, varianceOf } from './luminance.ts';

/** Both in lengths of the line between the outer eye corners, which turns with the head. */
type Patch = { halfWidth: number; halfHeight: number };

const EYE: Patch = { halfWidth: 0.2, halfHeight: 0.14 };
const SKIN: Patch = { halfWidth: 0.12, halfHeight: 0.1 };
const MOUTH: Patch = { halfWidth: 0.24, halfHeight: 0.13 };

/** From an outer corner to the middle of its eye along that line; and from the eyes down to the cheeks, and up to the brow. */
const EYE_INWARDS = 0.16;
const CHEEKS_BELOW = 0.42;
const BROW_ABOVE = 0.45;

const GRID = 16;
/** Luminance that is added to what is divided by, so that noise in the dark is not taken for detail. */
const DARK = 8;

/**
 * What counts as open. Measured on 21 faces of group photographs, far and near, and on the people of the test kit facing, turned by up to
 * 35 degrees and at 0.7 to 1.45 of their size, n = 186: contrast of the mouth from 0.12, detail from 0.037, light of the eyes from 0.79.
 * Painted on the same people, facing and turned by 15 degrees, where a face was found at all: masks in three colours, n = 21, contrast
 * up to 0.05. A hand, n = 9, contrast up to 0.15 and detail up to 0.032; black glasses, n = 8, light of the eyes up to 0.42. The limits were
 * chosen on these same pictures; of detail they leave 3 % to the hand and 14 % to the plainest mouth. Masks, hands and glasses in truth,
 * beards, and eyeglasses: not measured; glass that lets half of the light through is not seen.
 */
const MIN_CONTRAST = 0.09;
const MIN_DETAIL = 0.033;
const MIN_LIGHT = 0.6;

/** What of a face is open to sight, from 0, covered, by way of 1, just open; `mouth` is undefined where an engine gives no corners of it. */
export type Coverage = { mouth: number | undefined; eyes: number };

/** Luminance on a grid over a patch that lies as the face does. */
type ReadPatch = (middle: Point, patch: Patch) => Float32Array;

function patchReader(picture: Picture, { rightEye, leftEye }: FoundFace['landmarks']): ReadPatch {
  const across = { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y };
  const down = { x: rightEye.y - leftEye.y, y: leftEye.x - rightEye.x };
  return (middle, { halfWidth, halfHeight }) => {
    const grid = new Float32Array(GRID * GRID);
    for (let row = 0; row < GRID; row += 1) {
      const v = ((row + 0.5) / GRID - 0.5) * 2 * halfHeight;
      for (let column = 0; column < GRID; column += 1) {
        const u = ((column + 0.5) / GRID - 0.5) * 2 * halfWidth;
        const x = middle.x + across.x * u + down.x * v;
        grid[row * GRID + column] = luminanceAt(picture, x, middle.y + across.y * u + down.y * v);
      }
    }
    return grid;
  };
}

/** How much light differs, and how much from row to row, as parts of the light: lips, teeth and beard do both, plain cloth and a hand one at most. */
function mouthOpen(grid: Float32Array): number {
  const middle = meanOf(grid);
  let steps = 0;
  for (let at = GRID; at < grid.length; at += 1)
    steps += Math.abs((grid[at] as number) - (grid[at - GRID] as number));
  const light = middle + DARK;
  const contrast = Math.sqrt(varianceOf(grid, middle)) / light;
  const detail = steps / (grid.length - GRID) / light;
  return Math.min(contrast / MIN_CONTRAST, detail / MIN_DETAIL);
}

/** Light that nine in ten places do not reach. */
const highLight = (grid: Float32Array): number => grid.toSorted()[Math.floor(grid.length * 0.9)] ?? 0;

const along = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** The brightest of the eyes against the skin above and below: the white of an eye and its lids are about as light as the rest, dark glass is not. */
function eyesOpen(readPatch: ReadPatch, { rightEye, leftEye }: FoundFace['landmarks']): number {
  const middle = along(rightEye, leftEye, 0.5);
  const down = { x: rightEye.y - leftEye.y, y: leftEye.x - rightEye.x };
  const below = (from: Point, part: number): Point => ({
    x: from.x + down.x * part,
    y: from.y + down.y * part,
  });
  const eyes = [along(rightEye, leftEye, EYE_INWARDS), along(leftEye, rightEye, EYE_INWARDS)];
  const skin = [...eyes.map((eye) => below(eye, CHEEKS_BELOW)), below(middle, -BROW_ABOVE)];
  const light = skin.reduce((sum, place) => sum + meanOf(readPatch(place, SKIN)), 0) / skin.length;
  return Math.max(...eyes.map((eye) => highLight(readPatch(eye, EYE)))) / (light + DARK) / MIN_LIGHT;
}

/** Looks for what a face shows when nothing lies over its eyes and mouth. */
export function coverageOf(picture: Picture, landmarks: FoundFace['landmarks']): Coverage {
  const readPatch = patchReader(picture, landmarks);
  const { mouthRight, mouthLeft } = landmarks;
  const mouth =
    mouthRight && mouthLeft ? mouthOpen(readPatch(along(mouthRight, mouthLeft, 0.5), MOUTH)) : undefined;
  return { mouth, eyes: eyesOpen(readPatch, landmarks) };
}

/** Whether something lies over the eyes or the mouth. */
export const isCovered = ({ mouth, eyes }: Coverage): boolean =>
  eyes < 1 || (mouth !== undefined && mouth < 1);
