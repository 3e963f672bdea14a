import type { Coverage } from '../image/coverage.ts';
import type { FaceMesh } from '../measure/face-mesh.ts';
import type { HeadPose } from '../measure/head-pose.ts';
import type { PoseRanges } from '../measure/pose-ranges.ts';
import type { FaceChip } from '../solidity/face-chip.ts';
import type { ReliefAxis, ReliefReading } from '../solidity/relief.ts';
import type { FrameOwner } from './fair-queue.ts';

/** Why a picture was not measured; nothing of it was decoded in full. */
export type ImageProblem =
  | 'not_an_image'
  | 'unsupported_format'
  | 'too_large'
  | 'too_many_pixels'
  | 'too_small'
  | 'too_many_scans'
  | 'animated'
  | 'damaged'
  | 'too_slow';

/** Measured only of a face that shows the required pose: a descriptor of the engine version's length, and what else is stored with a frame or decides about it. */
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
  /** The face cut out, for measuring its relief; there where the mesh is. */
  chip: FaceChip | undefined;
  /** Variance of the Laplacian over the face at 112 by 112 pixels; higher is sharper. */
  sharpness: number;
  /** Mean luminance of the face, 0 to 255. */
  brightness: number;
  coverage: Coverage;
  /** There where nothing was wanted, or the face is within what was. */
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
      /** Perceptual hash of the whole picture, 32 bytes, compared with `imageHashDistance`; there where nothing was wanted, or the face is within what was. */
      imageHash?: Uint8Array;
      faceCount: number;
      face?: FaceMeasure;
    };

/** Measures faces; versions with different names make descriptors that cannot be compared. */
export interface FaceEngine {
  readonly version: string;
  /**
   * Measures one picture; with ranges, what identifies a face only of one within them, which is all that a challenge reads of the others.
   * The chip is cut of such a face too, and of one within `lastPose`: who has passed a step goes on showing it.
   * Throws `EngineBusyError` when too many pictures wait, `EngineUnavailableError` when nothing can be measured now, and a fault when the engine
   * broke on this one. Pictures that wait are measured in turns of their owners.
   */
  analyse(
    image: Uint8Array,
    required?: PoseRanges,
    owner?: FrameOwner,
    lastPose?: PoseRanges,
  ): Promise<FrameAnalysis>;
  /** Measures relief between a face from the front and the same face moved; throws as `analyse` does. */
  measureRelief(
    front: FaceChip,
    moved: FaceChip,
    axis: ReliefAxis,
    owner?: FrameOwner,
  ): Promise<ReliefReading>;
  /** Why nothing can be measured now, in words for the operator; undefined when it can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/** Too many pictures wait already; trying again in a second may succeed. */
export class EngineBusyError extends Error {
  override readonly name = 'EngineBusyError';
  /** Whether this picture was taken and then waited too long. */
  readonly isLate: boolean;

  constructor(message: string, { isLate = false } = {}) {
    super(message);
    this.isLate = isLate;
  }
}

/** The engine cannot be reached, or is no longer the one that was started with; the message says which. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}
