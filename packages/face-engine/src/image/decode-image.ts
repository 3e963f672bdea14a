import type { Metadata } from 'sharp';
import type { ImageProblem } from './image-problem.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { scanProblem } from './jpeg-scans.ts';
import { openSharp } from './open-sharp.ts';

/** Limits checked on the header, before pixels are decoded. */
export type ImageLimits = { maximumBytes: number; maximumPixels: number; decodeTimeoutSeconds: number };

/**
 * Limits of a frame of the capture page, with room for phones that send more than they are asked for. A progressive JPEG is held whole
 * while it is decoded, six bytes a pixel: these limits keep one picture below 100 MB.
 */
export const FRAME_LIMITS: ImageLimits = {
  maximumBytes: 2 * 1024 * 1024,
  maximumPixels: 3840 * 2400,
  decodeTimeoutSeconds: 5,
};

/** A picture ready to be measured: three bytes a pixel, turned upright. */
export type DecodedImage = { kind: 'decoded'; width: number; height: number; pixels: Uint8Array };

/** Longer side in pixels of the picture that sharpness and faces are measured on. */
export const MEASURED_SIDE = 400;

/** Longer side in pixels of the picture as the engine inside decodes it; the pixels of a filmed screen are lost below. */
export const FINEST_SIDE = 640;
const MIN_SIDE = 64;
const FORMATS = new Set(['jpeg', 'png', 'webp']);

function sizeProblem(width: number, height: number, limits: ImageLimits): ImageProblem | undefined {
  if (width * height > limits.maximumPixels) return 'too_many_pixels';
  return width < MIN_SIDE || height < MIN_SIDE ? 'too_small' : undefined;
}

function headerProblem(header: Metadata, limits: ImageLimits): ImageProblem | undefined {
  if (!header.format || !FORMATS.has(header.format)) return 'unsupported_format';
  // No camera of a phone or computer sends them, and they take more memory than their pixels tell.
  if (header.space === 'cmyk' || header.depth !== 'uchar') return 'unsupported_format';
  if ((header.pages ?? 1) > 1) return 'animated';
  return sizeProblem(header.width ?? 0, header.height ?? 0, limits);
}

const looksLikePicture = (image: Uint8Array): boolean => {
  const head = Buffer.from(image.buffer, image.byteOffset, Math.min(image.byteLength, 12)).toString('latin1');
  return (
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('\x89PNG\r\n') ||
    (head.startsWith('RIFF') && head.endsWith('WEBP'))
  );
};

const PNG_HEAD_BYTES = 8;
const PNG_FRAME_BYTES = 12;

/** The decoder takes an animated PNG for its first picture; the chunk that announces the others stands before the pixels. */
function isAnimatedPng(image: Uint8Array, { format }: Metadata): boolean {
  if (format !== 'png') return false;
  const chunks = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  let at = PNG_HEAD_BYTES;
  while (at + PNG_FRAME_BYTES <= chunks.length) {
    const name = chunks.toString('latin1', at + 4, at + 8);
    if (name === 'acTL' || name === 'IDAT') return name === 'acTL';
    at += PNG_FRAME_BYTES + chunks.readUInt32BE(at);
  }
  return false;
}

/** What the decoder's own reading of the header refuses; it opens the picture once more to read it. */
async function readProblem(image: Uint8Array, limits: ImageLimits): Promise<ImageProblem | undefined> {
  const sharp = await openSharp();
  // Without a limit here, so that what is too large is told from what is no picture; no pixel is decoded for it.
  const header = await sharp(image, { failOn: 'warning', sequentialRead: true, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header) return 'not_an_image';
  return isAnimatedPng(image, header) ? 'animated' : headerProblem(header, limits);
}

/** Decodes an untrusted picture in bounds of size, pixels and time; metadata is read for the orientation and then gone. Its longer side becomes at most `longerSide` pixels. */
export async function decodeImage(
  image: Uint8Array,
  limits: ImageLimits,
  longerSide: number = MEASURED_SIDE,
): Promise<DecodedImage | { kind: 'refused'; reason: ImageProblem }> {
  if (image.byteLength > limits.maximumBytes) return { kind: 'refused', reason: 'too_large' };
  if (!looksLikePicture(image)) return { kind: 'refused', reason: 'not_an_image' };
  const scans = scanProblem(image);
  if (scans) return { kind: 'refused', reason: scans };
  const plain = readJpegHeader(image);
  const isPlain = plain !== undefined && sizeProblem(plain.width, plain.height, limits) === undefined;
  const problem = isPlain ? undefined : await readProblem(image, limits);
  if (problem) return { kind: 'refused', reason: problem };
  const sharp = await openSharp();
  try {
    const { data, info } = await sharp(image, {
      failOn: 'warning',
      limitInputPixels: limits.maximumPixels,
      sequentialRead: true,
    })
      .timeout({ seconds: limits.decodeTimeoutSeconds })
      .rotate()
      .resize({ width: longerSide, height: longerSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) return { kind: 'refused', reason: 'unsupported_format' };
    return { kind: 'decoded', width: info.width, height: info.height, pixels: data };
  } catch (error) {
    if (/timeout/i.test(String(error))) return { kind: 'refused', reason: 'too_slow' };
    // A picture that is broken from its header on is called none, whoever read the header.
    const broken = isPlain ? await readProblem(image, limits) : undefined;
    return { kind: 'refused', reason: broken ?? 'damaged' };
  }
}

/** A picture that was measured before, as a JPEG made from its pixels alone: place, device and time of the camera are not in it. */
export async function encodeCleanJpeg(image: Uint8Array, limits: ImageLimits): Promise<Buffer> {
  const sharp = await openSharp();
  return sharp(image, { failOn: 'warning', limitInputPixels: limits.maximumPixels })
    .timeout({ seconds: limits.decodeTimeoutSeconds })
    .rotate()
    .toColourspace('srgb')
    .jpeg({ quality: 88 })
    .toBuffer();
}

const rawOf = ({ width, height }: DecodedImage) => ({ raw: { width, height, channels: 3 } }) as const;

/** A decoded picture as a JPEG, which has nothing in it but the pixels. */
export async function encodeDecoded(picture: DecodedImage): Promise<Buffer> {
  const sharp = await openSharp();
  return sharp(picture.pixels, rawOf(picture)).jpeg({ quality: 92 }).toBuffer();
}

/** The same picture with its longer side at most `longerSide` pixels. */
export async function shrinkDecoded(picture: DecodedImage, longerSide: number): Promise<DecodedImage> {
  const sharp = await openSharp();
  const { data, info } = await sharp(picture.pixels, rawOf(picture))
    .resize({ width: longerSide, height: longerSide, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { kind: 'decoded', width: info.width, height: info.height, pixels: data };
}

/** Releases the memory of a picture that nobody reads again. At a megabyte and more a frame, garbage alone would start a collection every few frames. */
export function releasePixels({ pixels }: DecodedImage): void {
  // Shared with others where it is a part of something larger.
  if (pixels.byteLength === pixels.buffer.byteLength && pixels.buffer instanceof ArrayBuffer)
    pixels.buffer.transfer(0);
}
