import type { ImageLimits } from '../image/decode-image.ts';
import type { FoundFaces } from '../measure/find-faces.ts';
import type { FrameAnalysis } from '../measure/frame-analysis.ts';
import type { PoseRanges } from '../measure/pose-ranges.ts';
import type { Detection } from '../nets/decode-boxes.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import type { NetName, Runtime } from '../nets/nets.ts';
import type { RuntimeChoice } from '../nets/open-nets.ts';
import type { Picture } from '../nets/resample.ts';
import type { FaceChip } from '../solidity/face-chip.ts';
import type { ReliefAxis, ReliefReading } from '../solidity/relief.ts';

/** What a worker process is started with: limits of pictures, which nets it loads, what executes them and where they are kept. */
export type WorkerSettings = {
  limits: ImageLimits;
  nets: readonly NetName[];
  runtime: RuntimeChoice;
  directory: string | undefined;
};

/** A picture to be measured, one whose faces are wanted, a face whose mesh is, or two faces whose relief is. */
export type WorkerJob =
  | { kind: 'frame'; image: Uint8Array; required: PoseRanges | undefined; lastPose: PoseRanges | undefined }
  | { kind: 'faces'; image: Uint8Array }
  | { kind: 'mesh'; picture: Picture; box: Detection['box'] }
  | { kind: 'relief'; front: FaceChip; moved: FaceChip; axis: ReliefAxis };

/** What comes of each kind of job. */
export type WorkerResults = {
  frame: FrameAnalysis;
  faces: FoundFaces;
  mesh: FaceMesh | undefined;
  relief: ReliefReading;
};

/** The runtime that a worker process found to work, and why it is not the native one if that was tried. */
export type WorkerReady = { runtime: Runtime['name']; problem: string | undefined };

/** What a worker process says: once that it is ready, then of each job that it has begun, and its outcome. */
export type WorkerMessage =
  | ({ kind: 'ready' } & WorkerReady)
  | { kind: 'begun' }
  | { kind: 'done'; result: WorkerResults[WorkerJob['kind']] }
  | { kind: 'broken'; message: string };
