import { decodeImage, FINEST_SIDE, type ImageLimits, MEASURED_SIDE, shrinkDecoded } from './decode-image.ts';
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
  const finest = await decodeImage(image, limits, FINEST_SIDE);
  if (finest.kind === 'refused') return finest;
  const measured = await shrinkDecoded(finest, MEASURED_SIDE);
  const brightness = brightnessOf(measured);
  const faces = await detectFaces(library, measured, brightness < DARK_PICTURE);
  return describeFaces({ measured, finest }, brightness, faces);
}
