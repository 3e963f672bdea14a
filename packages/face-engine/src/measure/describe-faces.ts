import type { FoundFace } from '@titular/contract';
import { faceHashOf } from '../hashes/face-hash.ts';
import { imageHashOf } from '../hashes/image-hash.ts';
import { coverageOf } from '../image/coverage.ts';
import type { DecodedImage } from '../image/decode-image.ts';
import { brightnessOf, luminanceAndSharpness, type Region, withLightPlane } from '../image/luminance.ts';
import { screenPatternOf } from '../image/screen-pattern.ts';
import type { FaceMesh } from '../nets/face-mesh.ts';
import { cutChip, type FaceChip } from '../solidity/face-chip.ts';
import type { FaceIdentity, FaceMeasure, FrameAnalysis } from './frame-analysis.ts';
import { readHeadPose } from './head-pose.ts';
import { surroundingsOf } from './perspective.ts';
import { isWithinRanges, type PoseRanges } from './pose-ranges.ts';
import { readPose } from './read-pose.ts';

/** A second face counts only beside one of like size and certainty: patterned backgrounds draw small or weak false ones. */
const SECOND_FACE_AREA = 0.15;
const SECOND_FACE_SCORE = 0.6;

/** A face as any engine found it, in pixels of the measured picture. */
type Found = Pick<FoundFace, 'box' | 'score'>;

/** What is seen of a face, in pixels of the measured picture; `describe` makes its descriptor. */
export type SeenFace = {
  landmarks: FoundFace['landmarks'];
  mesh: FaceMesh | undefined;
  describe(): Promise<Float32Array>;
};

const area = ({ box }: Found): number => box.width * box.height;

/** Where the nose tip stands between the outer eye corners, along their line: 0 in the middle, 1 at the left eye of the person. */
function yawOf({ rightEye, leftEye, noseTip }: FoundFace['landmarks']): number {
  const across = { x: leftEye.x - rightEye.x, y: leftEye.y - rightEye.y };
  const squared = across.x ** 2 + across.y ** 2;
  return (((noseTip.x - rightEye.x) * across.x + (noseTip.y - rightEye.y) * across.y) / squared - 0.5) * 2;
}

/** One picture at two sizes: that on which faces were measured, and the finest at hand. */
export type MeasuredPicture = { measured: DecodedImage; finest: DecodedImage };

const scaleBox = ({ x, y, width, height }: Region, factor: number): Region => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

/** The face as it is cut out of the finest picture; the mesh is in pixels of the measured one. */
function chipOf({ measured, finest }: MeasuredPicture, mesh: FaceMesh | undefined): FaceChip | undefined {
  const factor = finest.width / measured.width;
  return mesh && cutChip(finest, { points: mesh.points.map((value) => value * factor) });
}

const measureFace = (
  picture: MeasuredPicture,
  { box, score }: Found,
  { landmarks, mesh }: SeenFace,
): FaceMeasure => ({
  box,
  score,
  yaw: yawOf(landmarks),
  pose: mesh && readHeadPose(mesh),
  mesh,
  chip: undefined,
  ...luminanceAndSharpness(picture.measured, box),
  coverage: coverageOf(picture.measured, landmarks),
});

/** What frames are asked for: the pose of the step, and that of the step before; without ranges, any face. */
export type AskedPoses = { required?: PoseRanges | undefined; lastPose?: PoseRanges | undefined };

/** What identifies the face in front, and the picture. */
async function identify(
  { measured, finest }: MeasuredPicture,
  { box }: Found,
  { describe, landmarks }: SeenFace,
): Promise<{ identity: FaceIdentity; imageHash: Uint8Array }> {
  const factor = finest.width / measured.width;
  const descriptor = await describe();
  const hash = withLightPlane(finest, (plane) => faceHashOf(plane, landmarks, factor));
  const screenPattern = screenPatternOf(finest, scaleBox(box, factor));
  return withLightPlane(measured, (plane) => ({
    identity: { descriptor, hash, screenPattern, surroundings: surroundingsOf(plane, box) },
    imageHash: imageHashOf(plane),
  }));
}

const isComparable = (other: Found, main: Found): boolean =>
  area(other) >= SECOND_FACE_AREA * area(main) && other.score >= SECOND_FACE_SCORE * main.score;

/**
 * The analysis of a picture in which an engine found these faces: which is in front, how many count, and what the
 * light is. The face in front alone is looked at. Descriptor, image hash and chip are left out if ranges are given and
 * the face is within neither. So a face whose relief may be measured can always be compared.
 */
export async function describeFaces<Face extends Found>(
  picture: MeasuredPicture,
  found: readonly Face[],
  lookAt: (face: Face) => Promise<SeenFace | undefined>,
  { required, lastPose }: AskedPoses,
): Promise<FrameAnalysis> {
  const { measured } = picture;
  const { width, height } = measured;
  const whole = { kind: 'analysed', width, height, brightness: brightnessOf(measured) } as const;
  const [main, ...others] = found.toSorted((a, b) => area(b) * b.score - area(a) * a.score);
  const look = main && (await lookAt(main));
  if (!main || !look)
    return {
      ...whole,
      faceCount: 0,
      ...(required ? {} : { imageHash: withLightPlane(measured, imageHashOf) }),
    };
  const seen = measureFace(picture, main, look);
  const faceCount = 1 + others.filter((other) => isComparable(other, main)).length;
  const shows = (ranges: PoseRanges): boolean => isWithinRanges(readPose(seen, measured), ranges);
  const showsAsked = !required || shows(required) || (lastPose !== undefined && shows(lastPose));
  if (!showsAsked) return { ...whole, faceCount, face: seen };
  const { identity, imageHash } = await identify(picture, main, look);
  return { ...whole, imageHash, faceCount, face: { ...seen, chip: chipOf(picture, look.mesh), identity } };
}
