import type { FoundFace } from '@titular/contract';
import {
  type DecodedImage,
  decodeImage,
  FINEST_SIDE,
  type ImageLimits,
  MEASURED_SIDE,
  releasePixels,
  shrinkDecoded,
} from '../image/decode-image.ts';
import { brightnessOf } from '../image/luminance.ts';
import type { Detection } from '../nets/decode-boxes.ts';
import { DETECTOR_SIDES, type Landmarks, type Nets } from '../nets/nets.ts';
import { type AskedPoses, describeFaces, type MeasuredPicture, type SeenFace } from './describe-faces.ts';
import type { FrameAnalysis } from './frame-analysis.ts';
import type { PoseRanges } from './pose-ranges.ts';

/** A picture darker than this shows nothing, so it is not searched twice. */
const DARK_PICTURE = 15;

/** Landmarks of the 68-point model: outer corners of the eyes, the tip of the nose and the corners of the mouth. */
const RIGHT_EYE_OUTER = 36;
const LEFT_EYE_OUTER = 45;
const NOSE_TIP = 30;
const MOUTH_RIGHT = 48;
const MOUTH_LEFT = 54;

/** The named places of a face among the 68 landmarks. */
export function namedLandmarks({ points }: Landmarks): FoundFace['landmarks'] {
  const at = (index: number) => {
    const point = points[index];
    if (!point) throw new Error('the landmark model gives 68 points');
    return { x: point.x, y: point.y };
  };
  return {
    rightEye: at(RIGHT_EYE_OUTER),
    leftEye: at(LEFT_EYE_OUTER),
    noseTip: at(NOSE_TIP),
    mouthRight: at(MOUTH_RIGHT),
    mouthLeft: at(MOUTH_LEFT),
  };
}

/** Finds faces, the surest first: in the size that suits a selfie, then in the one for a face farther away. */
export async function detectFaces(
  nets: Nets,
  picture: DecodedImage,
  brightness: number,
): Promise<Detection[]> {
  for (const side of brightness < DARK_PICTURE ? DETECTOR_SIDES.slice(0, 1) : DETECTOR_SIDES) {
    const found = await nets.detect(picture, side);
    if (found.length > 0) return found;
  }
  return [];
}

/** Looks at a face with the nets; its descriptor costs as much as all else and is made when it is asked for. */
async function lookAt(nets: Nets, picture: DecodedImage, { box }: Detection): Promise<SeenFace | undefined> {
  const landmarks = await nets.landmarks(picture, box);
  return (
    landmarks && {
      landmarks: namedLandmarks(landmarks),
      mesh: await nets.mesh(picture, landmarks.points),
      describe: () => nets.descriptor(picture, landmarks),
    }
  );
}

/** Finds faces in a picture of the size for it, and measures the one in front. */
async function measureDecoded(
  nets: Nets,
  picture: MeasuredPicture,
  asked: AskedPoses,
): Promise<FrameAnalysis> {
  const { measured } = picture;
  const found = await detectFaces(nets, measured, brightnessOf(measured));
  return describeFaces(picture, found, (face: Detection) => lookAt(nets, measured, face), asked);
}

/** Measures one untrusted picture in this process: decode in bounds, then the face in front; what identifies it only where the face is as wanted. */
export async function measureFrame(
  nets: Nets,
  image: Uint8Array,
  limits: ImageLimits,
  required?: PoseRanges,
  lastPose?: PoseRanges,
): Promise<FrameAnalysis> {
  const finest = await decodeImage(image, limits, FINEST_SIDE);
  if (finest.kind === 'refused') return finest;
  const measured = await shrinkDecoded(finest, MEASURED_SIDE);
  const analysis = await measureDecoded(nets, { measured, finest }, { required, lastPose });
  releasePixels(measured);
  releasePixels(finest);
  return analysis;
}
