import { type Picture, sampleInto } from '../../picture.ts';
import type { Random } from '../../random.ts';
import type { FaceShape } from '../fit-shape.ts';
import { projectPoints } from '../fit-shape.ts';
import { OUTLINE } from './canonical-face.ts';
import { type HeadPart, partOf } from './head-part.ts';
import { gridTriangles, smoothStep } from './surface.ts';

/** Places along the outline of the face and rows from there to the back of the head; rows lie closer near the face. */
const COLUMNS = OUTLINE.length * 2;
const ROWS = 18;
const TEXTURE = { width: 512, height: 128 };

/** Skull as an ellipsoid in the head's frame, in cm: 19 from brow to back, 15 to 16 wide, with its top above the outline of the face. */
const CENTRE = { y: 3.2, z: -3.4 };
const HALF_DEPTH = 9.6;
const HALF_BELOW = 9.6;
const ABOVE_OUTLINE = 4.6;
const BESIDE_OUTLINE = 0.3;

/** How far hair stands off the skull, in cm, and by which part of the way to the back it does so fully. */
const HAIR = 0.9;
const HAIR_FROM = 0.22;

/** Part of the way to the back at which the head's outline is in a picture from the front; beyond it the texture runs back as in a mirror. */
const RIM_AT = 0.24;
const INSIDE_RIM = 0.97;

/** Behind the rim only what lies near it in the photograph shows: hair, and no forehead. */
const BEHIND_RIM = 0.72;

/** Where the side of the head becomes the underside of the jaw, as heights of the outline in cm. */
const JAW_FROM = -1.5;
const JAW_FULL = -5;

type Column = {
  x: number;
  y: number;
  z: number;
  follows: number;
  u: number;
  v: number;
  places: readonly [number, number];
};

/** The outline of the face with a place between each two of its points; the last is the first again. */
function outlineColumns(
  { positions }: FaceShape,
  jaw: Float32Array,
  uvs: Float32Array,
  places: Float64Array,
): Column[] {
  return Array.from({ length: COLUMNS + 1 }, (_, column) => {
    const a = OUTLINE[Math.floor(column / 2) % OUTLINE.length] as number;
    const b = OUTLINE[Math.ceil(column / 2) % OUTLINE.length] as number;
    const mean = (of: ArrayLike<number>, size: number, axis: number): number =>
      ((of[a * size + axis] as number) + (of[b * size + axis] as number)) / 2;
    return {
      x: mean(positions, 3, 0),
      y: mean(positions, 3, 1),
      z: mean(positions, 3, 2),
      follows: mean(jaw, 1, 0),
      u: mean(uvs, 2, 0),
      v: mean(uvs, 2, 1),
      places: [mean(places, 2, 0), mean(places, 2, 1)],
    };
  });
}

type Axes = { across: number; above: number };

/** The point of the head that lies `part` of the way from the outline of the face to the back of the head. */
function skullPoint({ x, y, z }: Column, part: number, axes: Axes, hair: number): [number, number, number] {
  const tall = y > CENTRE.y ? axes.above : HALF_BELOW;
  const [ex, ey, ez] = [x / axes.across, (y - CENTRE.y) / tall, (z - CENTRE.z) / HALF_DEPTH];
  const round = Math.hypot(ex, ey) || 1e-6;
  const [cos, sin] = [ex / round, ey / round];
  const from = Math.atan2(round, ez);
  const polar = from + (Math.PI - from) * part;
  const bulge = hair * smoothStep(0, HAIR_FROM, part) * smoothStep(-0.5, 0.1, sin);
  const on = (angle: number, more: number): [number, number, number] => [
    (axes.across + more) * Math.sin(angle) * cos,
    CENTRE.y + (tall + more) * Math.sin(angle) * sin,
    CENTRE.z + (HALF_DEPTH + more) * Math.cos(angle),
  ];
  const [startX, startY, startZ] = on(from, 0);
  const [atX, atY, atZ] = on(polar, bulge);
  const stays = 1 - smoothStep(0, 0.5, part);
  return [atX + (x - startX) * stays, atY + (y - startY) * stays, atZ + (z - startZ) * stays];
}

/** How far outside the outline of the face, in pixels of the photograph, the bare head reaches at each column. */
function reachOf(
  columns: readonly Column[],
  shape: FaceShape,
  axes: Axes,
): { reach: Float64Array; middle: [number, number] } {
  const parts = [0, 0.05, 0.1, 0.16, 0.22, 0.28, 0.34, 0.42, 0.5, 0.6];
  const points = projectPoints(
    Float32Array.from(
      columns.flatMap((column) => parts.flatMap((part) => skullPoint(column, part, axes, 0))),
    ),
    shape.pose,
  );
  const middle: [number, number] = [
    columns.reduce((sum, { places }) => sum + places[0], 0) / columns.length,
    columns.reduce((sum, { places }) => sum + places[1], 0) / columns.length,
  ];
  const rim = columns.map(({ places }) => {
    const angle = Math.atan2(places[1] - middle[1], places[0] - middle[0]);
    let most = 0;
    for (let at = 0; at < points.length; at += 2) {
      const [dx, dy] = [(points[at] as number) - middle[0], (points[at + 1] as number) - middle[1]];
      const difference = Math.abs(
        Math.atan2(Math.sin(Math.atan2(dy, dx) - angle), Math.cos(Math.atan2(dy, dx) - angle)),
      );
      if (difference < 0.07) most = Math.max(most, Math.hypot(dx, dy));
    }
    return most - Math.hypot(places[0] - middle[0], places[1] - middle[1]);
  });
  const reach = Float64Array.from(rim, (_, column) => {
    let sum = 0;
    for (let beside = -2; beside <= 2; beside += 1)
      sum += rim[(column + beside + COLUMNS) % COLUMNS] as number;
    return Math.max(0.25 * shape.pose.scale, sum / 5);
  });
  return { reach, middle };
}

