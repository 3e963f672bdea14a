import { CANONICAL_MIDDLE, CANONICAL_PAIRS } from '@titular/face-engine/measure/canonical-face.ts';
import type { HeadPose } from '@titular/face-engine/measure/head-pose.ts';
import type { FaceMesh } from '@titular/face-engine/nets/face-mesh.ts';

type Vector = readonly [x: number, y: number, z: number];
type Matrix = readonly [Vector, Vector, Vector];

/** Points of the mesh by their numbers in the canonical face model. */
const RIGHT_EYE_OUTER = 33;
const LEFT_EYE_OUTER = 263;
const UPPER_LIP = 13;
const LOWER_LIP = 14;
const NOSE_TIP = 1;
const CHIN = 152;

/** Below this the net says that it sees no face. */
const MIN_SCORE = 0.5;

/** The polar iteration doubles the digits with each step; ten reach the last bit from any face. */
const STEPS = 10;

const pointAt = ({ points }: FaceMesh, index: number): Vector => [
  points[index * 3] ?? 0,
  points[index * 3 + 1] ?? 0,
  points[index * 3 + 2] ?? 0,
];

const distance = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Canonical points with both sides, in axes of a picture: y downwards, z away from the camera. */
const MODEL: readonly (readonly [index: number, place: Vector])[] = [
  ...CANONICAL_MIDDLE.map(([index, y, z]) => [index, [0, -y, -z]] as const),
  ...CANONICAL_PAIRS.flatMap(
    ([right, left, x, y, z]) =>
      [
        [right, [-x, -y, -z]],
        [left, [x, -y, -z]],
      ] as const,
  ),
];

/** Sum of the products of measured and canonical places, each from its middle. */
function covarianceOf(mesh: FaceMesh): Matrix {
  const measured = MODEL.map(([index]) => pointAt(mesh, index));
  const meanOf = (axis: 0 | 1 | 2) => measured.reduce((sum, point) => sum + point[axis], 0) / measured.length;
  const middle: Vector = [meanOf(0), meanOf(1), meanOf(2)];
  const row = (axis: 0 | 1 | 2): Vector => {
    const sums = [0, 0, 0];
    for (const [index, [, place]] of MODEL.entries()) {
      const value = (measured[index]?.[axis] ?? 0) - middle[axis];
      for (const other of [0, 1, 2] as const) sums[other] = (sums[other] ?? 0) + value * place[other];
    }
    return [sums[0] ?? 0, sums[1] ?? 0, sums[2] ?? 0];
  };
  return [row(0), row(1), row(2)];
}

/** The rotation nearest to a matrix (its polar factor, by Newton's iteration), which turns the canonical points onto the measured ones as well as any can (Kabsch). Undefined when the points lie in a plane or are mirrored. */
function nearestRotation(matrix: Matrix): Matrix | undefined {
  let [a, b, c] = matrix;
  for (let step = 0; step < STEPS; step += 1) {
    const [inverseA, inverseB, inverseC] = [cross(b, c), cross(c, a), cross(a, b)];
    const determinant = dot(a, inverseA);
    if (!(determinant > 0)) return undefined;
    // Scaled, so that a matrix in square pixels is as quick as one near 1.
    const scale = step === 0 ? determinant ** (-1 / 3) : 1;
    const mix = (row: Vector, inverse: Vector): Vector => {
      const at = (axis: 0 | 1 | 2) => (row[axis] * scale + inverse[axis] / (determinant * scale)) / 2;
      return [at(0), at(1), at(2)];
    };
    [a, b, c] = [mix(a, inverseA), mix(b, inverseB), mix(c, inverseC)];
  }
  return [a, b, c];
}

/** Reads how a head is held from a mesh; undefined where there is no face, or none of three dimensions. */
export function readHeadPose(mesh: FaceMesh): HeadPose | undefined {
  if (!(mesh.score >= MIN_SCORE)) return undefined;
  const rotation = nearestRotation(covarianceOf(mesh));
  if (!rotation) return undefined;
  const [, , [, lean, depth]] = rotation;
  const unit = distance(pointAt(mesh, RIGHT_EYE_OUTER), pointAt(mesh, LEFT_EYE_OUTER));
  return {
    // The head nods about the axis through its ears, then turns, then leans to a shoulder: neither of the latter reads as a nod.
    pitchDegrees: (-Math.atan2(lean, depth) * 180) / Math.PI,
    mouthGap: distance(pointAt(mesh, UPPER_LIP), pointAt(mesh, LOWER_LIP)) / unit,
    jawDrop: distance(pointAt(mesh, NOSE_TIP), pointAt(mesh, CHIN)) / unit,
  };
}
