import { euclideanDistance, SAME_PERSON_THRESHOLD } from '@titular/server/biometrics/comparison.ts';
import { encodeCleanJpeg, FRAME_LIMITS } from '@titular/server/biometrics/decode-image.ts';
import {
  EngineBusyError,
  type FaceEngine,
  type FrameAnalysis,
} from '@titular/server/biometrics/face-engine.ts';
import { qualityHint } from '@titular/server/biometrics/quality.ts';
import { startFaceEngine } from '@titular/server/biometrics/worker-face-engine.ts';
import { emptyFrame, pairOf, portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await startFaceEngine({ threads: 1 });
});
afterAll(() => engine.close());

type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

async function analysed(image: Uint8Array): Promise<Analysed> {
  const analysis = await engine.analyse(image);
  if (analysis.kind === 'refused') throw new Error(analysis.reason);
  return analysis;
}

async function faceOf(image: Uint8Array) {
  const { face } = await analysed(image);
  if (!face) throw new Error('no face');
  return face;
}

describe('measuring', () => {
  test.each(['a', 'b', 'c'] as const)(
    'person %s: facing, turned to each side, and one person throughout',
    async (person) => {
      const [front, left, right] = await Promise.all(
        [0, 32, -32].map(async (degrees) => faceOf(await turnedFrame(person, degrees))),
      );
      expect(Math.abs(front?.yaw ?? 1)).toBeLessThan(0.15);
      expect(left?.yaw).toBeGreaterThan(0.22);
      expect(right?.yaw).toBeLessThan(-0.22);
      for (const turned of [left, right]) {
        expect(
          euclideanDistance(
            front?.descriptor ?? new Float32Array(),
            turned?.descriptor ?? new Float32Array(),
          ),
        ).toBeLessThan(SAME_PERSON_THRESHOLD);
      }
      expect(qualityHint(await analysed(await portraitOf(person)))).toBe('good');
    },
  );

  test('different people lie farther apart than any threshold that can be set (R65)', async () => {
    const faces = await Promise.all(
      (['a', 'b', 'c'] as const).map(async (person) => faceOf(await portraitOf(person))),
    );
    for (const [index, one] of faces.entries()) {
      for (const other of faces.slice(index + 1))
        expect(euclideanDistance(one.descriptor, other.descriptor)).toBeGreaterThan(0.6);
    }
  });

  test.each([
    ['nobody', () => emptyFrame('wall'), 'no_face'],
    ['a covered camera', () => emptyFrame('dark'), 'too_dark'],
    ['two people', () => pairOf('a', 'b'), 'several_faces'],
    [
      'a blurred picture',
      async () =>
        sharp(await portraitOf('b'))
          .blur(6)
          .jpeg()
          .toBuffer(),
      'blurred',
    ],
    [
      'a face far away',
      async () =>
        sharp(await portraitOf('a'))
          .resize(213)
          .extend({ left: 213, right: 214, top: 160, bottom: 160, background: '#889' })
          .jpeg()
          .toBuffer(),
      'too_small',
    ],
    [
      'a face at the edge',
      async () =>
        sharp(await portraitOf('a'))
          .extract({ left: 200, top: 0, width: 440, height: 480 })
          .extend({ right: 300, background: '#889' })
          .jpeg()
          .toBuffer(),
      'off_centre',
    ],
  ] as const)('%s has its own hint', async (_what, picture, hint) => {
    expect(qualityHint(await analysed(await picture()))).toBe(hint);
  });

  test('a distance of unlike descriptors is a fault, and one with no number is beyond every threshold', () => {
    expect(() => euclideanDistance(new Float32Array(128), new Float32Array(64))).toThrow();
    expect(euclideanDistance(new Float32Array([Number.NaN]), new Float32Array([0])) <= 1).toBe(false);
  });
});

describe('untrusted pictures (R63)', () => {
  const header = (width: number, height: number): Buffer => {
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
  };
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#777' } });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    ['nothing', () => new Uint8Array(0), /not_an_image/],
    ['text', () => Buffer.from('hello'), /not_an_image/],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>'),
      /not_an_image/,
    ],
    [
      'HTML behind the mark of a picture',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('<html><script>alert(1)</script>')]),
      /not_an_image|damaged/,
    ],
    ['GIF', () => blank(100, 100).gif().toBuffer(), /not_an_image/],
    ['a header of 65,535 by 65,535', () => header(65_535, 65_535), /too_many_pixels|not_an_image/],
    ['one pixel', () => blank(1, 1).jpeg().toBuffer(), /too_small/],
    ['a strip', () => blank(2000, 20).jpeg().toBuffer(), /too_small/],
    [
      'more bytes than allowed',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(3 * 1024 * 1024)]),
      /too_large/,
    ],
    ['a picture cut in half', async () => (await portraitOf('a')).subarray(0, 9000), /damaged/],
    [
      'several pages',
      () =>
        sharp(
          [
            { create: { width: 100, height: 100, channels: 3, background: '#111' } },
            { create: { width: 100, height: 100, channels: 3, background: '#eee' } },
          ] as never,
          { join: { animated: true } },
        )
          .webp({ loop: 0 })
          .toBuffer(),
      /animated/,
    ],
  ])('%s is refused', async (_what, picture, reason) => {
    const analysis = await engine.analyse(await picture());
    expect(analysis.kind).toBe('refused');
    expect(analysis.kind === 'refused' ? analysis.reason : '').toMatch(reason);
  });

  test('300 damaged copies break nothing (seed 20261120)', async () => {
    const sound = await portraitOf('c');
    let state = 20_261_120;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % below;
    };
    for (let count = 0; count < 300; count += 1) {
      const copy = Buffer.from(sound);
      for (let flips = 0; flips < 8; flips += 1) copy[next(copy.length)] = next(256);
      const analysis = await engine.analyse(copy);
      expect(['analysed', 'refused']).toContain(analysis.kind);
    }
    expect((await analysed(sound)).faceCount).toBe(1);
  }, 300_000);

  test('a clean copy has no place, device or time of the camera in it', async () => {
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

  test('a picture is turned upright before it is measured', async () => {
    const lying = await sharp(await portraitOf('a'))
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    expect((await faceOf(lying)).yaw).toBeCloseTo((await faceOf(await portraitOf('a'))).yaw, 1);
  });
});

describe('the pool', () => {
  test('a full queue says so at once', async () => {
    const small = await startFaceEngine({ threads: 1, queueLimit: 1 });
    const image = await portraitOf('a');
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => small.analyse(image)));
    const busy = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof EngineBusyError);
    expect(busy.length).toBeGreaterThanOrEqual(1);
    expect(outcomes[0]?.status).toBe('fulfilled');
    await small.close();
  });

  test('a thread that takes too long fails its picture alone and is replaced', async () => {
    const hurried = await startFaceEngine({ threads: 1, jobTimeoutMs: 1 });
    const image = await portraitOf('a');
    await expect(hurried.analyse(image)).rejects.toThrow('took too long');
    await expect(hurried.analyse(image)).rejects.toThrow('took too long');
    await hurried.close();
    expect((await engine.analyse(image)).kind).toBe('analysed');
  });
});
