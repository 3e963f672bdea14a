import decodeQR from 'qr/decode.js';
import sharp, { type Region } from 'sharp';

/** Reads the QR code in a picture, or in a part of it in pixels, as a phone would; `edge` is the colour of its first pixel. */
export async function readCode(picture: Buffer, part?: Region): Promise<{ text: string; edge: number[] }> {
  const whole = sharp(picture);
  const { data, info } = await (part ? whole.extract(part) : whole)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { text: decodeQR({ width, height, data }), edge: [...data.subarray(0, 3)] };
}
