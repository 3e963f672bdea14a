import { readJpegHeader } from './jpeg-header.ts';

/** Longer side of a JPEG of a page in pixels, read from its bytes without a decoder; 0 for whatever is not as pages send it. */
export function longerSideOf(image: Uint8Array): number {
  const { width, height } = readJpegHeader(image) ?? { width: 0, height: 0 };
  return Math.max(width, height);
}
