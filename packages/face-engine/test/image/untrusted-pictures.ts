import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';

/** A JPEG whose header tells of so many pixels, with next to none in it. */
export function hugeHeader(width: number, height: number): Buffer {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108', 'hex');
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([
    start,
    size,
    Buffer.from('03012200021101031101ffda000c03010002110311003f00', 'hex'),
    Buffer.alloc(64),
    Buffer.from('ffd9', 'hex'),
  ]);
}

/** A picture of one colour. */
export const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#777' } });

/** A picture for print. */
export const cmykPicture = (): Promise<Buffer> => blank(200, 200).toColourspace('cmyk').jpeg().toBuffer();

const frames = [
  { create: { width: 100, height: 100, channels: 3, background: '#111' } },
  { create: { width: 100, height: 100, channels: 3, background: '#eee' } },
];

/** What no engine may measure, and the reason it is given. */
export const untrustedPictures: readonly [
  what: string,
  picture: () => Promise<Uint8Array> | Uint8Array,
  reason: string,
][] = [
  ['nothing', () => new Uint8Array(0), 'not_an_image'],
  ['text', () => Buffer.from('hello'), 'not_an_image'],
  [
    'SVG',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'),
    'not_an_image',
  ],
  [
    'HTML behind the mark of a picture',
    () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('<html><script>alert(1)</script>')]),
    'not_an_image',
  ],
  ['GIF', () => blank(100, 100).gif().toBuffer(), 'not_an_image'],
  ['one pixel', () => blank(1, 1).jpeg().toBuffer(), 'too_small'],
  ['a strip', () => blank(2000, 20).jpeg().toBuffer(), 'too_small'],
  ['50 MB', () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(50 * 1024 * 1024)]), 'too_large'],
  ['a picture cut in half', async () => (await portraitOf('a')).subarray(0, 9000), 'damaged'],
  [
    'several pages',
    () =>
      sharp(frames as never, { join: { animated: true } })
        .webp({ loop: 0 })
        .toBuffer(),
    'animated',
  ],
];

const START_OF_SCAN = Buffer.from('ffda', 'hex');
const END_OF_IMAGE = Buffer.from('ffd9', 'hex');

/** A sound progressive picture whose last scan, which refines what is there, comes so many times more. */
export async function scanBomb(times: number): Promise<Buffer> {
  const image = await blank(640, 480).jpeg({ progressive: true }).toBuffer();
  const last = image.subarray(image.lastIndexOf(START_OF_SCAN), image.lastIndexOf(END_OF_IMAGE));
  const copies = Array.from({ length: times }, () => last);
  return Buffer.concat([image.subarray(0, image.lastIndexOf(END_OF_IMAGE)), ...copies, END_OF_IMAGE]);
}

/** The same with the scans of a picture in one pass, which no decoder is asked to read twice. */
export async function repeatedBaseline(times: number): Promise<Buffer> {
  const image = await blank(640, 480).jpeg().toBuffer();
  const scan = image.subarray(image.lastIndexOf(START_OF_SCAN), image.lastIndexOf(END_OF_IMAGE));
  const copies = Array.from({ length: times }, () => scan);
  return Buffer.concat([image.subarray(0, image.lastIndexOf(END_OF_IMAGE)), ...copies, END_OF_IMAGE]);
}

/** What no page sends, though decoders would take most of it. */
export const foreignPictures: readonly [what: string, picture: () => Promise<Uint8Array> | Uint8Array][] = [
  ['nothing', () => new Uint8Array(0)],
  ['text', () => Buffer.from('hello')],
  ['a progressive JPEG', () => blank(640, 480).jpeg({ progressive: true }).toBuffer()],
  ['a progressive JPEG of 880 scans', () => scanBomb(870)],
  ['a baseline JPEG of 101 scans', () => repeatedBaseline(100)],
  ['a PNG', () => blank(640, 480).png().toBuffer()],
  ['a WebP', () => blank(640, 480).webp().toBuffer()],
  ['a WebP without loss', () => blank(640, 480).webp({ lossless: true }).toBuffer()],
  ['a GIF', () => blank(640, 480).gif().toBuffer()],
  ['an AVIF', () => blank(64, 64).avif({ effort: 0 }).toBuffer()],
  ['a TIFF', () => blank(64, 64).tiff().toBuffer()],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
  ['a JPEG without a frame', () => Buffer.from('ffd8ffd9', 'hex')],
  ['a JPEG without loss', () => frameOf(0xc3)],
  ['a JPEG with arithmetic codes', () => frameOf(0xc9)],
  ['a progressive JPEG with arithmetic codes', () => frameOf(0xca)],
];

/** A JPEG that says of itself that it is coded so. */
async function frameOf(marker: number): Promise<Buffer> {
  const image = Buffer.from(await blank(64, 64).jpeg().toBuffer());
  image[image.indexOf(Buffer.from('ffc0', 'hex')) + 1] = marker;
  return image;
}
