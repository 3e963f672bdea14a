import type { FoundFace } from '@titular/contract';
import { luminanceAt, type Picture, type Point } from './luminance.ts';

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

/** As in the service. */
const MIN_CONTRAST = 0.09;
const MIN_DETAIL = 0.033;
const MIN_LIGHT = 0.6;

/** What of a face is open to sight, from 0, covered, by way of 1, just open; `mouth` is undefined where an engine gives no corners of it. */
export type Coverage = { mouth: number | undefined; eyes: number };

/** Luminance on a grid over a patch that lies as the face does. */
type PatchReader = (middle: Point, patch: Patch) => Float32Array;

function lookAt(picture: Picture, { rightEye, leftEye }: FoundFace['landmarks']): PatchReader {
  const [across, down] = [
    { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y },
    { x: rightEye.y - leftEye.y, y: leftEye.x - rightEye.x },
  ];
  return (middle, { halfWidth, halfHeight }) =>
    Float32Array.from({ length: GRID * GRID }, (_, index) => {
      const u = (((index % GRID) + 0.5) / GRID - 0.5) * 2 * halfWidth;
      const v = ((Math.floor(index / GRID) + 0.5) / GRID - 0.5) * 2 * halfHeight;
      return luminanceAt(picture, middle.x + across.x * u + down.x * v, middle.y + across.y * u + down.y * v);
    });
}

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How much light differs, and how much from row to row, as parts of the light: lips, teeth and beard do both, plain cloth and a hand one at most. */
function mouthOpen(grid: Float32Array): number {
  const middle = mean(grid);
  const variance = grid.reduce((sum, value) => sum + (value - middle) ** 2, 0) / grid.length;
  let steps = 0;
  for (let at = GRID; at < grid.length; at += 1) steps += Math.abs((grid[at] ?? 0) - (grid[at - GRID] ?? 0));
  const light = middle + DARK;
  const [contrast, detail] = [Math.sqrt(variance) / light, steps / (grid.length - GRID) / light];
  return Math.min(contrast / MIN_CONTRAST, detail / MIN_DETAIL);
}

/** Light that nine in ten places do not reach. */
const highLight = (grid: Float32Array): number => grid.toSorted()[Math.floor(grid.length * 0.9)] ?? 0;

const along = (from: Point, to: Point, part: number): Point => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
});

/** The brightest of the eyes against the skin above and below: the white of an eye and its lids are about as light as the rest, dark glass is not. */
function eyesOpen(look: PatchReader, { rightEye, leftEye }: FoundFace['landmarks']): number {
  const middle = along(rightEye, leftEye, 0.5);
  const down = { x: rightEye.y - leftEye.y, y: leftEye.x - rightEye.x };
  const below = (from: Point, part: number): Point => ({
    x: from.x + down.x * part,
    y: from.y + down.y * part,
  });
  const eyes = [along(rightEye, leftEye, EYE_INWARDS), along(leftEye, rightEye, EYE_INWARDS)];
  const skin = [...eyes.map((eye) => below(eye, CHEEKS_BELOW)), below(middle, -BROW_ABOVE)];
  const light = skin.reduce((sum, place) => sum + mean(look(place, SKIN)), 0) / skin.length;
  return Math.max(...eyes.map((eye) => highLight(look(eye, EYE)))) / (light + DARK) / MIN_LIGHT;
}

/** Looks for what a face shows when nothing lies over its eyes and mouth. */
export function coverageOf(picture: Picture, landmarks: FoundFace['landmarks']): Coverage {
  const look = lookAt(picture, landmarks);
  const { mouthRight, mouthLeft } = landmarks;
  const mouth =
    mouthRight && mouthLeft ? mouthOpen(look(along(mouthRight, mouthLeft, 0.5), MOUTH)) : undefined;
  return { mouth, eyes: eyesOpen(look, landmarks) };
}
