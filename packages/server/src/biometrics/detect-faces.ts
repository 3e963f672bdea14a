import type { FaceLibrary, LibraryLandmarks } from './face-api-library.ts';
import type { Picture, Region } from './luminance.ts';
import type { Landmarks, Nets } from './nets/nets.ts';

/** Names the models and the way they are used; descriptors of different versions must not be compared. */
export const ENGINE_VERSION = 'face-api-1.7.15/tiny-400/1';

const LEAST_SCORE = 0.4;

type Tensor = Parameters<FaceLibrary['faceApi']['extractFaceTensors']>[0];

/** The nets of face-api as its own library runs them, without a mesh. */
export function libraryNets({ faceApi, tensorFlow }: FaceLibrary): Omit<Nets, 'mesh' | 'runtime'> {
  const known = new WeakMap<Landmarks, LibraryLandmarks>();
  const onPicture = async <Result>(
    { pixels, width, height }: Picture,
    use: (tensor: Tensor) => PromiseLike<Result>,
  ): Promise<Result> => {
    const tensor = tensorFlow.tensor3d(pixels, [height, width, 3], 'int32');
    try {
      return await use(tensor);
    } finally {
      tensor.dispose();
    }
  };
  const onPart = <Result>(
    picture: Picture,
    { x, y, width, height }: Region,
    use: (part: Tensor) => Promise<Result>,
  ): Promise<Result | undefined> =>
    onPicture(picture, async (tensor) => {
      const [part] = await faceApi.extractFaceTensors(tensor, [new faceApi.Rect(x, y, width, height)]);
      if (!part) return undefined;
      try {
        return await use(part);
      } finally {
        part.dispose();
      }
    });
  return {
    detect: (picture, inputSize) =>
      onPicture(picture, async (tensor) => {
        const options = new faceApi.TinyFaceDetectorOptions({ inputSize, scoreThreshold: LEAST_SCORE });
        const found = await faceApi.detectAllFaces(tensor, options);
        return found.map(({ score, box: { x, y, width, height } }) => ({
          score,
          box: { x, y, width, height },
        }));
      }),
    landmarks: (picture, box) => {
      const { x, y, width, height } = box;
      const whole = {
        x: Math.floor(x),
        y: Math.floor(y),
        width: Math.floor(width),
        height: Math.floor(height),
      };
      return onPart(picture, whole, async (part) => {
        const placed = (await faceApi.detectFaceLandmarks(part)).shiftBy(x, y);
        const landmarks: Landmarks = { points: placed.positions, crop: whole };
        known.set(landmarks, placed);
        return landmarks;
      });
    },
    descriptor: async (picture, landmarks) => {
      const placed = known.get(landmarks);
      const box = placed?.align(null, { useDlibAlignment: true });
      const found = box && (await onPart(picture, box, (part) => faceApi.computeFaceDescriptor(part)));
      if (!found) throw new Error('these landmarks were found by other nets');
      return found;
    },
  };
}
