import sharp from 'sharp';

/** Three bytes a pixel. */
export type Picture = { width: number; height: number; pixels: Uint8Array };

/** The head as an ellipse in a picture: centre and half axes in pixels. */
export type Head = { x: number; y: number; halfWidth: number; halfHeight: number };

const FADE_POWER = 6;

/** Bilinear sample; places outside repeat the edge. */
export function sample(picture: Picture, x: number, y: number, channel: number): number {
  const { width, height, pixels } = picture;
  const left = Math.min(width - 1, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 1, Math.max(0, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const at = (column: number, row: number): number => pixels[(row * width + column) * 3 + channel] ?? 0;
  const upper = at(left, top) * (1 - fx) + at(right, top) * fx;
  const lower = at(left, bottom) * (1 - fx) + at(right, bottom) * fx;
  return upper * (1 - fy) + lower * fy;
}

/**
 * Turns the head as if it were an ellipsoid: a place at (u, v) of the unit circle shows what stood at u cos a - z sin a, with the angle
 * fading to nothing at the rim. Positive degrees turn to the person's left, to the right in the picture.
 */
export function turnHead(picture: Picture, head: Head, degrees: number): Picture {
  const turned = new Uint8Array(picture.pixels);
  const angle = (degrees * Math.PI) / 180;
  for (let y = Math.floor(head.y - head.halfHeight); y <= head.y + head.halfHeight; y += 1) {
    if (y < 0 || y >= picture.height) continue;
    const v = (y - head.y) / head.halfHeight;
    for (let x = Math.floor(head.x - head.halfWidth); x <= head.x + head.halfWidth; x += 1) {
      const u = (x - head.x) / head.halfWidth;
      const square = u * u + v * v;
      if (square >= 1 || x < 0 || x >= picture.width) continue;
      const faded = angle * (1 - square ** (FADE_POWER / 2));
      const from = head.x + (u * Math.cos(faded) - Math.sqrt(1 - square) * Math.sin(faded)) * head.halfWidth;
      for (let channel = 0; channel < 3; channel += 1) {
        turned[(y * picture.width + x) * 3 + channel] = Math.round(sample(picture, from, y, channel));
      }
    }
  }
  return { ...picture, pixels: turned };
}

/** A picture as a JPEG, by default of the quality that cameras send. */
export const encodeJpeg = ({ pixels, width, height }: Picture, quality = 90): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
