import { loadFaceLibrary } from '@titular/test-kit/faces/face-api-library.ts';
import sharp from 'sharp';

/** One face-api call as its own examples make it, in this thread: same models and detector, the picture as it is. */
export async function plainFaceApi(): Promise<(image: Uint8Array) => Promise<number>> {
  const { faceApi, tensorFlow } = await loadFaceLibrary();
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize: 224, scoreThreshold: 0.4 });
  return async (image) => {
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const tensor = tensorFlow.tensor3d(data, [info.height, info.width, 3], 'int32');
    const faces = await faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
    tensor.dispose();
    return faces.length;
  };
}
