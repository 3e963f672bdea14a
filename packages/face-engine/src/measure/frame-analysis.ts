import type { Coverage } from '../image/coverage.ts';
import type { ImageProblem } from '../image/image-problem.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import type { FaceChip } from '../solidity/face-chip.ts';
import type { HeadPose } from './head-pose.ts';

/** Measured only of a face that shows the required pose or the one before. The descriptor has the length of the engine version; the rest is stored with a frame or decides about it. */
export type FaceIdentity = {
  descriptor: Float32Array;
  /** Perceptual hash of the aligned head, 32 bytes; compared with `faceHashDistance`. */
  hash: Uint8Array;
  /** How far a pattern that repeats evenly stands out, as the pixels of a screen do; 0 in a picture too small to tell. */
  screenPattern: number;
  /** What is around the person, small, for `looksFlat` alone. */
  surroundings: Uint8Array;
};

/** One face: box in pixels of the measured picture, yaw 0 facing and positive to the person's left, sharpness and brightness of the face. */
export type FaceMeasure = {
  box: { x: number; y: number; width: number; height: number };
  score: number;
  yaw: number;
  /** Undefined where the mesh does not fit: a face that is half outside the picture, or none. */
  pose: HeadPose | undefined;
  mesh: FaceMesh | undefined;
  /** The face cut out, for measuring its relief; there where the mesh and `identity` are, so that whose it is can be told. */
  chip: FaceChip | undefined;
  /** Variance of the Laplacian over the face at 112 by 112 pixels; higher is sharper. */
  sharpness: number;
  /** Mean luminance of the face, 0 to 255. */
  brightness: number;
  coverage: Coverage;
  /** There where nothing was asked for, or the face is within what was. */
  identity?: FaceIdentity;
};

/** What the engine says of one picture; `face` is the one in front when there are several. */
export type FrameAnalysis =
  | { kind: 'refused'; reason: ImageProblem }
  | {
      kind: 'analysed';
      width: number;
      height: number;
      /** Mean luminance of the whole picture, 0 to 255. */
      brightness: number;
      /** Perceptual hash of the whole picture, 32 bytes, compared with `imageHashDistance`; there where nothing was asked for, or the face is within what was. */
      imageHash?: Uint8Array;
      faceCount: number;
      face?: FaceMeasure;
    };
