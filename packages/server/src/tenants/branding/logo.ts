import { createHash } from 'node:crypto';

/** A logo as it is served: a PNG that this service has drawn itself, and the SHA-256 that is its name. */
export type Logo = { sha256: string; picture: Buffer };

/** Why a picture is no logo. */
export type LogoProblem = 'too_large' | 'not_png_jpeg_webp' | 'animated' | 'too_small' | 'broken';

/** Most bytes of a picture that is given. */
export const MAX_LOGO_BYTES = 1024 * 1024;
/** Twice the size in which the page shows it, for dense screens. */
const LARGEST = { width: 480, height: 160 } as const;
const MIN_SIDE = 16;
const MAX_PIXELS = 16_000_000;
const DECODE_SECONDS = 5;

const HEADS = ['\xff\xd8\xff', '\x89PNG\r\n', 'RIFF'];
const FORMATS = new Set(['png', 'jpeg', 'webp']);

/** By its first bytes, before any decoder sees it: a drawing in SVG can hold scripts, and other formats have decoders of their own. */
const isTaken = (given: Uint8Array): boolean => {
  const head = Buffer.from(given.subarray(0, 6)).toString('latin1');
  return HEADS.some((start) => head.startsWith(start));
};

/** Draws an untrusted picture anew within 480 by 160 pixels, upright and without its metadata; nothing of its bytes is kept. */
export async function drawLogo(
  given: Uint8Array,
): Promise<{ kind: 'drawn'; logo: Logo } | { kind: 'refused'; problem: LogoProblem }> {
  if (given.byteLength > MAX_LOGO_BYTES) return { kind: 'refused', problem: 'too_large' };
  if (!isTaken(given)) return { kind: 'refused', problem: 'not_png_jpeg_webp' };
  // Loaded with the first logo: neither the command line nor a process without pictures holds the decoder.
  const { openSharp } = await import('@titular/face-engine');
  const sharp = await openSharp();
  try {
    const image = sharp(given, { failOn: 'warning', limitInputPixels: MAX_PIXELS });
    const { format, pages = 1, width = 0, height = 0 } = await image.metadata();
    if (!format || !FORMATS.has(format)) return { kind: 'refused', problem: 'not_png_jpeg_webp' };
    if (pages > 1) return { kind: 'refused', problem: 'animated' };
    if (width < MIN_SIDE || height < MIN_SIDE) return { kind: 'refused', problem: 'too_small' };
    const picture = await image
      .autoOrient()
      .resize({ ...LARGEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
    return { kind: 'drawn', logo: { sha256: createHash('sha256').update(picture).digest('hex'), picture } };
  } catch {
    return { kind: 'refused', problem: 'broken' };
  }
}
