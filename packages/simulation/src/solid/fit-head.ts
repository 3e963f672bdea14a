import type { Picture } from '../picture.ts';
import { randomOf } from '../random.ts';
import { makeNeck, makeTorso } from './body.ts';
import { type FaceShape, fitShape } from './fit-shape.ts';
import {
  LOWER_INNER_LIP,
  MOUTH_CORNERS,
  mirrorPoints,
  readCanonicalFace,
  UPPER_INNER_LIP,
} from './head/canonical-face.ts';
import { makeEars } from './head/ears.ts';
import { makeFaceTexture } from './head/face-texture.ts';
import { type HeadPart, partOf } from './head/head-part.ts';
import { jawWeights } from './head/jaw.ts';
import { makeMouthInside } from './head/mouth-inside.ts';
import { makeSkull } from './head/skull.ts';

/** A person made from one photograph: parts in the head's frame at rest (cm, x to the right of the picture, y up, z towards the camera). */
export type FittedHead = { parts: readonly HeadPart[]; shape: FaceShape };

/** Behind the lips, in cm, lies what the photograph shows between them. */
const BETWEEN_LIPS_BEHIND = 0.25;

/** Inner points of the cheeks, whose mean is the colour of the skin, and those before the ears. */
const CHEEKS = [50, 280, 205, 425, 101, 330];
const BEFORE_EARS = [
  [227, 137, 177],
  [447, 366, 401],
] as const;

function colourAt(texture: Picture, uvs: Float32Array, points: readonly number[]): number[] {
  return [0, 1, 2].map((channel) => {
    const values = points.map((index) => {
      const x = Math.round((uvs[index * 2] as number) * (texture.width - 1));
      const y = Math.round((uvs[index * 2 + 1] as number) * (texture.height - 1));
      return texture.pixels[(y * texture.width + x) * 3 + channel] as number;
    });
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}

/** The face, open between the lips, and what the photograph shows there, which stays with the upper jaw as teeth do. */
function makeFace(
  { positions }: FaceShape,
  jaw: Float32Array,
  texture: Picture,
): [face: HeadPart, between: HeadPart] {
  const { uvs, triangles } = readCanonicalFace();
  const inner = new Set<number>([...UPPER_INNER_LIP, ...LOWER_INNER_LIP, ...MOUTH_CORNERS]);
  const [skin, slit]: [number[], number[]] = [[], []];
  for (let first = 0; first < triangles.length; first += 3) {
    const corners = [...triangles.subarray(first, first + 3)];
    (corners.every((index) => inner.has(index)) ? slit : skin).push(...corners);
  }
  const rowsWith = (behind: number, weights: Float32Array | undefined): number[][] =>
    Array.from({ length: positions.length / 3 }, (_, index) => [
      positions[index * 3] as number,
      positions[index * 3 + 1] as number,
      (positions[index * 3 + 2] as number) - behind,
      uvs[index * 2] as number,
      uvs[index * 2 + 1] as number,
      weights?.[index] ?? 0,
      1,
    ]);
  return [
    partOf(rowsWith(0, jaw), Uint16Array.from(skin), texture),
    partOf(rowsWith(BETWEEN_LIPS_BEHIND, undefined), Uint16Array.from(slit), texture),
  ];
}

/**
 * Fits a photograph to a head: `points` are the 468 face mesh points in pixels of the photograph, as x, y and z in
 * turn (z is unused). Pure: the same photograph gives the same head.
 */
export function fitHead(photograph: Picture, points: Float32Array): FittedHead {
  const face = readCanonicalFace();
  const shape = fitShape(points);
  const places = Float64Array.from(
    { length: (points.length / 3) * 2 },
    (_, at) => points[(at >> 1) * 3 + (at & 1)] as number,
  );
  const faceTexture = makeFaceTexture(photograph, face, mirrorPoints(face), places, shape.seen);
  const jaw = jawWeights(shape.positions);
  const random = randomOf(Math.round((points[0] as number) * 131 + (points[1] as number) * 17));
  const skull = makeSkull(shape, jaw, { uvs: face.uvs, photograph, faceTexture, places, random });
  return {
    shape,
    parts: [
      ...makeFace(shape, jaw, faceTexture),
      makeMouthInside(shape.positions, jaw),
      skull,
      ...makeEars(shape, [
        colourAt(faceTexture, face.uvs, BEFORE_EARS[0]),
        colourAt(faceTexture, face.uvs, BEFORE_EARS[1]),
      ]),
      makeNeck(colourAt(faceTexture, face.uvs, CHEEKS), random),
      makeTorso(random),
    ],
  };
}
