import type { ImageProblem } from './image-problem.ts';

/** How a JPEG is coded: the markers of its frames, and how many scans a decoder would read. */
export type JpegCoding = { frames: readonly number[]; scans: number };

const MARKER = 0xff;
const STUFFED = 0x00;
const TEMPORARY = 0x01;
const FIRST_RESTART = 0xd0;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Frames in one pass with Huffman codes: baseline, and extended with eight bits (ISO/IEC 10918-1, table B.1). */
const IN_ONE_PASS: ReadonlySet<number> = new Set([0xc0, 0xc1]);

/** Tables of codes and of arithmetic conditioning, and the extension, share the numbers of frames. */
const NOT_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** A frame in one pass has each of its three components in one scan at most. */
const MAX_SCANS_IN_ONE_PASS = 3;

/** Encoders make ten or twelve scans of a progressive picture in colour; each costs a decoder the whole picture. */
const MAX_SCANS = 20;

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.has(marker);

/** Markers that stand alone, without a segment behind them. */
const standsAlone = (marker: number): boolean =>
  marker === STUFFED || marker === TEMPORARY || (marker >= FIRST_RESTART && marker <= START_OF_IMAGE);

/**
 * Walks over the markers of a JPEG as decoders do, in one pass. Segments are skipped, scans are searched, and bytes
 * behind the end are ignored. Undefined for what does not begin as a JPEG.
 */
export function readJpegCoding(image: Uint8Array): JpegCoding | undefined {
  if (image[0] !== MARKER || image[1] !== START_OF_IMAGE || image[2] !== MARKER) return undefined;
  const frames: number[] = [];
  let scans = 0;
  let at = image.indexOf(MARKER, 2);
  while (at >= 0) {
    while (image[at] === MARKER) at += 1;
    const marker = image[at] ?? END_OF_IMAGE;
    if (marker === END_OF_IMAGE) break;
    at += 1;
    if (!standsAlone(marker)) {
      if (isFrame(marker)) frames.push(marker);
      if (marker === START_OF_SCAN) scans += 1;
      // A length counts its own two bytes; one that is shorter ends any decoder.
      at += Math.max(2, ((image[at] ?? 0) << 8) | (image[at + 1] ?? 0));
    }
    at = image.indexOf(MARKER, at);
  }
  return { frames, scans };
}

/** Why a picture may not be decoded at all, whoever sent it: a JPEG of so many scans costs as many times its size. */
export function scanProblem(image: Uint8Array): ImageProblem | undefined {
  const coding = readJpegCoding(image);
  return coding && coding.scans > MAX_SCANS ? 'too_many_scans' : undefined;
}

/** Why a picture is none that a page can have sent: cameras and browsers make JPEGs in one pass, and nothing else is decoded for a page (R63). */
export function pagePictureProblem(image: Uint8Array): ImageProblem | undefined {
  const coding = readJpegCoding(image);
  if (!coding || coding.frames.length === 0) return 'not_an_image';
  const isInOnePass = coding.frames.length === 1 && IN_ONE_PASS.has(coding.frames[0] ?? 0);
  if (!isInOnePass) return 'unsupported_format';
  return coding.scans > MAX_SCANS_IN_ONE_PASS ? 'too_many_scans' : undefined;
}
