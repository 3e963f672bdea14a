import sharp from 'sharp';

/** Three bytes a pixel, row after row: red, green, blue. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

/** A picture as a JPEG, by default of the quality that browsers give camera frames. */
export const encodeJpeg = ({ pixels, width, height }: Picture, quality = 90): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();

/** Pixels of an encoded picture, without its alpha channel. */
export async function decodePicture(image: Uint8Array | string): Promise<Picture> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Writes the bilinear sample at (x, y), in pixels, to `out` from `at`; places outside repeat the edge. */
export function sampleInto(picture: Picture, x: number, y: number, out: Float32Array, at = 0): void {
  const { width, height, pixels } = picture;
  const cx = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const cy = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const left = cx | 0;
  const top = cy | 0;
  const fx = cx - left;
  const fy = cy - top;
  const first = (top * width + left) * 3;
  const below = first + width * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const upper =
      (pixels[first + channel] as number) * (1 - fx) + (pixels[first + 3 + channel] as number) * fx;
    const lower =
      (pixels[below + channel] as number) * (1 - fx) + (pixels[below + 3 + channel] as number) * fx;
    out[at + channel] = upper * (1 - fy) + lower * fy;
  }
}
