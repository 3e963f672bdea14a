/** What the frame header of a plain JPEG says: eight bits a channel, grey or three colours. */
export type JpegHeader = { width: number; height: number };

const MARKER = 0xff;
const START = 0xd8;
const HEADER_BYTES = 8;

/** Frames that decoders know: baseline, extended and progressive, with Huffman codes (ISO/IEC 10918-1, table B.1). */
const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xc2;

/** Segments that may stand before the frame: tables of codes, quantisation and restarts, applications' own, and comments. */
const isPassedOver = (marker: number): boolean =>
  marker === 0xc4 ||
  marker === 0xdb ||
  marker === 0xdd ||
  (marker >= 0xe0 && marker <= 0xef) ||
  marker === 0xfe;

/**
 * Reads the size of a JPEG from its bytes, before anything is decoded. Undefined for whatever is not as cameras and browsers write it,
 * sound or not: that is left to a whole decoder.
 */
export function readJpegHeader(image: Uint8Array): JpegHeader | undefined {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  if (image.byteLength < 2 || view.getUint8(0) !== MARKER || view.getUint8(1) !== START) return undefined;
  let at = 2;
  while (at + 2 + HEADER_BYTES <= image.byteLength && view.getUint8(at) === MARKER) {
    const marker = view.getUint8(at + 1);
    if (marker >= FIRST_FRAME && marker <= LAST_FRAME) {
      const [depth, components] = [view.getUint8(at + 4), view.getUint8(at + 9)];
      if (depth !== 8 || (components !== 1 && components !== 3)) return undefined;
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (!isPassedOver(marker)) return undefined;
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
