import type { FoundFace } from '@titular/contract';

/**
 * Computes the box that face-api's detector would draw around a face with these landmarks. Sides and middle are
 * multiples of the hypotenuse of eye line and eye-mouth height. Means of 51 boxes (21 faces of npm's group
 * photographs at two sizes, three heads turned by up to 25 degrees); their sides have a standard deviation of a
 * tenth. Meshes found by way of it differ from those by way of the detector's box by 0.03 eye distances, in pitch by
 * 1.3 degrees (standard deviation).
 */
const BOX_WIDTH = 1.8;
const BOX_HEIGHT = 1.7;
const BOX_BELOW = 0.05;

/** How far below the eyes the mouth is, in distances of the nose tip from them: for engines that give no mouth. */
const MOUTH_BELOW = 1.65;

type Point = { x: number; y: number };

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** The box about a face with these landmarks as face-api's detector would draw it: an operator's engine may draw its own otherwise. */
export function boxAround({ rightEye, leftEye, noseTip, mouthRight, mouthLeft }: FoundFace['landmarks']) {
  const eyes = middleOf(rightEye, leftEye);
  const mouth =
    mouthRight && mouthLeft
      ? middleOf(mouthRight, mouthLeft)
      : {
          x: eyes.x + (noseTip.x - eyes.x) * MOUTH_BELOW,
          y: eyes.y + (noseTip.y - eyes.y) * MOUTH_BELOW,
        };
  const across = Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);
  const size = Math.hypot(across, mouth.x - eyes.x, mouth.y - eyes.y);
  const [width, height] = [size * BOX_WIDTH, size * BOX_HEIGHT];
  const middle = middleOf(eyes, mouth);
  return { x: middle.x - width / 2, y: middle.y + size * BOX_BELOW - height / 2, width, height };
}
