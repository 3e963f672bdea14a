import { CHIP_HEIGHT, CHIP_WIDTH } from './face-chip.ts';

/** Points of the mesh by what they lie on (MediaPipe canonical face model); right and left are the person's own sides. */
export const MESH = {
  noseTip: 4,
  noseRidge: 195,
  noseRoot: 6,
  noseBase: 2,
  noseWingRight: 129,
  noseWingLeft: 358,
  foreheadTop: 10,
  chin: 152,
  faceRight: 234,
  faceLeft: 454,
  innerEyeRight: 133,
  innerEyeLeft: 362,
  mouthRight: 61,
  mouthLeft: 291,
} as const;

/** Part of the face's outline that is looked at: beyond lie hair, ears and what a turn hides. */
const OUTLINE = { across: 0.86, down: 0.93 };

/** How wide the nose is at its root and its base, in widths from wing to wing, and how far it is masked above and below. */
const NOSE_ROOT_WIDTH = 0.55;
const NOSE_BASE_WIDTH = 1.3;
const NOSE_FROM = -0.05;
const NOSE_TO = 1.12;
const NOSE_MARGIN = 2;

/** x and y of a point of the mesh in a chip. */
export const placeOf = (points: Float32Array, index: number): [x: number, y: number] => [
  points[index * 2] as number,
  points[index * 2 + 1] as number,
];

/** Places of a chip that show the face beside the nose: columns and rows, one pair a pixel. */
export type Skin = { columns: Uint8Array; rows: Uint8Array };

/** Tells whether a place lies within the face, and not on the nose. */
export function skinTest(points: Float32Array): (column: number, row: number) => boolean {
  const [noseX] = placeOf(points, MESH.noseTip);
  const [rootX, rootY] = placeOf(points, MESH.noseRoot);
  const baseY = placeOf(points, MESH.noseBase)[1];
  const [top, bottom] = [placeOf(points, MESH.foreheadTop)[1], placeOf(points, MESH.chin)[1]];
  const [right, left] = [placeOf(points, MESH.faceRight)[0], placeOf(points, MESH.faceLeft)[0]];
  const wings = (placeOf(points, MESH.noseWingLeft)[0] - placeOf(points, MESH.noseWingRight)[0]) / 2;
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const [halfX, halfY] = [((left - right) / 2) * OUTLINE.across, ((bottom - top) / 2) * OUTLINE.down];
  return (column, row) => {
    if (((column - middleX) / halfX) ** 2 + ((row - middleY) / halfY) ** 2 > 1) return false;
    const part = (row - rootY) / (baseY - rootY);
    if (part <= NOSE_FROM || part >= NOSE_TO) return true;
    const within = Math.min(1, Math.max(0, part));
    const half = wings * (NOSE_ROOT_WIDTH + (NOSE_BASE_WIDTH - NOSE_ROOT_WIDTH) * within) + NOSE_MARGIN;
    return Math.abs(column - rootX - (noseX - rootX) * within) >= half;
  };
}

/** All places of the skin, every `step`-th across and down. */
export function skinOf(points: Float32Array, step: number): Skin {
  const isSkin = skinTest(points);
  const columns: number[] = [];
  const rows: number[] = [];
  for (let row = 1; row < CHIP_HEIGHT - 1; row += step) {
    for (let column = 1; column < CHIP_WIDTH - 1; column += step) {
      if (!isSkin(column, row)) continue;
      columns.push(column);
      rows.push(row);
    }
  }
  return { columns: Uint8Array.from(columns), rows: Uint8Array.from(rows) };
}
