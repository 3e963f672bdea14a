import { FACE_ENGINE_LIMITS, type FoundFace } from '@titular/contract';
import {
  decodeImage,
  type ImageLimits,
  MEASURED_SIDE,
  releasePixels,
  shrinkDecoded,
} from '../image/decode-image.ts';
import type { ImageProblem } from '../image/image-problem.ts';
import { brightnessOf } from '../image/luminance.ts';
import type { Detection } from '../nets/decode-boxes.ts';
import type { Nets } from '../nets/nets.ts';
import type { Picture } from '../nets/resample.ts';
import { detectFaces, namedLandmarks } from './measure-frame.ts';
import { scaleFace } from './scale-face.ts';

/** All faces of a picture in its own pixels, or why it was not decoded. */
export type FoundFaces = { kind: 'found'; faces: FoundFace[] } | { kind: 'refused'; reason: ImageProblem };

/** A face as it was measured, in pixels of the measured picture. */
async function describe(nets: Nets, picture: Picture, { box, score }: Detection): Promise<FoundFace[]> {
  const landmarks = await nets.landmarks(picture, box);
  if (!landmarks) return [];
  const descriptor = [...(await nets.descriptor(picture, landmarks))];
  return [{ box, score, landmarks: namedLandmarks(landmarks), descriptor }];
}

/** Finds the faces of an untrusted picture in this process, each with a descriptor, as an engine behind HTTP answers them. */
export async function findFaces(nets: Nets, image: Uint8Array, limits: ImageLimits): Promise<FoundFaces> {
  const picture = await decodeImage(image, limits, FACE_ENGINE_LIMITS.pictureSide);
  if (picture.kind === 'refused') return picture;
  const measured = await shrinkDecoded(picture, MEASURED_SIDE);
  const detected = await detectFaces(nets, measured, brightnessOf(measured));
  const faces: FoundFace[] = [];
  for (const face of detected.slice(0, FACE_ENGINE_LIMITS.faces))
    faces.push(...(await describe(nets, measured, face)));
  const factor = picture.width / measured.width;
  releasePixels(measured);
  releasePixels(picture);
  return { kind: 'found', faces: faces.map((face) => scaleFace(face, factor)) };
}
