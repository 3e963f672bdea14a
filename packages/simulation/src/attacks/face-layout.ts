import type { Point } from './look-at.ts';

/** The points of a face by which an attacker reads what the page reads; right and left are the person's own. */
export type FaceLayout = {
  rightEye: Point;
  leftEye: Point;
  noseTip: Point;
  mouthRight: Point;
  mouthLeft: Point;
  /** Where the inner lips meet. */
  upperLip: Point;
  lowerLip: Point;
  chin: Point;
};

type Indices = { readonly [Name in keyof FaceLayout]: number };

/** In the 68-point model; eyes by their outer corners. */
const INDICES_68: Indices = {
  rightEye: 36,
  leftEye: 45,
  noseTip: 30,
  mouthRight: 48,
  mouthLeft: 54,
  upperLip: 62,
  lowerLip: 66,
  chin: 8,
};

/** In MediaPipe's canonical face model of 468 points. */
const INDICES_468: Indices = {
  rightEye: 33,
  leftEye: 263,
  noseTip: 4,
  mouthRight: 61,
  mouthLeft: 291,
  upperLip: 13,
  lowerLip: 14,
  chin: 152,
};

/** The layout of a face known by 68 or 468 points; throws on any other number. */
export function layoutOf(points: readonly Point[]): FaceLayout {
  const indices = points.length === 68 ? INDICES_68 : points.length >= 468 ? INDICES_468 : undefined;
  if (!indices) throw new Error(`a face has 68 or 468 points, not ${points.length}`);
  const at = (index: number): Point => points[index] ?? { x: 0, y: 0 };
  return {
    rightEye: at(indices.rightEye),
    leftEye: at(indices.leftEye),
    noseTip: at(indices.noseTip),
    mouthRight: at(indices.mouthRight),
    mouthLeft: at(indices.mouthLeft),
    upperLip: at(indices.upperLip),
    lowerLip: at(indices.lowerLip),
    chin: at(indices.chin),
  };
}

/** The points of a mesh that is stored as x, y and z one after another. */
export const meshPoints = (mesh: Float32Array): Point[] =>
  Array.from({ length: Math.floor(mesh.length / 3) }, (_, index) => ({
    x: mesh[index * 3] ?? 0,
    y: mesh[index * 3 + 1] ?? 0,
  }));

/** The middle between two places. */
export const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Distance between the outer corners of the eyes. */
export const eyeDistance = ({ rightEye, leftEye }: FaceLayout): number =>
  Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y);

/** Where the nose tip stands along the line of the outer eye corners: 0 in the middle, 1 at the person's left eye; 0.52 at 35 degrees of a head. */
export function yawReading({ rightEye, leftEye, noseTip }: FaceLayout): number {
  const across = { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y };
  const squared = across.x ** 2 + across.y ** 2;
  return (((noseTip.x - rightEye.x) * across.x + (noseTip.y - rightEye.y) * across.y) / squared - 0.5) * 2;
}

/** Where the nose tip stands between the mouth (0) and the eyes (1). Grows when a head looks up, by 0.127 at 25 degrees (n = 21, ellipsoid warp). */
export function pitchReading({ rightEye, leftEye, noseTip, mouthRight, mouthLeft }: FaceLayout): number {
  const eyes = middleOf(rightEye, leftEye);
  const mouth = middleOf(mouthRight, mouthLeft);
  const down = { x: mouth.x - eyes.x, y: mouth.y - eyes.y };
  const squared = down.x ** 2 + down.y ** 2;
  return 1 - ((noseTip.x - eyes.x) * down.x + (noseTip.y - eyes.y) * down.y) / squared;
}
