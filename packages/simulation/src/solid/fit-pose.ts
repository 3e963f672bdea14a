import { type Rotation, rotateInto, rotationOf } from './rotation.ts';

/** How a head lies in a photograph: its rotation, pixels a cm in the plane of its origin, and where that origin is in pixels. */
export type PhotographPose = {
  angles: readonly [yaw: number, pitch: number, roll: number];
  scale: number;
  x: number;
  y: number;
};

/** From the camera to the head, in cm: photographs of people are rarely taken nearer, and from farther the perspective no longer matters. */
const PHOTOGRAPH_DISTANCE = 180;
const ROUNDS = 12;
const PARAMETERS = 6;
const STEP = 1e-3;

/** Below this height in cm of the head's frame, what moves with the mouth and the jaw counts little. */
const MOVABLE_BELOW = -2.5;
const MOVABLE_WEIGHT = 0.15;

/** Writes where a point of the head appears in the photograph, in pixels. */
export function projectInto(
  { scale, x, y }: PhotographPose,
  rotation: Rotation,
  point: readonly [number, number, number],
  out: Float64Array,
  at = 0,
): void {
  rotateInto(rotation, ...point, out, at);
  const nearer = scale / (1 - (out[at + 2] as number) / PHOTOGRAPH_DISTANCE);
  out[at] = x + (out[at] as number) * nearer;
  out[at + 1] = y - (out[at + 1] as number) * nearer;
}

/** The place in the head's frame that appears at (px, py) when its depth in that frame is z. */
export function unproject(pose: PhotographPose, px: number, py: number, z: number): { x: number; y: number } {
  const r = rotationOf(...pose.angles);
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = r as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  let [x, y] = [0, 0];
  for (let round = 0; round < 3; round += 1) {
    const nearer = pose.scale / (1 - (r6 * x + r7 * y + r8 * z) / PHOTOGRAPH_DISTANCE);
    const across = (px - pose.x) / nearer - r2 * z;
    const up = -(py - pose.y) / nearer - r5 * z;
    const determinant = r0 * r4 - r1 * r3;
    x = (across * r4 - up * r1) / determinant;
    y = (up * r0 - across * r3) / determinant;
  }
  return { x, y };
}

/** Solves a small linear system in place by elimination with pivots; the answer is in `right`. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(matrix[row]?.[column] as number) > Math.abs(matrix[pivot]?.[column] as number))
        pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot] as number[], matrix[column] as number[]];
    [right[column], right[pivot]] = [right[pivot] as number, right[column] as number];
    const from = matrix[column] as number[];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const to = matrix[row] as number[];
      const factor = (to[column] as number) / (from[column] as number);
      for (let index = column; index < size; index += 1)
        to[index] = (to[index] as number) - factor * (from[index] as number);
      right[row] = (right[row] as number) - factor * (right[column] as number);
    }
  }
  return right.map((value, row) => value / (matrix[row]?.[row] as number));
}

const toPose = ([yaw, pitch, roll, scale, x, y]: readonly number[]): PhotographPose => ({
  angles: [yaw as number, pitch as number, roll as number],
  scale: Math.exp(scale as number),
  x: x as number,
  y: y as number,
});

function residuals(parameters: readonly number[], shape: Float32Array, points: Float32Array): Float64Array {
  const pose = toPose(parameters);
  const rotation = rotationOf(...pose.angles);
  const out = new Float64Array((shape.length / 3) * 2);
  const place = new Float64Array(3);
  for (let index = 0; index < shape.length / 3; index += 1) {
    const point: [number, number, number] = [
      shape[index * 3] as number,
      shape[index * 3 + 1] as number,
      shape[index * 3 + 2] as number,
    ];
    projectInto(pose, rotation, point, place);
    const weight = point[1] < MOVABLE_BELOW ? MOVABLE_WEIGHT : 1;
    out[index * 2] = ((place[0] as number) - (points[index * 3] as number)) * weight;
    out[index * 2 + 1] = ((place[1] as number) - (points[index * 3 + 1] as number)) * weight;
  }
  return out;
}

/** Pose under which a shape lies nearest to points of a photograph (three numbers each, of which x and y count), by Gauss-Newton. */
export function fitPose(
  shape: Float32Array,
  points: Float32Array,
  eyes: readonly [right: number, left: number],
): PhotographPose {
  const [right, left] = eyes;
  const at = (of: Float32Array, index: number, axis: number): number => of[index * 3 + axis] as number;
  const across = at(points, left, 0) - at(points, right, 0);
  const down = at(points, left, 1) - at(points, right, 1);
  const scale = Math.hypot(across, down) / (at(shape, left, 0) - at(shape, right, 0));
  let parameters = [
    0,
    0,
    (Math.atan2(down, across) * 180) / Math.PI,
    Math.log(scale),
    (at(points, left, 0) + at(points, right, 0)) / 2,
    (at(points, left, 1) + at(points, right, 1)) / 2 + scale * at(shape, right, 1),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = residuals(parameters, shape, points);
    const slopes = parameters.map((_, index) => {
      const moved = residuals(
        parameters.map((value, other) => (other === index ? value + STEP : value)),
        shape,
        points,
      );
      return moved.map((value, place) => (value - (now[place] as number)) / STEP);
    });
    const dot = (a: Float64Array, b: Float64Array): number =>
      a.reduce((sum, value, place) => sum + value * (b[place] as number), 0);
    const matrix = slopes.map((row) => slopes.map((column) => dot(row, column)));
    for (let index = 0; index < PARAMETERS; index += 1)
      (matrix[index] as number[])[index] = (matrix[index]?.[index] as number) * 1.0001;
    const step = solve(
      matrix,
      slopes.map((row) => dot(row, now)),
    );
    parameters = parameters.map((value, index) => value - (step[index] as number));
  }
  return toPose(parameters);
}
