import { FaceEngineAnswer, type FoundFace } from '@titular/contract';
import { Value } from 'typebox/value';
import { ENGINE_VERSION } from '../engine/engine-version.ts';

/** A face as an engine found it, in pixels of the picture that it was sent. */
export type DetectedFace = Pick<FoundFace, 'box' | 'score' | 'landmarks'> & { descriptor: Float32Array };

/** What an engine is known by: the version that is kept with its descriptors, the one it announces itself, and how long they are. */
export type EngineIdentity = { version: string; announced: string; descriptorLength: number };

/** No engine outside passes for the one inside, or is compared with it, by its word alone. */
const OUTSIDE = 'http/';

/** Whether an answer announces the version of the engine inside, which is to be proven. */
export const announcesInside = ({ engineVersion }: FaceEngineAnswer): boolean =>
  engineVersion === ENGINE_VERSION;

/** The sentence for an answer that breaks the contract; it names the place, and nothing that stood in the answer. */
const wrong = (what: string): Error => new Error(`the face engine answers wrongly: ${what}`);

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw wrong('it is no JSON in UTF-8');
  }
}

/** Reads the bytes of an answer by the closed schema; a fault says which part is wrong. */
export function parseEngineAnswer(bytes: Uint8Array): FaceEngineAnswer {
  const answer = readJson(bytes);
  if (Value.Check(FaceEngineAnswer, answer)) return answer;
  const errors = Value.Errors(FaceEngineAnswer, answer);
  // A member that is not known is told of twice, once by its name: that would be the engine's own words.
  const first = errors.find(({ keyword }) => keyword !== 'boolean');
  throw wrong(`${first?.instancePath || 'it'} breaks the rule "${first?.keyword ?? 'type'}"`);
}

/** The identity that an answer claims: that of an engine of its own, or, where that is proven, of the one inside. */
export const identityOf = (
  { engineVersion, descriptorLength }: FaceEngineAnswer,
  isProven: boolean,
): EngineIdentity => ({
  version: isProven ? engineVersion : OUTSIDE + engineVersion,
  announced: engineVersion,
  descriptorLength,
});

/** Whether an answer comes from the engine that is known; the sentence says what is not as it was. */
export function identityProblem(answer: FaceEngineAnswer, known: EngineIdentity): string | undefined {
  const { engineVersion, descriptorLength } = answer;
  if (engineVersion !== known.announced)
    return `the face engine has become ${OUTSIDE}${engineVersion}, where the service started with ${known.version}`;
  if (descriptorLength !== known.descriptorLength)
    return `the descriptors of ${known.version} have become ${descriptorLength} numbers long, not ${known.descriptorLength}`;
  return undefined;
}

type Size = { width: number; height: number };

function faceProblem(face: FoundFace, descriptorLength: number, picture: Size): string | undefined {
  const { box, landmarks, descriptor } = face;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const isInside = middle.x >= 0 && middle.x <= picture.width && middle.y >= 0 && middle.y <= picture.height;
  if (!isInside) return 'box lies outside the picture';
  const { rightEye, leftEye } = landmarks;
  if (Math.hypot(leftEye.x - rightEye.x, leftEye.y - rightEye.y) < 1)
    return 'landmarks have both eyes in one place';
  if (descriptor.length !== descriptorLength)
    return `descriptor has ${descriptor.length} numbers, not ${descriptorLength}`;
  // Equal for everybody: it would make one person of all.
  if (descriptor.every((value) => value === 0)) return 'descriptor is all zeros';
  return undefined;
}

/** The faces of an answer, checked against the picture that was sent; a fault says which face is wrong, and how. */
export const readFaces = ({ faces, descriptorLength }: FaceEngineAnswer, picture: Size): DetectedFace[] =>
  faces.map((face, index) => {
    const problem = faceProblem(face, descriptorLength, picture);
    if (problem) throw wrong(`/faces/${index}/${problem}`);
    return { ...face, descriptor: Float32Array.from(face.descriptor) };
  });
