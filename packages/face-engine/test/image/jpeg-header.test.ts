import { decodeImage, FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { readJpegHeader } from '@titular/face-engine/image/jpeg-header.ts';
import { longerSideOf } from '@titular/face-engine/image/picture-size.ts';
import { portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp, { type Metadata } from 'sharp';
import { describe, expect, test } from 'vitest';
import { blank, cmykPicture } from './untrusted-pictures.ts';

/** The header as the decoder itself reads it; undefined for what it takes for no picture. */
const headerOf = (image: Uint8Array): Promise<Metadata | undefined> =>
  sharp(image, { failOn: 'warning', limitInputPixels: false })
    .metadata()
    .catch(() => undefined);

const SEED = 20_261_122;

/** Copies of small pictures with some bytes changed, most of them in the header, some of them cut. */
async function* damagedCopies(count: number): AsyncGenerator<Buffer> {
  const small = sharp(await portraitOf('a')).resize(96);
  const sound = [
    await small.jpeg().toBuffer(),
    await small.clone().withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
    await small.clone().grayscale().jpeg().toBuffer(),
  ];
  let state = SEED;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let index = 0; index < count; index += 1) {
    const copy = Buffer.from(sound[index % sound.length] as Buffer);
    const reach = index % 2 === 0 ? copy.length : Math.min(copy.length, 700);
    for (let flips = next(4); flips >= 0; flips -= 1) copy[next(reach)] = next(256);
    yield copy.subarray(0, index % 5 === 0 ? 1 + next(copy.length) : copy.length);
  }
}

describe('the size of a JPEG is read without a decoder (R63)', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['of a browser', () => turnedFrame('b', 12)],
    [
      'of one light',
      async () =>
        sharp(await portraitOf('a'))
          .grayscale()
          .jpeg()
          .toBuffer(),
    ],
    [
      'in several scans',
      async () =>
        sharp(await portraitOf('a'))
          .jpeg({ progressive: true })
          .toBuffer(),
    ],
    [
      'with what cameras add',
      async () =>
        sharp(await portraitOf('a'))
          .withExif({ IFD0: { Make: 'M' } })
          .withIccProfile('p3')
          .jpeg()
          .toBuffer(),
    ],
    ['of the largest size', () => blank(65_500, 8).jpeg().toBuffer()],
  ])('%s', async (_what, make) => {
    const image = await make();
    const { width, height } = await sharp(image).metadata();
    expect(readJpegHeader(image)).toEqual({ width, height });
  });

  test.each<[string, () => Promise<Uint8Array>]>([
    ['nothing', async () => new Uint8Array(0)],
    ['a PNG', () => blank(80, 80).png().toBuffer()],
    ['a picture for print', cmykPicture],
    ['a picture that ends before its frame', async () => (await portraitOf('a')).subarray(0, 40)],
  ])('of %s nothing is read', async (_what, make) => {
    expect(readJpegHeader(await make())).toBeUndefined();
  });

  test('of pictures as pages send them the longer side is told, of others none', async () => {
    const sizes = [blank(640, 480).jpeg(), blank(480, 640).jpeg(), blank(640, 480).png()];
    const images = await Promise.all(sizes.map((picture) => picture.toBuffer()));
    expect(images.map((image) => longerSideOf(image))).toEqual([640, 640, 0]);
  });

  test(`of 3,000 damaged copies it is what the decoder reads, and each is refused as by the decoder's header (seed ${SEED})`, async () => {
    for await (const copy of damagedCopies(3000)) {
      const [read, header] = [readJpegHeader(copy), await headerOf(copy)];
      if (read && header) {
        expect(read).toEqual({ width: header.width, height: header.height });
        expect([header.depth, header.channels === 4]).toEqual(['uchar', false]);
      }
      const decoded = await decodeImage(copy, FRAME_LIMITS);
      if (!header) expect(decoded).toEqual({ kind: 'refused', reason: 'not_an_image' });
      else if (copy.toString('hex', 0, 3) === 'ffd8ff')
        expect(decoded).not.toMatchObject({ reason: 'not_an_image' });
    }
  });
});
