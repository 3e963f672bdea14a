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
  lowerLip: 17,
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

/** Places of a chip: columns and rows, one pair a pixel. */
export type Skin = { columns: Uint8Array; rows: Uint8Array };

/** Where a place lies on the nose: `along` 0 at its root and 1 at its base, `aside` 0 on the ridge and 1 at the rim. */
type NosePlace = { along: number; aside: number };

/** Reads places against the nose of a mesh. */
function nosePlaces(points: Float32Array): (column: number, row: number) => NosePlace {
  const [noseX] = placeOf(points, MESH.noseTip);
  const [rootX, rootY] = placeOf(points, MESH.noseRoot);
  const baseY = placeOf(points, MESH.noseBase)[1];
  const wings = (placeOf(points, MESH.noseWingLeft)[0] - placeOf(points, MESH.noseWingRight)[0]) / 2;
  return (column, row) => {
    const along = (row - rootY) / (baseY - rootY);
    const within = Math.min(1, Math.max(0, along));
    const half = wings * (NOSE_ROOT_WIDTH + (NOSE_BASE_WIDTH - NOSE_ROOT_WIDTH) * within) + NOSE_MARGIN;
    return { along, aside: Math.abs(column - rootX - (noseX - rootX) * within) / half };
  };
}

const isOnNose = ({ along, aside }: NosePlace): boolean => along > NOSE_FROM && along < NOSE_TO && aside < 1;

/** Tells whether a place lies within the face, and not on the nose. */
export function skinTest(points: Float32Array): (column: number, row: number) => boolean {
  const [top, bottom] = [placeOf(points, MESH.foreheadTop)[1], placeOf(points, MESH.chin)[1]];
  const [right, left] = [placeOf(points, MESH.faceRight)[0], placeOf(points, MESH.faceLeft)[0]];
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const [halfX, halfY] = [((left - right) / 2) * OUTLINE.across, ((bottom - top) / 2) * OUTLINE.down];
  const noseAt = nosePlaces(points);
  return (column, row) =>
    ((column - middleX) / halfX) ** 2 + ((row - middleY) / halfY) ** 2 <= 1 && !isOnNose(noseAt(column, row));
}

/** Tells whether a place lies within the face and above the mouth: what stays when the jaw falls. */
export function upperTest(points: Float32Array): (column: number, row: number) => boolean {
  const isSkin = skinTest(points);
  const noseAt = nosePlaces(points);
  const base = placeOf(points, MESH.noseBase)[1];
  return (column, row) => row < base && (isSkin(column, row) || isOnNose(noseAt(column, row)));
}

/** All places of a region, every `step`-th across and down. */
export function placesOf(isWithin: (column: number, row: number) => boolean, step: number): Skin {
  const columns: number[] = [];
  const rows: number[] = [];
  for (let row = 1; row < CHIP_HEIGHT - 1; row += step) {
    for (let column = 1; column < CHIP_WIDTH - 1; column += step) {
      if (!isWithin(column, row)) continue;
      columns.push(column);
      rows.push(row);
    }
  }
  return { columns: Uint8Array.from(columns), rows: Uint8Array.from(rows) };
}

/**
 * How far the canonical nose stands out of the smooth surface of the skin around it, its tip 1, at places from root (0) to base (1) and
 * below. Read off the midline of the canonical face model.
 */
const NOSE_PROFILE: readonly (readonly [along: number, height: number])[] = [
  [-0.1, 0.3],
  [0, 0.5],
  [0.45, 0.8],
  [0.75, 1],
  [1, 0.55],
  [1.15, 0],
];

/** What is left of that height at the rim of the nose. */
const RIM_HEIGHT = 0.2;

function profileAt(along: number): number {
  const next = NOSE_PROFILE.findIndex(([at]) => at > along);
  const [from, to] = [NOSE_PROFILE[next - 1], NOSE_PROFILE[next]];
  if (!from || !to) return 0;
  return from[1] + ((along - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

/** Places of a part of the face that moves by itself, and how far each goes with it, 0 to 1. */
export type MovingPart = Skin & { heights: Float32Array };

/** All places of the nose, with their heights against that of its tip. */
export function noseOf(points: Float32Array): MovingPart {
  const noseAt = nosePlaces(points);
  const columns: number[] = [];
  const rows: number[] = [];
  const heights: number[] = [];
  for (let row = 1; row < CHIP_HEIGHT - 1; row += 1) {
    for (let column = 1; column < CHIP_WIDTH - 1; column += 1) {
      const place = noseAt(column, row);
      if (!isOnNose(place)) continue;
      columns.push(column);
      rows.push(row);
      heights.push(profileAt(place.along) * (1 - (1 - RIM_HEIGHT) * place.aside ** 2));
    }
  }
  return {
    columns: Uint8Array.from(columns),
    rows: Uint8Array.from(rows),
    heights: Float32Array.from(heights),
  };
}

/** From the lower lip to the chin, the part that is left to the lip: a mouth that is cut or painted reaches there. */
const LIP_PART = 0.4;

/** All places of the chin, below the lip and no wider than the mouth; they go with the jaw as one. */
export function chinOf(points: Float32Array): MovingPart {
  const [right] = placeOf(points, MESH.mouthRight);
  const [left] = placeOf(points, MESH.mouthLeft);
  const lip = placeOf(points, MESH.lowerLip)[1];
  const chin = placeOf(points, MESH.chin)[1];
  const from = lip + (chin - lip) * LIP_PART;
  const places = placesOf((column, row) => row > from && row < chin && column > right && column < left, 1);
  return { ...places, heights: new Float32Array(places.columns.length).fill(1) };
}

/** Beside the mouth, in half widths of it from its middle: beyond a hole that is cut round the lips, and within the jaw. */
const BESIDE = { from: 1.3, to: 2.4 };

/** How far up and down they reach, in distances from the lower lip to the chin, positive below the lip. */
const BESIDE_HEIGHT = { top: -0.5, bottom: 1.2 };

/** All places of the jaw at both sides of the mouth: they fall with a jaw, and stay where only a mouth is cut or painted. */
export function jawSidesOf(points: Float32Array): MovingPart {
  const [right] = placeOf(points, MESH.mouthRight);
  const [left] = placeOf(points, MESH.mouthLeft);
  const [middle, half] = [(left + right) / 2, (left - right) / 2];
  const lip = placeOf(points, MESH.lowerLip)[1];
  const length = placeOf(points, MESH.chin)[1] - lip;
  const [top, bottom] = [lip + length * BESIDE_HEIGHT.top, lip + length * BESIDE_HEIGHT.bottom];
  const isBeside = (column: number, row: number): boolean => {
    const aside = Math.abs(column - middle) / half;
    return aside > BESIDE.from && aside < BESIDE.to && row > top && row < bottom;
  };
  const places = placesOf(isBeside, 1);
  return { ...places, heights: new Float32Array(places.columns.length).fill(1) };
}
