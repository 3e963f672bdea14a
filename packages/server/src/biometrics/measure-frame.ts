import { decodeImage, type ImageLimits } from './decode-image.ts';
import { brightnessOf, describeFaces } from './describe-faces.ts';
import { detectFaces } from './detect-faces.ts';
import type { FaceLibrary } from './face-api-library.ts';
import type { FrameAnalysis } from './face-engine.ts';

/** A picture darker than this shows nothing, so it is not searched twice. */
const DARK_PICTURE = 15;

/** Measures one untrusted picture in this thread: decode in bounds, faces, landmarks and descriptor of the largest. */
export async function measureFrame(
  library: FaceLibrary,
  image: Uint8Array,
  limits: ImageLimits,
): Promise<FrameAnalysis> {
  const picture = await decodeImage(image, limits);
  if (picture.kind === 'refused') return picture;
  const brightness = brightnessOf(picture);
  return describeFaces(picture, brightness, await detectFaces(library, picture, brightness < DARK_PICTURE));
}
