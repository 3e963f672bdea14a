import type { FoundFace } from '@titular/contract';
import { lightPlane } from './align-face.ts';
import { coverageOf } from './coverage.ts';
import type { DecodedImage } from './decode-image.ts';
import type { FaceMeasure, FrameAnalysis } from './face-engine.ts';
import { facePrintOf } from './face-print.ts';
import { fingerprintOf } from './fingerprint.ts';
import { luminanceAndSharpness, meanLuminance, type Region } from './luminance.ts';
import { surroundingsOf } from './perspective.ts';
import { screenPatternOf } from './screen-pattern.ts';

/** A second face counts only beside one of like size and certainty: patterned backgrounds draw small or weak false ones. */
const SECOND_FACE_AREA = 0.15;
const SECOND_FACE_SCORE = 0.6;

/** A face as any engine found it, in pixels of the measured picture. */
export type DetectedFace = Pick<FoundFace, 'box' | 'score' | 'landmarks'> & { descriptor: Float32Array };

const area = ({ box }: DetectedFace): number => box.width * box.height;

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

const toMeasure = (face: DetectedFace, { measured, finest }: MeasuredPicture): FaceMeasure => ({
  box: face.box,
  score: face.score,
  yaw: yawOf(face.landmarks),
  ...luminanceAndSharpness(measured, face.box),
  screenPattern: screenPatternOf(finest, scaleBox(face.box, finest.width / measured.width)),
  coverage: coverageOf(measured, face.landmarks),
  surroundings: surroundingsOf(measured, face.box),
  print: facePrintOf(lightPlane(finest), face.landmarks, finest.width / measured.width),
  descriptor: face.descriptor,
});

const isComparable = (other: DetectedFace, main: DetectedFace): boolean =>
  area(other) >= SECOND_FACE_AREA * area(main) && other.score >= SECOND_FACE_SCORE * main.score;

/** Mean luminance of a whole picture, 0 to 255. */
export const brightnessOf = (picture: DecodedImage): number =>
  meanLuminance(picture, { x: 0, y: 0, width: picture.width, height: picture.height });

/** The analysis of a picture in which an engine found these faces, in pixels of its measured size: which is in front, how many count, and what the light is. */
export function describeFaces(
  picture: MeasuredPicture,
  brightness: number,
  found: readonly DetectedFace[],
): FrameAnalysis {
  const { width, height } = picture.measured;
  const [main, ...others] = found.toSorted((a, b) => area(b) * b.score - area(a) * a.score);
  const whole = {
    kind: 'analysed',
    width,
    height,
    brightness,
    fingerprint: fingerprintOf(picture.measured),
  } as const;
  if (!main) return { ...whole, faceCount: 0 };
  return {
    ...whole,
    faceCount: 1 + others.filter((other) => isComparable(other, main)).length,
    face: toMeasure(main, picture),
  };
}
