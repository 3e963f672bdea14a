import { type DecodedImage, decodeImage, type ImageLimits } from './decode-image.ts';
import type { DetectedFace, FaceLibrary, Point } from './face-api-library.ts';
import type { FaceMeasure, FrameAnalysis } from './face-engine.ts';
import { luminanceAndSharpness, meanLuminance } from './luminance.ts';

/** Names the models and the way they are used; descriptors of different versions must not be compared. */
export const ENGINE_VERSION = 'face-api-1.7.15/tiny-400/1';

/** Input sizes of the detector, tried in turn: the first suits a face that fills a selfie, the second finds one farther away. */
const INPUT_SIZES = [224, 416] as const;
const LEAST_SCORE = 0.4;

/** A picture darker than this shows nothing, so it is not searched twice. */
const DARK_PICTURE = 15;

/** A second face counts only beside one of like size and certainty: patterned backgrounds draw small or weak false ones. */
const SECOND_FACE_AREA = 0.15;
const SECOND_FACE_SCORE = 0.6;

/** Landmarks of the 68-point model: outer corners of the eyes and the tip of the nose. */
const RIGHT_EYE_OUTER = 36;
const LEFT_EYE_OUTER = 45;
const NOSE_TIP = 30;

const area = ({ detection }: DetectedFace): number => detection.box.width * detection.box.height;

/** Where the nose tip stands between the outer eye corners, along their line: 0 in the middle, 1 at the left eye of the person. */
function yawOf(positions: readonly Point[]): number {
  const [right, left, nose] = [RIGHT_EYE_OUTER, LEFT_EYE_OUTER, NOSE_TIP].map((index) => positions[index]);
  if (!right || !left || !nose) throw new Error('the landmark model gives 68 points');
  const across = { x: left.x - right.x, y: left.y - right.y };
  const length = across.x ** 2 + across.y ** 2;
  return (((nose.x - right.x) * across.x + (nose.y - right.y) * across.y) / length - 0.5) * 2;
}

async function detect(
  { faceApi, tensorFlow }: FaceLibrary,
  picture: DecodedImage,
  isDark: boolean,
): Promise<DetectedFace[]> {
  const tensor = tensorFlow.tensor3d(picture.pixels, [picture.height, picture.width, 3], 'int32');
  try {
    for (const inputSize of isDark ? INPUT_SIZES.slice(0, 1) : INPUT_SIZES) {
      const options = new faceApi.TinyFaceDetectorOptions({ inputSize, scoreThreshold: LEAST_SCORE });
      const found = await faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
      if (found.length > 0) return found;
    }
    return [];
  } finally {
    tensor.dispose();
  }
}

function toMeasure(face: DetectedFace, picture: DecodedImage): FaceMeasure {
  const { x, y, width, height } = face.detection.box;
  return {
    box: { x, y, width, height },
    score: face.detection.score,
    yaw: yawOf(face.landmarks.positions),
    ...luminanceAndSharpness(picture, { x, y, width, height }),
    descriptor: face.descriptor,
  };
}

const isComparable = (other: DetectedFace, main: DetectedFace): boolean =>
  area(other) >= SECOND_FACE_AREA * area(main) &&
  other.detection.score >= SECOND_FACE_SCORE * main.detection.score;

/** Measures one untrusted picture in this thread: decode in bounds, faces, landmarks and descriptor of the largest. */
export async function measureFrame(
  library: FaceLibrary,
  image: Uint8Array,
  limits: ImageLimits,
): Promise<FrameAnalysis> {
  const picture = await decodeImage(image, limits);
  if (picture.kind === 'refused') return picture;
  const { width, height } = picture;
  const brightness = meanLuminance(picture, { x: 0, y: 0, width, height });
  const found = await detect(library, picture, brightness < DARK_PICTURE);
  const [main, ...others] = found.sort((a, b) => area(b) * b.detection.score - area(a) * a.detection.score);
  if (!main) return { kind: 'analysed', width, height, brightness, faceCount: 0 };
  return {
    kind: 'analysed',
    width,
    height,
    brightness,
    faceCount: 1 + others.filter((other) => isComparable(other, main)).length,
    face: toMeasure(main, picture),
  };
}
