import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findRecordings, readRecording } from '@titular/lab/attack-testing/read-recordings.ts';
import { clipIndexAt, pictureIndexAt, splitPictures } from '@titular/lab/attack-testing/recording.ts';
import { findDirectory } from '@titular/lab/calibration/read-labelled-pictures.ts';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let pictures: Buffer[];

/** A picture with another one in its metadata, as cameras put a small one there. */
function withThumbnail(picture: Buffer, thumbnail: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(thumbnail.length + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), head, thumbnail, picture.subarray(2)]);
}

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = (size: number, progressive: boolean) =>
    sharp({ create: { width: size, height: size, channels: 3, background: '#000', noise } })
      .jpeg({ progressive })
      .toBuffer();
  const [plain, progressive, small] = await Promise.all([
    picture(96, false),
    picture(80, true),
    picture(64, false),
  ]);
  pictures = [plain, progressive, withThumbnail(plain, small)];
});

describe('a recording of JPEG pictures one after another', () => {
  test('is taken apart into the same pictures, whatever they are and whatever stands between them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 2 }), fc.stringMatching(/^[ -~\r\n]{0,20}$/)), { minLength: 1 }),
        (parts) => {
          const bytes = Buffer.concat(
            parts.flatMap(([index, between]) => [pictures[index] ?? Buffer.alloc(0), Buffer.from(between)]),
          );
          const split = splitPictures(bytes);
          expect(split.damagedAt).toBeUndefined();
          expect(split.pictures).toEqual(parts.map(([index]) => pictures[index]));
        },
      ),
      { verbose: true },
    );
  });

  test('loses a last picture that was cut off, and tells of one that is damaged in the midst', () => {
    const [one, two] = [pictures[0] ?? Buffer.alloc(0), pictures[1] ?? Buffer.alloc(0)];
    const cut = two.subarray(0, two.length - 9);
    expect(splitPictures(Buffer.concat([one, cut]))).toEqual({ pictures: [one], damagedAt: undefined });
    expect(splitPictures(Buffer.concat([one, two.subarray(0, 30), one]))).toMatchObject({ damagedAt: 2 });
    expect(splitPictures(Buffer.from('no picture'))).toEqual({ pictures: [], damagedAt: undefined });
  });

  test('begins again after its end', () => {
    expect([0, 99, 100, 950, 1000].map((ms) => pictureIndexAt(ms, 10, 10))).toEqual([0, 0, 1, 9, 0]);
    expect(pictureIndexAt(1000, 24.5, 100)).toBe(24);
  });
});

describe('a directory of recordings', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'titular-recordings-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function put(path: string, content: string | Buffer = pictures[0] ?? ''): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const find = async () => findRecordings(await findDirectory(root));

  test('holds files and folders of numbered pictures, in the order of their numbers, at the rate that stands beside them', async () => {
    for (const number of [10, 9, 1]) await put(`bona-fide/maria/${number}.jpg`);
    await put('bona-fide/maria/recording.json', '{"framesPerSecond": 25}');
    await put('bona-fide/joao.mjpeg');
    await put('still/recording.json', '{"framesPerSecond": 5}');
    await put('still/a.mjpg');
    await put('still/notes.txt', 'held by hand');
    await put('readme.md', 'of these');
    await symlink(root, join(root, 'still', 'round'));
    expect(await find()).toEqual({
      recordings: [
        { species: 'bona-fide', path: 'bona-fide/joao.mjpeg', pictures: undefined, framesPerSecond: 10 },
        {
          species: 'bona-fide',
          path: 'bona-fide/maria',
          pictures: ['1.jpg', '9.jpg', '10.jpg'],
          framesPerSecond: 25,
        },
        { species: 'still', path: 'still/a.mjpg', pictures: undefined, framesPerSecond: 5 },
      ],
      leftOut: [
        { path: 'still/notes.txt', reason: 'not_a_recording' },
        { path: 'still/round', reason: 'link' },
        { path: 'readme.md', reason: 'not_a_recording' },
      ],
    });
  });

  test.each([
    ['no bona-fide', ['still/a.mjpeg'], /holds no folder bona-fide/],
    ['no attack', ['bona-fide/a.mjpeg'], /no folder of attacks/],
    ['an empty folder', ['bona-fide/a.mjpeg', 'still/notes.txt'], /still holds no recording/],
    ['a recording without a picture', ['bona-fide/a.mjpeg', 'still/b/notes.txt'], /still\/b holds no JPEG/],
  ])('with %s is refused in words that name the place', async (_what, files, words) => {
    for (const file of files) await put(file);
    await expect(find()).rejects.toThrow(words);
  });

  test.each(['{"framesPerSecond": 0}', '{"framesPerSecond": "10"}', 'null', '10 a second'])(
    'with a rate of %s is refused',
    async (text) => {
      await put('bona-fide/a.mjpeg');
      await put('still/b.mjpeg');
      await put('still/recording.json', text);
      await expect(find()).rejects.toThrow(/recording\.json must be .* N from 1 to 120/);
    },
  );

  test('of what is no recording tells which and why', async () => {
    await put('bona-fide/a.mjpeg');
    await put('still/b.mjpeg', 'film');
    await put(
      'still/c.mjpeg',
      Buffer.concat([(pictures[0] ?? Buffer.alloc(0)).subarray(0, 40), ...pictures]),
    );
    const directory = await findDirectory(root);
    const [good, none, damaged] = (await find()).recordings;
    if (!good || !none || !damaged) throw new Error('there are three recordings');
    expect((await readRecording(directory, good)).pictures).toHaveLength(1);
    await expect(readRecording(directory, none)).rejects.toThrow(/b\.mjpeg is no recording/);
    await expect(readRecording(directory, damaged)).rejects.toThrow(/c\.mjpeg is damaged at its picture 1/);
  });

  test('a folder with a clip for each pose answers what is asked; one without a front is none', async () => {
    const [plain = Buffer.alloc(0)] = pictures;
    await put('bona-fide/a.mjpeg', plain);
    await put('still/maria/front.mjpeg', plain);
    await put('still/maria/left-1.mjpeg', Buffer.concat([plain, plain]));
    await put('still/maria/left-2.mjpeg', plain);
    const directory = await findDirectory(root);
    const maria = (await find()).recordings.find(({ path }) => path === 'still/maria');
    if (!maria) throw new Error('it is found');
    const { clips, pictures: ordered } = await readRecording(directory, maria);
    expect([...clips].map(([pose, shown]) => [pose, shown.map(({ length }) => length)])).toEqual([
      ['front', [1]],
      ['left', [2, 1]],
    ]);
    expect(ordered).toEqual([]);
    await put('still/joao/left.mjpeg', plain);
    await expect(find()).rejects.toThrow(/joao holds no JPEG picture, and no front\.mjpeg/);
  });

  test('a clip is shown from its first picture to its last, and then to and fro over its later half', () => {
    const shown = Array.from({ length: 14 }, (_, index) => clipIndexAt(index * 100, 10, 6));
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 5, 4, 3, 3, 4, 5, 5, 4]);
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 90 }),
        (ms, rate, count) => {
          const index = clipIndexAt(ms, rate, count);
          expect(index >= 0 && index < count).toBe(true);
        },
      ),
    );
  });
});
