import type { FaceMesh } from '../face-mesh.ts';
import { MESH_POINTS } from '../face-mesh.ts';
import type { Picture, Point } from '../luminance.ts';

/** Distance of the outer eye corners in every chip, in pixels; other lengths of this folder are parts of it. */
export const EYE_DISTANCE = 60;

/** Columns of a chip. */
export const CHIP_WIDTH = 138;
/** Rows of a chip. */
export const CHIP_HEIGHT = 162;
/** Where the middle between the outer eye corners lies in a chip. */
const MIDDLE_X = CHIP_WIDTH / 2;
const EYE_LINE = 63;

/** Points are kept in sixteenths of a pixel. */
const SUBPIXELS = 16;
const POINT_BYTES = MESH_POINTS * 2 * 2;

/** Outer corners of the right and the left eye in the mesh; the sides are the person's own. */
const RIGHT_EYE = 33;
const LEFT_EYE = 263;

/** A face upright in one size: luminance row by row, 0 to 255, and the mesh as x, y one after another in pixels of the chip. */
export type FaceChip = { gray: Uint8Array; points: Float32Array };

/** How far a column lies from the middle between the eyes, in eye distances to the person's left. */
export const acrossOf = (x: number): number => (x - MIDDLE_X) / EYE_DISTANCE;
/** How far a row lies below the eyes, in eye distances. */
export const downOf = (y: number): number => (y - EYE_LINE) / EYE_DISTANCE;
/** The column that lies so far from the middle between the eyes. */
export const columnOf = (across: number): number => across * EYE_DISTANCE + MIDDLE_X;
/** The row that lies so far below the eyes. */
export const rowOf = (down: number): number => down * EYE_DISTANCE + EYE_LINE;

/** Luminance (ITU-R BT.601) of the pixel that begins at a byte. */
const lightAt = (pixels: Uint8Array, at: number): number =>
  0.299 * (pixels[at] as number) + 0.587 * (pixels[at + 1] as number) + 0.114 * (pixels[at + 2] as number);

/** Luminance between pixels; places outside repeat the edge. */
function luminanceBetween({ width, height, pixels }: Picture, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const partX = Math.min(1, Math.max(0, x - left));
  const partY = Math.min(1, Math.max(0, y - top));
  const at = (top * width + left) * 3;
  const below = at + width * 3;
  return (
    (1 - partX) * (1 - partY) * lightAt(pixels, at) +
    partX * (1 - partY) * lightAt(pixels, at + 3) +
    (1 - partX) * partY * lightAt(pixels, below) +
    partX * partY * lightAt(pixels, below + 3)
  );
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
      for (let below = 0; below < taken; below += 1) {
        const v = row - EYE_LINE + (below + 0.5) / taken - 0.5;
        for (let beside = 0; beside < taken; beside += 1) {
          const u = column - MIDDLE_X + (beside + 0.5) / taken - 0.5;
          const x = middle.x + right.x * u + down.x * v;
          sum += luminanceBetween(picture, x, middle.y + right.y * u + down.y * v);
        }
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

/** A chip as bytes, for sealing. */
export function packChip({ gray, points }: FaceChip): Buffer {
  const packed = Buffer.alloc(POINT_BYTES + gray.length);
  for (const [index, value] of points.entries()) {
    const whole = Math.min(32_767, Math.max(-32_768, Math.round(value * SUBPIXELS)));
    packed.writeInt16LE(whole, index * 2);
  }
  packed.set(gray, POINT_BYTES);
  return packed;
}

/** Reads what `packChip` wrote; another length is a fault. */
export function unpackChip(packed: Uint8Array): FaceChip {
  if (packed.length !== POINT_BYTES + CHIP_WIDTH * CHIP_HEIGHT) throw new Error('a chip has another length');
  const view = new DataView(packed.buffer, packed.byteOffset);
  const points = Float32Array.from(
    { length: MESH_POINTS * 2 },
    (_, index) => view.getInt16(index * 2, true) / SUBPIXELS,
  );
  return { gray: Uint8Array.from(packed.subarray(POINT_BYTES)), points };
}
