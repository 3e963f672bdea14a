import sharp, { type Metadata } from 'sharp';
import type { ImageProblem } from './face-engine.ts';

/** Limits checked on the header, before pixels are decoded. */
export type ImageLimits = { maximumBytes: number; maximumPixels: number; decodeTimeoutSeconds: number };

/** Limits of a frame of the capture page, with room for phones that send more than they are asked for. */
export const FRAME_LIMITS: ImageLimits = {
  maximumBytes: 2 * 1024 * 1024,
  maximumPixels: 4096 * 4096,
  decodeTimeoutSeconds: 5,
};

/** A picture ready to be measured: three bytes a pixel, turned upright, at most 400 pixels on its longer side. */
export type DecodedImage = { kind: 'decoded'; width: number; height: number; pixels: Uint8Array };

const LONGER_SIDE = 400;
const LEAST_SIDE = 64;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

sharp.concurrency(1);
sharp.cache(false);

function headerProblem(header: Metadata, limits: ImageLimits): ImageProblem | undefined {
  const { width = 0, height = 0 } = header;
  if (!header.format || !FORMATS.has(header.format)) return 'unsupported_format';
  if ((header.pages ?? 1) > 1) return 'animated';
  if (width * height > limits.maximumPixels) return 'too_many_pixels';
  if (width < LEAST_SIDE || height < LEAST_SIDE) return 'too_small';
  return undefined;
}

const looksLikePicture = (image: Uint8Array): boolean => {
  const head = Buffer.from(image.buffer, image.byteOffset, Math.min(image.byteLength, 12)).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  );
};

/** Decodes an untrusted picture in bounds of size, pixels and time; metadata is read for the orientation and then gone. */
export async function decodeImage(
  image: Uint8Array,
  limits: ImageLimits,
): Promise<DecodedImage | { kind: 'refused'; reason: ImageProblem }> {
  if (image.byteLength > limits.maximumBytes) return { kind: 'refused', reason: 'too_large' };
  if (!looksLikePicture(image)) return { kind: 'refused', reason: 'not_an_image' };
  const options = {
    failOn: 'warning',
    limitInputPixels: limits.maximumPixels,
    sequentialRead: true,
  } as const;
  const header = await sharp(image, options)
    .metadata()
    .catch(() => undefined);
  if (!header) return { kind: 'refused', reason: 'not_an_image' };
  const problem = headerProblem(header, limits);
  if (problem) return { kind: 'refused', reason: problem };
  try {
    const { data, info } = await sharp(image, options)
      .timeout({ seconds: limits.decodeTimeoutSeconds })
      .rotate()
      .resize({ width: LONGER_SIDE, height: LONGER_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return { kind: 'refused', reason: 'unsupported_format' };
    return { kind: 'decoded', width: info.width, height: info.height, pixels: data };
  } catch (error) {
    return { kind: 'refused', reason: /timeout/i.test(String(error)) ? 'too_slow' : 'damaged' };
  }
}

/** A picture that was measured before, as a JPEG made from its pixels alone: place, device and time of the camera are not in it. */
export const encodeCleanJpeg = (image: Uint8Array, limits: ImageLimits): Promise<Buffer> =>
  sharp(image, { failOn: 'warning', limitInputPixels: limits.maximumPixels })
    .timeout({ seconds: limits.decodeTimeoutSeconds })
    .rotate()
    .toColourspace('srgb')
    .jpeg({ quality: 88 })
    .toBuffer();
