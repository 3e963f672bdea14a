export {
  EngineBusyError,
  EngineUnavailableError,
  type FaceEngine,
  type FaceIdentity,
  type FrameAnalysis,
  type ImageProblem,
} from './engine/face-engine.ts';
export type { FrameOwner } from './engine/fair-queue.ts';
export { startHttpFaceEngine } from './engine/http-face-engine.ts';
export { proveNativeEngine } from './engine/prove-native-engine.ts';
export { FRAME_WAIT_LIMIT_MS, startFaceEngine } from './engine/worker-face-engine.ts';
export { deleteDispute, insertDispute, isDisputed } from './gallery/face-dispute-store.ts';
export type { Galleries, GalleryAnswer } from './gallery/gallery.ts';
export { listFaces, listFullest } from './gallery/gallery-store.ts';
export { type HeldFace, planTemplates, type TemplateRules } from './gallery/plan-templates.ts';
export {
  deleteReplacedTemplates,
  deleteTemplates,
  findTemplateOwner,
  insertTemplate,
  listTemplates,
  lockGallery,
  lockIdentity,
  noteMatch,
  openDescriptor,
} from './gallery/template-store.ts';
export {
  type DecodedImage,
  decodeImage,
  encodeCleanJpeg,
  FRAME_LIMITS,
  type ImageLimits,
} from './image/decode-image.ts';
export { imageHashDistance, SAME_PICTURE_BITS } from './image/image-hash.ts';
export { pagePictureProblem } from './image/jpeg-scans.ts';
export { averageGrid, lightPlaneOf } from './image/luminance.ts';
export { longerSideOf } from './image/picture-size.ts';
export { qualityHint } from './image/quality.ts';
export { SCREEN_PATTERN_LIMIT } from './image/screen-pattern.ts';
export { euclideanDistance, SAME_PERSON_THRESHOLD } from './measure/comparison.ts';
export { packDescriptor, unpackDescriptor } from './measure/descriptor.ts';
export {
  CERTAIN_FACE_BITS,
  faceHashDistance,
  mirrorFaceHash,
  REPEATED_FACE_BITS,
  SAME_FACE_BITS,
} from './measure/face-hash.ts';
export { looksFlat } from './measure/perspective.ts';
export { isWithinRanges, type PoseRanges, type PoseReading, type Range } from './measure/pose-ranges.ts';
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
