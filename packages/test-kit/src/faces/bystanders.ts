import sharp from 'sharp';
import { encodeJpeg, type Picture } from './head-warp.ts';
import { photographOf } from './persons.ts';

/** The box of a face in one of the group photographs that ship with the face-api package, in pixels of the file. */
export type Bystander = readonly [file: string, x: number, y: number, width: number, height: number];

/** Every face of those photographs that lies whole in its picture: in the dark and in the sun, laughing, looking down, half turned, before blinds. All are young women without glasses, so that they stand for few of the people who come. */
export const BYSTANDERS: readonly Bystander[] = [
  ['sample1.jpg', 390, 407, 236, 203],
  ['sample1.jpg', 819, 456, 223, 216],
  ['sample1.jpg', 1464, 226, 230, 210],
  ['sample2.jpg', 1434, 183, 244, 231],
  ['sample2.jpg', 871, 291, 204, 183],
  ['sample3.jpg', 1012, 246, 337, 284],
  ['sample3.jpg', 592, 393, 233, 236],
  ['sample3.jpg', 1451, 335, 287, 261],
  ['sample4.jpg', 625, 98, 252, 228],
  ['sample4.jpg', 203, 215, 258, 244],
  ['sample4.jpg', 965, 248, 204, 202],
  ['sample4.jpg', 1237, 194, 189, 201],
  ['sample5.jpg', 326, 914, 254, 276],
  ['sample5.jpg', 726, 139, 246, 213],
  ['sample5.jpg', 584, 463, 212, 220],
  ['sample5.jpg', 1088, 248, 204, 183],
  ['sample5.jpg', 1361, 433, 267, 247],
  ['sample6.jpg', 1433, 312, 298, 265],
  ['sample6.jpg', 637, 384, 242, 264],
  ['sample6.jpg', 1145, 370, 264, 245],
  ['sample6.jpg', 212, 540, 281, 254],
];

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
