import { fitPose, type PhotographPose, projectInto, unproject } from './fit-pose.ts';
import { mirrorPoints, readCanonicalFace } from './head/canonical-face.ts';
import { normalsOf, smoothStep } from './head/surface.ts';
import { rotateInto, rotationOf } from './rotation.ts';

/** The face of a person in the head's frame, how it lies in the photograph, and how well each point is seen there, 0 to 1. */
export type FaceShape = { positions: Float32Array; pose: PhotographPose; seen: Float32Array };

/** Outer corners of the eyes: right, then left of the person. */
export const OUTER_EYES = [33, 263] as const;

/** Rounds of pose and shape in turn; angles change by less than 0.1 degrees after the fourth. */
const ROUNDS = 5;

/** How much of a point is its own, beside what both sides of the face say together. */
const OWN_PART = 0.3;

/** No point moves farther from the canonical face, in cm. */
const MAX_MOVE = 1.6;

/** Cosines of the angle between surface and line of sight from which a point counts as seen, and as seen well. */
const SEEN_FROM = 0.1;
const SEEN_WELL = 0.6;

/** A point this far in cm behind another that covers it is hidden. */
const HIDDEN_BEHIND = 0.6;
const DEPTH_CELL = 0.35;

/** Points hidden behind the nose or the brow: a coarse map of what is nearest the camera at each place. */
function hiddenPoints(rotated: Float64Array, triangles: Uint16Array): Uint8Array {
  const nearest = new Map<number, number>();
  const cellOf = (x: number, y: number): number =>
    Math.round(x / DEPTH_CELL) * 4096 + Math.round(y / DEPTH_CELL);
  const at = (index: number, axis: number): number => rotated[index * 3 + axis] as number;
  const STEPS = 8;
  for (let first = 0; first < triangles.length; first += 3) {
    const [a, b, c] = [triangles[first], triangles[first + 1], triangles[first + 2]] as [
      number,
      number,
      number,
    ];
    for (let i = 0; i <= STEPS; i += 1) {
      for (let j = 0; i + j <= STEPS; j += 1) {
        const [u, v] = [i / STEPS, j / STEPS];
        const mix = (axis: number): number => at(a, axis) * (1 - u - v) + at(b, axis) * u + at(c, axis) * v;
        const cell = cellOf(mix(0), mix(1));
        nearest.set(cell, Math.max(nearest.get(cell) ?? Number.NEGATIVE_INFINITY, mix(2)));
      }
    }
  }
  return Uint8Array.from({ length: rotated.length / 3 }, (_, index) =>
    (nearest.get(cellOf(at(index, 0), at(index, 1))) ?? 0) - at(index, 2) > HIDDEN_BEHIND ? 1 : 0,
  );
}

/** How well each point is seen in the photograph, from 0.02 to 1. */
function seenPoints(positions: Float32Array, pose: PhotographPose, triangles: Uint16Array): Float32Array {
  const rotation = rotationOf(...pose.angles);
  const normals = normalsOf(positions, triangles);
  const rotated = new Float64Array(positions.length);
  const normal = new Float64Array(3);
  const cosines = new Float64Array(positions.length / 3);
  for (let index = 0; index < cosines.length; index += 1) {
    const at = index * 3;
    rotateInto(
      rotation,
      positions[at] as number,
      positions[at + 1] as number,
      positions[at + 2] as number,
      rotated,
      at,
    );
    rotateInto(rotation, normals[at] as number, normals[at + 1] as number, normals[at + 2] as number, normal);
    cosines[index] = normal[2] as number;
  }
  const hidden = hiddenPoints(rotated, triangles);
  return Float32Array.from(cosines, (cosine, index) =>
    hidden[index] ? 0.02 : Math.max(0.02, smoothStep(SEEN_FROM, SEEN_WELL, cosine)),
  );
}

/** Gives the canonical face the person's outline and features: depth from the canonical face, x and y from the photograph without its head pose. One side fills in what the other hides. */
export function fitShape(points: Float32Array): FaceShape {
  const canonical = readCanonicalFace();
  const mirror = mirrorPoints(canonical);
  const count = canonical.positions.length / 3;
  let positions = Float32Array.from(canonical.positions);
  let pose = fitPose(positions, points, OUTER_EYES);
  let seen = seenPoints(positions, pose, canonical.triangles);
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = Array.from({ length: count }, (_, index) =>
      unproject(
        pose,
        points[index * 3] as number,
        points[index * 3 + 1] as number,
        canonical.positions[index * 3 + 2] as number,
      ),
    );
    const shaped = Float32Array.from(canonical.positions);
    for (let index = 0; index < count; index += 1) {
      const other = mirror[index] as number;
      const [mine, its] = [own[index], own[other]] as [{ x: number; y: number }, { x: number; y: number }];
      const [a, b] = [seen[index] as number, seen[other] as number];
      const keep = OWN_PART * Math.min(1, a / b);
      const x = keep * mine.x + ((1 - keep) * (a * mine.x - b * its.x)) / (a + b);
      const y = keep * mine.y + ((1 - keep) * (a * mine.y + b * its.y)) / (a + b);
      const at = index * 3;
      const [dx, dy] = [x - (shaped[at] as number), y - (shaped[at + 1] as number)];
      const shorten = Math.min(1, MAX_MOVE / (Math.hypot(dx, dy) || 1));
      shaped[at] = (shaped[at] as number) + dx * shorten;
      shaped[at + 1] = (shaped[at + 1] as number) + dy * shorten;
    }
    positions = shaped;
    pose = fitPose(positions, points, OUTER_EYES);
    seen = seenPoints(positions, pose, canonical.triangles);
  }
  return { positions, pose, seen };
}

/** Where the points of a shape appear in the photograph, two numbers each. */
export function projectPoints(positions: Float32Array, pose: PhotographPose): Float64Array {
  const rotation = rotationOf(...pose.angles);
  const out = new Float64Array((positions.length / 3) * 2);
  const place = new Float64Array(3);
  for (let index = 0; index < positions.length / 3; index += 1) {
    const at = index * 3;
    projectInto(
      pose,
      rotation,
      [positions[at] as number, positions[at + 1] as number, positions[at + 2] as number],
      place,
    );
    out.set([place[0] as number, place[1] as number], index * 2);
  }
  return out;
}
