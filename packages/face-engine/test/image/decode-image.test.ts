import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  decodeImage,
  encodeCleanJpeg,
  FRAME_LIMITS,
  releasePixels,
} from '@titular/face-engine/image/decode-image.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('decode-child.ts', import.meta.url));
const ALLOWED_GROWTH_BYTES = 100 * 1024 * 1024;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-decode-'));
});
afterAll(() => rm(directory, { recursive: true }));

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#777' } });

const reasonOf = async (image: Uint8Array): Promise<string> => {
  const decoded = await decodeImage(image, FRAME_LIMITS);
  return decoded.kind === 'refused' ? decoded.reason : decoded.kind;
};

/** The chunk that makes a PNG an animated one, put in behind its header; readers that do not know it pass over it. */
function animate(png: Buffer): Buffer {
  const behindHeader = 8 + 25;
  const chunk = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex');
  return Buffer.concat([png.subarray(0, behindHeader), chunk, png.subarray(behindHeader)]);
}

describe('pictures that no camera of a page sends are refused by their header (R63)', () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    ['CMYK', () => plain(200, 200).toColourspace('cmyk').jpeg().toBuffer(), 'unsupported_format'],
    [
      '16 bits a channel',
      () => plain(200, 200).toColourspace('rgb16').png().toBuffer(),
      'unsupported_format',
    ],
    ['an animated PNG', async () => animate(await plain(200, 200).png().toBuffer()), 'animated'],
    [
      'a progressive picture of 16 megapixels',
      () => plain(4096, 4096).jpeg({ progressive: true }).toBuffer(),
      'too_many_pixels',
    ],
  ])('%s', async (_what, make, reason) => {
    expect(await reasonOf(await make())).toBe(reason);
  });

  test.each<[string, () => Promise<Buffer>]>([
    [
      'grey',
      async () =>
        sharp(await portraitOf('a'))
          .grayscale()
          .jpeg()
          .toBuffer(),
    ],
    [
      'PNG',
      async () =>
        sharp(await portraitOf('a'))
          .png()
          .toBuffer(),
    ],
    [
      'WebP',
      async () =>
        sharp(await portraitOf('a'))
          .webp()
          .toBuffer(),
    ],
    ['the camera of a phone at its finest', () => plain(3840, 2160).jpeg().toBuffer()],
  ])('%s is decoded', async (_what, make) => {
    expect(await reasonOf(await make())).toBe('decoded');
  });
});

describe('hostile pictures (R63)', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'a progressive JPEG',
      () => plain(3840, 2400).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    ],
    ['an interlaced PNG with transparency', () => plain(3840, 2400, 4).png({ progressive: true }).toBuffer()],
    [
      'a progressive JPEG that lies on its side',
      () =>
        plain(3840, 2400)
          .withMetadata({ orientation: 6 })
          .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
          .toBuffer(),
    ],
    ['a WebP', () => plain(3840, 2400).webp().toBuffer()],
  ])('%s as large as is allowed takes less than 100 MB', async (what, make) => {
    const file = join(directory, `${what.length}.bin`);
    await writeFile(file, await make());
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, file]);
    const { kind, grownBytes } = JSON.parse(stdout) as { kind: string; grownBytes: number };
    expect(kind).toBe('decoded');
    expect(grownBytes).toBeLessThan(ALLOWED_GROWTH_BYTES);
  });

  test('thousands of scans in a small file are counted, and none is decoded (A-08)', async () => {
    const sound = await plain(3840, 2400).jpeg({ progressive: true }).toBuffer();
    const scan = sound.subarray(sound.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
    const end = sound.subarray(-2);
    const bomb = Buffer.concat([sound.subarray(0, -2), ...Array.from({ length: 20_000 }, () => scan), end]);
    expect(bomb.length).toBeLessThan(FRAME_LIMITS.maximumBytes);
    expect(await reasonOf(bomb)).toBe('too_many_scans');
  });

  test('10,000 damaged copies are decoded or refused, and none is a fault (seed 20261121)', async () => {
    const sound = await sharp(await portraitOf('a'))
      .resize(96)
      .jpeg()
      .toBuffer();
    let state = 20_261_121;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    const seen = new Set<string>();
    for (let count = 0; count < 10_000; count += 1) {
      const copy = Buffer.from(sound);
      for (let flips = 0; flips < 4; flips += 1) copy[next(copy.length)] = next(256);
      seen.add(await reasonOf(copy.subarray(0, count % 3 ? copy.length : next(copy.length))));
    }
    expect([...seen]).toEqual(expect.arrayContaining(['decoded', 'damaged', 'not_an_image']));
  }, 540_000);

  test('a page hidden in a picture, and behind it, is not in the copy that is kept', async () => {
    const sound = await portraitOf('a');
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    const size = Buffer.alloc(2);
    size.writeUInt16BE(page.length + 2);
    const comment = Buffer.concat([Buffer.from('fffe', 'hex'), size, page]);
    const polyglot = Buffer.concat([sound.subarray(0, 2), comment, sound.subarray(2), page]);
    expect(await reasonOf(polyglot)).toBe('decoded');
    expect((await encodeCleanJpeg(polyglot, FRAME_LIMITS)).includes('script')).toBe(false);
  });

  test('the copy that is kept has no place, device or time of the camera in it (R63)', async () => {
    const exif = {
      IFD0: { Make: 'CANARYMAKER', Model: 'CANARYMODEL' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 0/1' },
    };
    const tagged = await sharp(await portraitOf('a'))
      .withExif(exif)
      .jpeg()
      .toBuffer();
    expect(tagged.includes('CANARYMAKER')).toBe(true);
    const clean = await encodeCleanJpeg(tagged, FRAME_LIMITS);
    expect(clean.includes('CANARY')).toBe(false);
    expect(clean.includes('Exif')).toBe(false);
    expect((await sharp(clean).metadata()).exif).toBeUndefined();
  });
});

test('a picture that is done with leaves no room taken, and none of anybody else', async () => {
  const decoded = await decodeImage(await plain(400, 300).jpeg().toBuffer(), FRAME_LIMITS);
  if (decoded.kind === 'refused') throw new Error(decoded.reason);
  expect(decoded.pixels.buffer.byteLength).toBe(400 * 300 * 3);
  releasePixels(decoded);
  expect(decoded.pixels.buffer.byteLength).toBe(0);
  const shared = new Uint8Array(1000).fill(7);
  releasePixels({ kind: 'decoded', width: 10, height: 10, pixels: shared.subarray(0, 300) });
  expect(shared.every((value) => value === 7)).toBe(true);
  expect(shared).toHaveLength(1000);
});
