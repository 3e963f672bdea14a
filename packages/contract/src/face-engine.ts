import { type Static, Type } from 'typebox';

/** What an operator's own face engine may answer at most; docs/face-engine.md tells how to write one. */
export const FACE_ENGINE_LIMITS = {
  answerBytes: 1024 * 1024,
  faces: 16,
  shortestDescriptor: 32,
  longestDescriptor: 2048,
  /** Longer side in pixels of the pictures that the engine is sent. */
  pictureSide: 1024,
} as const;

const MAX_COORDINATE = 16_384;
const MAX_COMPONENT = 1000;

const coordinate = () => Type.Number({ minimum: -MAX_COORDINATE, maximum: MAX_COORDINATE });
const length = () => Type.Number({ exclusiveMinimum: 0, maximum: MAX_COORDINATE });
const closed = { additionalProperties: false };
const point = () => Type.Object({ x: coordinate(), y: coordinate() }, closed);

/** One face as an engine tells of it, in pixels of the picture it was sent; right and left are the person's own sides. */
export const FoundFace = Type.Object(
  {
    box: Type.Object({ x: coordinate(), y: coordinate(), width: length(), height: length() }, closed),
    /** How sure the engine is that this is a face. */
    score: Type.Number({ minimum: 0, maximum: 1 }),
    /** Outer corners of the eyes, the tip of the nose, and the corners of the mouth, without which nobody looks whether it is covered. */
    landmarks: Type.Object(
      {
        rightEye: point(),
        leftEye: point(),
        noseTip: point(),
        mouthRight: Type.Optional(point()),
        mouthLeft: Type.Optional(point()),
      },
      closed,
    ),
    descriptor: Type.Array(Type.Number({ minimum: -MAX_COMPONENT, maximum: MAX_COMPONENT }), {
      minItems: FACE_ENGINE_LIMITS.shortestDescriptor,
      maxItems: FACE_ENGINE_LIMITS.longestDescriptor,
    }),
  },
  closed,
);
export type FoundFace = Static<typeof FoundFace>;

/** What an engine answers to one JPEG; descriptors of different `engineVersion` are never compared. */
export const FaceEngineAnswer = Type.Object(
  {
    engineVersion: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._+/-]{0,79}$' }),
    /** How many numbers each descriptor of this version has. */
    descriptorLength: Type.Integer({
      minimum: FACE_ENGINE_LIMITS.shortestDescriptor,
      maximum: FACE_ENGINE_LIMITS.longestDescriptor,
    }),
    faces: Type.Array(FoundFace, { maxItems: FACE_ENGINE_LIMITS.faces }),
  },
  closed,
);
export type FaceEngineAnswer = Static<typeof FaceEngineAnswer>;
