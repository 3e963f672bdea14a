import { CANONICAL_MIDDLE, CANONICAL_PAIRS } from '@titular/face-engine/measure/canonical-face.ts';
import { readHeadPose } from '@titular/face-engine/measure/head-pose.ts';
import { type FaceMesh, MESH_POINTS } from '@titular/face-engine/nets/face-mesh.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

type Vector = readonly [number, number, number];

/** Nose tip, chin and inner lips of a face whose mouth is open by 1.2 cm, in the axes of the canonical face. */
const REST: readonly (readonly [number, Vector])[] = [
  [1, [0, -1.1269, 7.4756]],
  [152, [0, -9.4034, 4.2645]],
  [13, [0, -3.9944, 5.2195]],
  [14, [0, -5.1944, 5.2195]],
];

const CANONICAL: readonly (readonly [number, Vector])[] = [
  ...REST,
  ...CANONICAL_MIDDLE.map(([index, y, z]) => [index, [0, y, z]] as const),
  ...CANONICAL_PAIRS.flatMap(
    ([right, left, x, y, z]) =>
      [
        [right, [-x, y, z]],
        [left, [x, y, z]],
      ] as const,
  ),
];

const rotate = (a: number, b: number, degrees: number): [number, number] => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [a * cos - b * sin, a * sin + b * cos];
};

/** A head that looks up, then turns, then leans, before a camera without perspective. */
function meshOf({ up = 0, turned = 0, leaning = 0, scale = 12, score = 1 }): FaceMesh {
  const points = new Float32Array(MESH_POINTS * 3);
  for (const [index, [x, y, z]] of CANONICAL) {
    // Looking up, what is in front rises.
    const [inFront, above] = rotate(z, y, up);
    const [across, ahead] = rotate(x, inFront, -turned);
    const [right, high] = rotate(across, above, leaning);
    points.set([200 + right * scale, 150 - high * scale, 40 - ahead * scale], index * 3);
  }
  return { points, score };
}

test('a nod is read to a tenth of a degree however the head is turned, leans and is near; up is positive', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -40, max: 40, noNaN: true }),
      fc.double({ min: -60, max: 60, noNaN: true }),
      fc.double({ min: -40, max: 40, noNaN: true }),
      fc.double({ min: 2, max: 30, noNaN: true }),
      (up, turned, leaning, scale) => {
        const pose = readHeadPose(meshOf({ up, turned, leaning, scale }));
        expect(pose?.pitchDegrees).toBeCloseTo(up, 1);
        expect(pose?.mouthGap).toBeCloseTo(1.2 / (2 * 4.4459), 3);
        expect(pose?.jawDrop).toBeCloseTo(Math.hypot(8.2765, 3.2111) / (2 * 4.4459), 3);
      },
    ),
  );
});

test('what is no face, lies in a plane or is mirrored in depth has no pose', () => {
  expect(readHeadPose(meshOf({ score: 0.2 }))).toBeUndefined();
  expect(readHeadPose(meshOf({ score: Number.NaN }))).toBeUndefined();
  const flat = meshOf({});
  expect(
    readHeadPose({ ...flat, points: flat.points.map((value, at) => (at % 3 === 2 ? 0 : value)) }),
  ).toBeUndefined();
  expect(readHeadPose({ points: new Float32Array(MESH_POINTS * 3), score: 1 })).toBeUndefined();
  expect(
    readHeadPose({ ...flat, points: flat.points.map((value, at) => (at % 3 === 0 ? -value : value)) }),
  ).toBeUndefined();
});
