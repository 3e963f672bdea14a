import { type FaceMesh, MESH_POINTS } from '@titular/face-engine/nets/face-mesh.ts';
import type { FaceChip } from '@titular/face-engine/solidity/face-chip.ts';
import type { Picture, Point } from './luminance.ts';

/** Distance of the outer eye corners in every chip, in pixels; other lengths of this folder are parts of it. */
const EYE_DISTANCE = 60;

/** Size of a chip, and where the middle between the outer eye corners lies in it. */
const CHIP_WIDTH = 138;
const CHIP_HEIGHT = 162;
const MIDDLE_X = CHIP_WIDTH / 2;
const EYE_LINE = 63;

/** Outer corners of the right and the left eye in the mesh; the sides are the person's own. */
const RIGHT_EYE = 33;
const LEFT_EYE = 263;

/** Luminance (ITU-R BT.601) between pixels; places outside repeat the edge. */
function luminanceBetween({ width, height, pixels }: Picture, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const partX = Math.min(1, Math.max(0, x - left));
  const partY = Math.min(1, Math.max(0, y - top));
  let sum = 0;
  for (let corner = 0; corner < 4; corner += 1) {
    const isRight = corner & 1;
    const isBelow = corner >> 1;
    const at = ((top + isBelow) * width + left + isRight) * 3;
    const share = (isRight ? partX : 1 - partX) * (isBelow ? partY : 1 - partY);
    sum +=
      share *
      (0.299 * (pixels[at] as number) +
        0.587 * (pixels[at + 1] as number) +
        0.114 * (pixels[at + 2] as number));
  }
  return sum;
}

/** From the chip to the picture: a similarity by the outer eye corners. */
type Placing = { middle: Point; right: Point; down: Point; scale: number };

function placingOf(points: Float32Array): Placing {
  const at = (index: number): Point => ({
    x: points[index * 3] as number,
    y: points[index * 3 + 1] as number,
  });
  const [right, left] = [at(RIGHT_EYE), at(LEFT_EYE)];
  const scale = Math.hypot(left.x - right.x, left.y - right.y) / EYE_DISTANCE;
  const across = { x: (left.x - right.x) / EYE_DISTANCE, y: (left.y - right.y) / EYE_DISTANCE };
  return {
    middle: { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 },
    right: across,
    down: { x: -across.y, y: across.x },
    scale,
  };
}

/** Cuts the face out of the picture in which its mesh was measured; a picture with more pixels than the chip is averaged. */
export function cutChip(picture: Picture, { points }: Pick<FaceMesh, 'points'>): FaceChip {
  const { middle, right, down, scale } = placingOf(points);
  const taken = Math.min(4, Math.max(1, Math.round(scale)));
  const gray = new Uint8Array(CHIP_WIDTH * CHIP_HEIGHT);
  for (let row = 0; row < CHIP_HEIGHT; row += 1) {
    for (let column = 0; column < CHIP_WIDTH; column += 1) {
      let sum = 0;
      for (let part = 0; part < taken * taken; part += 1) {
        const u = column - MIDDLE_X + ((part % taken) + 0.5) / taken - 0.5;
        const v = row - EYE_LINE + (Math.floor(part / taken) + 0.5) / taken - 0.5;
        sum += luminanceBetween(
          picture,
          middle.x + right.x * u + down.x * v,
          middle.y + right.y * u + down.y * v,
        );
      }
      gray[row * CHIP_WIDTH + column] = Math.round(sum / (taken * taken));
    }
  }
  const placed = new Float32Array(MESH_POINTS * 2);
  const squared = scale * scale;
  for (let index = 0; index < MESH_POINTS; index += 1) {
    const x = (points[index * 3] as number) - middle.x;
    const y = (points[index * 3 + 1] as number) - middle.y;
    placed[index * 2] = (x * right.x + y * right.y) / squared + MIDDLE_X;
    placed[index * 2 + 1] = (x * down.x + y * down.y) / squared + EYE_LINE;
  }
  return { gray, points: placed };
}