/** Part of the reach at which the texture of a row is taken: out to the rim, back again, and out once more. */
function radiusAt(part: number): number {
  if (part < RIM_AT) return (part / RIM_AT) * INSIDE_RIM;
  const beyond = ((part - RIM_AT) / (1 - RIM_AT)) * 4;
  const wave = Math.abs((beyond % 2) - 1);
  return BEHIND_RIM + wave * (INSIDE_RIM - BEHIND_RIM);
}

type TextureInput = {
  photograph: Picture;
  faceTexture: Picture;
  columns: readonly Column[];
  reach: Float64Array;
  middle: readonly [number, number];
  random: Random;
};

/** Hair, ears and what is under the jaw as a strip: along the outline of the face across, from the face to the back of the head down. */
function makeSkullTexture({
  photograph,
  faceTexture,
  columns,
  reach,
  middle,
  random,
}: TextureInput): Picture {
  const { width, height } = TEXTURE;
  const pixels = new Uint8Array(width * height * 3);
  const skin = skinAlong(faceTexture, columns, width);
  const take = (column: number, part: number, out: Float32Array): void => {
    const a = columns[Math.floor(column)] as Column;
    const b = columns[Math.min(COLUMNS, Math.floor(column) + 1)] as Column;
    const f = column - Math.floor(column);
    const x = a.places[0] * (1 - f) + b.places[0] * f;
    const y = a.places[1] * (1 - f) + b.places[1] * f;
    const far = Math.hypot(x - middle[0], y - middle[1]) || 1;
    const out2 = (reach[Math.round(column) % COLUMNS] as number) * radiusAt(part);
    sampleInto(photograph, x + ((x - middle[0]) / far) * out2, y + ((y - middle[1]) / far) * out2, out);
  };
  const [own, other, first] = [new Float32Array(3), new Float32Array(3), new Float32Array(3)];
  for (let across = 0; across < width; across += 1) {
    const column = (across / (width - 1)) * COLUMNS;
    const mirrored = COLUMNS - column;
    const [a, b] = [
      (reach[Math.round(column) % COLUMNS] as number) ** 2,
      (reach[Math.round(mirrored) % COLUMNS] as number) ** 2,
    ];
    const share = smoothStep(0.35, 0.65, b / (a + b));
    const jawPart = smoothStep(JAW_FROM, JAW_FULL, (columns[Math.round(column)] as Column).y);
    for (let down = 0; down < height; down += 1) {
      const part = down / (height - 1);
      take(column, part, own);
      take(mirrored, part, other);
      const grain = 1 + (random() - 0.5) * 0.05 * smoothStep(0, 0.2, part);
      const nearFace = 1 - smoothStep(0, 0.1, part);
      const under = 1 - 0.45 * smoothStep(0, 0.25, part);
      for (let channel = 0; channel < 3; channel += 1) {
        const photo = (own[channel] as number) * (1 - share) + (other[channel] as number) * share;
        if (down === 0) first[channel] = photo;
        const edge = skin[across * 3 + channel] as number;
        const joined = photo + (edge - (first[channel] as number)) * nearFace;
        const value = (joined * (1 - jawPart) + edge * under * jawPart) * grain;
        pixels[(down * width + across) * 3 + channel] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
  return { width, height, pixels };
}

/** Colours of the face just inside its outline, smoothed along it. */
function skinAlong(faceTexture: Picture, columns: readonly Column[], width: number): Float32Array {
  const raw = new Float32Array(width * 3);
  for (let across = 0; across < width; across += 1) {
    const column = (across / (width - 1)) * COLUMNS;
    const a = columns[Math.floor(column)] as Column;
    const b = columns[Math.min(COLUMNS, Math.floor(column) + 1)] as Column;
    const f = column - Math.floor(column);
    const u = 0.5 + (a.u * (1 - f) + b.u * f - 0.5) * 0.985;
    const v = 0.5 + (a.v * (1 - f) + b.v * f - 0.5) * 0.985;
    sampleInto(faceTexture, u * (faceTexture.width - 1), v * (faceTexture.height - 1), raw, across * 3);
  }
  return raw;
}

/** The head behind the face: from the outline over hair, temples and the underside of the jaw to the back of the head. */
export function makeSkull(
  shape: FaceShape,
  jaw: Float32Array,
  {
    uvs,
    photograph,
    faceTexture,
    places,
    random,
  }: { uvs: Float32Array; photograph: Picture; faceTexture: Picture; places: Float64Array; random: Random },
): HeadPart {
  const columns = outlineColumns(shape, jaw, uvs, places);
  const axes: Axes = {
    across: Math.max(...columns.map(({ x }) => Math.abs(x))) + BESIDE_OUTLINE,
    above: Math.max(...columns.map(({ y }) => y)) + ABOVE_OUTLINE - CENTRE.y,
  };
  const { reach, middle } = reachOf(columns, shape, axes);
  const texture = makeSkullTexture({ photograph, faceTexture, columns, reach, middle, random });
  const rows = Array.from({ length: ROWS }, (_, row) => (row / (ROWS - 1)) ** 1.4).flatMap((part) =>
    columns.map((column, index) => [
      ...skullPoint(column, part, axes, HAIR),
      index / COLUMNS,
      part,
      column.follows * (1 - smoothStep(0, 0.4, part)),
      1,
    ]),
  );
  return partOf(rows, gridTriangles(ROWS, COLUMNS + 1, false), texture);
}
