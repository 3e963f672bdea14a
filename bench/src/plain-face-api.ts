import { decodeImage, FRAME_LIMITS } from '@titular/server/biometrics/decode-image.ts';
import { loadFaceLibrary } from '@titular/server/biometrics/face-api-library.ts';

/** One face-api call as its own examples make it, in this thread: same models, same detector, same picture. */
export async function plainFaceApi(): Promise<(image: Uint8Array) => Promise<number>> {
  const { faceApi, tensorFlow } = await loadFaceLibrary();
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize: 224, scoreThreshold: 0.4 });
  return async (image) => {
    const picture = await decodeImage(image, FRAME_LIMITS);
    if (picture.kind === 'refused') throw new Error(picture.reason);
    const tensor = tensorFlow.tensor3d(picture.pixels, [picture.height, picture.width, 3], 'int32');
    const faces = await faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
    tensor.dispose();
    return faces.length;
  };
}
