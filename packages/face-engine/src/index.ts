export { ENGINE_VERSIONS } from './engine/engine-version.ts';
export {
  EngineBusyError,
  EngineUnavailableError,
  EngineUnusableError,
  type FaceEngine,
} from './engine/face-engine.ts';
export type { FrameOwner } from './engine/fair-queue.ts';
export { proveNativeEngine } from './engine/prove-native-engine.ts';
export {
  type FaceFinder,
  FRAME_WAIT_LIMIT_MS,
  startFaceEngine,
  startFaceFinder,
} from './engine/worker-face-engine.ts';
export {
  CERTAIN_FACE_BITS,
  faceHashDistance,
  mirrorFaceHash,
  REPEATED_FACE_BITS,
  SAME_FACE_BITS,
} from './hashes/face-hash.ts';
export { imageHashDistance, SAME_PICTURE_BITS } from './hashes/image-hash.ts';
export { startHttpFaceEngine } from './http/http-face-engine.ts';
export {
  type DecodedImage,
  decodeImage,
  encodeCleanJpeg,
  FRAME_LIMITS,
  type ImageLimits,
} from './image/decode-image.ts';
export type { ImageProblem } from './image/image-problem.ts';
export { pagePictureProblem } from './image/jpeg-scans.ts';
export { averageGrid, lightPlaneOf } from './image/luminance.ts';
export { openSharp } from './image/open-sharp.ts';
export { longerSideOf } from './image/picture-size.ts';
export { SCREEN_PATTERN_LIMIT } from './image/screen-pattern.ts';
export { euclideanDistance, SAME_PERSON_THRESHOLD } from './measure/comparison.ts';
export { packDescriptor, unpackDescriptor } from './measure/descriptor.ts';
export type { FaceIdentity, FrameAnalysis } from './measure/frame-analysis.ts';
export { looksFlat } from './measure/perspective.ts';
export { isWithinRanges, type PoseRanges, type PoseReading, type Range } from './measure/pose-ranges.ts';
export { qualityHint } from './measure/quality.ts';
export { readPose } from './measure/read-pose.ts';
export { type FaceChip, packChip, unpackChip } from './solidity/face-chip.ts';
export {
  axisOf,
  combineSolidity,
  HEAD_MOVEMENTS,
  type HeadMovement,
  judgeJaw,
  judgeRelief,
  type Solidity,
} from './solidity/judge-relief.ts';
