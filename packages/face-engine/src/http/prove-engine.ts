import { ENGINE_VERSION } from '../engine/engine-version.ts';
import { euclideanDistance } from '../measure/comparison.ts';
import type { DetectedFace } from './parse-engine-answer.ts';
import type { ReferenceFace } from './reference-faces.ts';

/**
 * The largest Euclidean distance at which a descriptor of a reference face counts as made by the engine inside. The same nets, given
 * these pictures at 400 to 1024 pixels instead of the 400 that are measured inside, come within 0.08; other people lie 0.7 apart.
 */
export const PROOF_DISTANCE = 0.15;

/** Why these faces, found in a reference picture, are not what the engine inside makes of it; undefined when they are. */
export function proofProblem(
  faces: readonly DetectedFace[],
  { descriptor }: Pick<ReferenceFace, 'descriptor'>,
): string | undefined {
  const [surest] = faces.toSorted((one, other) => other.score - one.score);
  const announced = `the face engine announces ${ENGINE_VERSION}, the engine inside,`;
  const remedy = 'give it a version of its own';
  if (!surest) return `${announced} and finds no face in a reference picture: ${remedy}`;
  if (surest.descriptor.length !== descriptor.length)
    return `${announced} with descriptors of ${surest.descriptor.length} numbers, not ${descriptor.length}: ${remedy}`;
  const distance = euclideanDistance(surest.descriptor, descriptor);
  if (distance <= PROOF_DISTANCE) return undefined;
  return `${announced} and describes a reference face at a distance of ${distance.toFixed(2)}, where ${PROOF_DISTANCE} is allowed: ${remedy}`;
}
