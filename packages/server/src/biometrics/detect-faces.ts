import type { DecodedImage } from './decode-image.ts';
import type { DetectedFace } from './describe-faces.ts';
import type { FaceLibrary, LibraryFace, Point } from './face-api-library.ts';

/** Names the models and the way they are used; descriptors of different versions must not be compared. */
export const ENGINE_VERSION = 'face-api-1.7.15/tiny-400/1';

/** Input sizes of the detector, tried in turn: the first suits a face that fills a selfie, the second finds one farther away. */
const INPUT_SIZES = [224, 416] as const;
const LEAST_SCORE = 0.4;

/** Landmarks of the 68-point model: outer corners of the eyes, the tip of the nose and the corners of the mouth. */
const RIGHT_EYE_OUTER = 36;
const LEFT_EYE_OUTER = 45;
const NOSE_TIP = 30;
const MOUTH_RIGHT = 48;
const MOUTH_LEFT = 54;

function landmarkAt({ landmarks }: LibraryFace, index: number): Point {
  const position = landmarks.positions[index];
  if (!position) throw new Error('the landmark model gives 68 points');
  return { x: position.x, y: position.y };
}

function toDetected(face: LibraryFace): DetectedFace {
  const { x, y, width, height } = face.detection.box;
  return {
    box: { x, y, width, height },
    score: face.detection.score,
    landmarks: {
      rightEye: landmarkAt(face, RIGHT_EYE_OUTER),
      leftEye: landmarkAt(face, LEFT_EYE_OUTER),
      noseTip: landmarkAt(face, NOSE_TIP),
      mouthRight: landmarkAt(face, MOUTH_RIGHT),
      mouthLeft: landmarkAt(face, MOUTH_LEFT),
    },
    descriptor: face.descriptor,
  };
}

/** Finds faces with landmarks and descriptors in one pass; `once` spares the second search of a picture that shows nothing. */
export async function detectFaces(
  { faceApi, tensorFlow }: FaceLibrary,
  picture: Pick<DecodedImage, 'width' | 'height' | 'pixels'>,
  once = false,
): Promise<DetectedFace[]> {
  const tensor = tensorFlow.tensor3d(picture.pixels, [picture.height, picture.width, 3], 'int32');
  try {
    for (const inputSize of once ? INPUT_SIZES.slice(0, 1) : INPUT_SIZES) {
      const options = new faceApi.TinyFaceDetectorOptions({ inputSize, scoreThreshold: LEAST_SCORE });
      const found = await faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
      if (found.length > 0) return found.map(toDetected);
    }
    return [];
  } finally {
    tensor.dispose();
  }
}
