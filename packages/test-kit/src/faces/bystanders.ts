import type { Bystander } from '@titular/simulation/attacks/bystanders.ts';
import sharp from 'sharp';
import { encodeJpeg, type Picture } from './head-warp.ts';
import { photographOf } from './persons.ts';

/** How a bystander is shown: how much of the picture's height the face takes, by which part of its width the frame is moved aside, and the size of the picture. */
export type Framing = { part?: number; aside?: number; width?: number; height?: number };

const MARGIN = 900;
const padded = new Map<string, Promise<Picture>>();

async function padPhotograph(file: string): Promise<Picture> {
  const { data, info } = await sharp(photographOf({ file }))
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, extendWith: 'mirror' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

const paddedOf = (file: string): Promise<Picture> => {
  const known = padded.get(file) ?? padPhotograph(file);
  padded.set(file, known);
  return known;
};

/** A bystander cut out as a camera would show them, with their true surroundings; beyond the photograph it is mirrored. */
export async function cutOut(
  [file, x, y, width, height]: Bystander,
  { part = 0.5, aside = 0, ...size }: Framing = {},
): Promise<Picture> {
  const { width: toWidth = 640, height: toHeight = 480 } = size;
  const photograph = await paddedOf(file);
  const tall = height / part;
  const wide = (tall * toWidth) / toHeight;
  const left = Math.max(0, Math.round(x + width / 2 - aside * wide - wide / 2 + MARGIN));
  const top = Math.max(0, Math.round(y + height / 2 - tall / 2 + MARGIN));
  const pixels = await sharp(photograph.pixels, {
    raw: { width: photograph.width, height: photograph.height, channels: 3 },
  })
    .extract({
      left,
      top,
      width: Math.min(Math.round(wide), photograph.width - left),
      height: Math.min(Math.round(tall), photograph.height - top),
    })
    .resize(toWidth, toHeight, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { width: toWidth, height: toHeight, pixels };
}

/** The same as a JPEG. */
export const bystanderFrame = async (
  bystander: Bystander,
  framing: Framing = {},
  quality = 90,
): Promise<Buffer> => encodeJpeg(await cutOut(bystander, framing), quality);
