import { EngineBusyError, type FaceEngine, type FrameAnalysis } from '@titular/face-engine';
import { imageHashDistance, SAME_PICTURE_BITS } from '@titular/face-engine/hashes/image-hash.ts';
import { SCREEN_PATTERN_LIMIT } from '@titular/face-engine/image/screen-pattern.ts';
import { euclideanDistance, SAME_PERSON_THRESHOLD } from '@titular/face-engine/measure/comparison.ts';
import type { PoseRanges } from '@titular/face-engine/measure/pose-ranges.ts';
import { qualityHint } from '@titular/face-engine/measure/quality.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { filmedFromScreen } from '@titular/simulation/attacks/screen-effects.ts';
import { bystanderFrame } from '@titular/test-kit/faces/bystanders.ts';
import { OCCLUDERS, occludedFrame } from '@titular/test-kit/faces/occluders.ts';
import { emptyFrame, pairOf, portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blank, cmykPicture, hugeHeader, untrustedPictures } from '../image/untrusted-pictures.ts';

/** Starts the engine under test, with one place in which it measures and so many that wait. */
export type StartEngine = (options?: { queueLimit?: number }) => Promise<FaceEngine>;

type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

/** The analysis of a picture that must not be refused. */
export const analysedBy = async (engine: FaceEngine, image: Uint8Array): Promise<Analysed> =>
  analysedOf(await engine.analyse(image));

function analysedOf(analysis: FrameAnalysis): Analysed {
  if (analysis.kind === 'refused') throw new Error(analysis.reason);
  return analysis;
}

/** The face of a picture that must show one, with what identifies it. */
export async function faceBy(engine: FaceEngine, image: Uint8Array) {
  const { face } = await analysedBy(engine, image);
  if (!face?.identity) throw new Error('no face');
  return { ...face, ...face.identity };
}

const withHint: readonly [what: string, picture: () => Promise<Buffer>, hint: string][] = [
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
];

function describeMeasuring(engine: () => FaceEngine): void {
  const faceOf = (image: Uint8Array) => faceBy(engine(), image);

  test.each(['a', 'b', 'c'] as const)(
    'person %s: facing, turned to each side, and one person throughout (R65)',
    async (person) => {
      const [front, left, right] = await Promise.all(
        [0, 32, -32].map(async (degrees) => faceOf(await turnedFrame(person, degrees))),
      );
      if (!front || !left || !right) throw new Error('three faces');
      expect(Math.abs(front.yaw)).toBeLessThan(0.15);
      expect(left.yaw).toBeGreaterThan(0.22);
      expect(right.yaw).toBeLessThan(-0.22);
      for (const turned of [left, right])
        expect(euclideanDistance(front.descriptor, turned.descriptor)).toBeLessThan(SAME_PERSON_THRESHOLD);
      expect(qualityHint(await analysedBy(engine(), await portraitOf(person)))).toBe('good');
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

  test.each(withHint)('%s has its own hint (R59)', async (_what, picture, hint) => {
    expect(qualityHint(await analysedBy(engine(), await picture()))).toBe(hint);
  });

  test.each<[string, (portrait: Buffer) => Promise<Buffer>]>([
    [
      'lies on its side and says so',
      (portrait) => sharp(portrait).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer(),
    ],
    ['is grey', (portrait) => sharp(portrait).grayscale().jpeg().toBuffer()],
    ['is a PNG', (portrait) => sharp(portrait).png().toBuffer()],
    [
      'is as large as is allowed',
      (portrait) => sharp(portrait).resize(3200, 2400).jpeg({ quality: 70 }).toBuffer(),
    ],
    ['is small', (portrait) => sharp(portrait).resize(200).jpeg().toBuffer()],
  ])('a picture that %s shows the same person in the same pose (R63)', async (_what, change) => {
    const portrait = await portraitOf('a');
    const [plain, changed] = [await faceOf(portrait), await faceOf(await change(portrait))];
    expect(changed.yaw).toBeCloseTo(plain.yaw, 0);
    expect(euclideanDistance(plain.descriptor, changed.descriptor)).toBeLessThan(0.4);
  });
}

function describeImageHashes(engine: () => FaceEngine): void {
  const hashOf = async (image: Uint8Array) => {
    const { imageHash } = await analysedBy(engine(), image);
    if (!imageHash) throw new Error('no fingerprint');
    return imageHash;
  };

  test('a picture has the fingerprint it had before, and another take has another, with a face and without (R61)', async () => {
    const portrait = await portraitOf('c');
    const first = await hashOf(portrait);
    const again = await hashOf(await sharp(portrait).resize(480).jpeg({ quality: 65 }).toBuffer());
    expect(first).toHaveLength(32);
    expect(imageHashDistance(first, again)).toBeLessThanOrEqual(SAME_PICTURE_BITS);
    for (const other of [await turnedFrame('c', 15), await emptyFrame('wall')])
      expect(imageHashDistance(first, await hashOf(other))).toBeGreaterThan(SAME_PICTURE_BITS);
  });
}

const RANGES: readonly [what: string, required: PoseRanges, isWithin: boolean][] = [
  ['within them', { yaw: { least: -0.2, most: 0.2 }, size: { least: 0.1 } }, true],
  ['turned too little', { yaw: { least: 0.22 } }, false],
  ['too far away', { yaw: { least: -0.2 }, size: { least: 0.95 } }, false],
  ['of which anything will do', {}, true],
];

function describeRequired(engine: () => FaceEngine): void {
  test.each(RANGES)(
    'a face %s is identified only where it is wanted, and measured the same either way (R70)',
    async (_what, required, isWithin) => {
      const image = await portraitOf('b');
      const { imageHash, face, ...rest } = await analysedBy(engine(), image);
      const { identity, ...measured } = face ?? {};
      expect(identity).toBeDefined();
      const asked = await engine().analyse(image, required);
      expect(asked).toEqual({
        ...rest,
        ...(isWithin ? { imageHash } : {}),
        face: { ...measured, ...(isWithin ? { identity } : { chip: undefined }) },
      });
    },
  );

  test('a face that shows the last pose keeps its chip, and is identified: no chip is there of nobody (R65, R70)', async () => {
    const image = await portraitOf('b');
    const measured = await analysedBy(engine(), image);
    expect(measured.face?.chip).toBeDefined();
    const turned = { yaw: { least: 0.22 } };
    const asked = await engine().analyse(image, turned, undefined, { yaw: { least: -0.2, most: 0.2 } });
    expect(asked).toEqual(measured);
    expect(await engine().analyse(image, turned, undefined, turned)).toHaveProperty('face.chip', undefined);
  });

  test('where nobody is seen, nothing is wanted of the picture either', async () => {
    const wall = await emptyFrame('wall');
    expect(await engine().analyse(wall, {})).not.toHaveProperty('imageHash');
    expect(await engine().analyse(wall)).toHaveProperty('imageHash');
  });
}

function describeScreens(engine: () => FaceEngine): void {
  const patternOf = async (image: Uint8Array) => (await faceBy(engine(), image)).screenPattern;

  test('a face filmed from a screen shows the pixels of the screen, and the face itself none (R59)', async () => {
    const portrait = await portraitOf('a');
    expect(await patternOf(portrait)).toBeLessThan(SCREEN_PATTERN_LIMIT);
    expect(await patternOf(await filmedFromScreen(portrait, { seed: 1 }))).toBeGreaterThan(
      SCREEN_PATTERN_LIMIT,
    );
  });
}

const occluders = Object.keys(OCCLUDERS) as (keyof typeof OCCLUDERS)[];

function describeCovered(engine: () => FaceEngine): void {
  const hintOf = async (image: Uint8Array) => qualityHint(await analysedBy(engine(), image));

  test.each(occluders)('%s over a face is seen, or no face is, whoever wears it (R59)', async (occluder) => {
    const hints = [];
    for (const person of ['a', 'b', 'c'] as const)
      for (const degrees of [0, 12, -12])
        hints.push(await hintOf(await occludedFrame(person, occluder, degrees)));
    expect([...new Set(hints)].filter((hint) => hint !== 'no_face')).toEqual(['occluded']);
  });

  test('nobody in the sample photographs is taken for covered, far or near', async () => {
    for (const bystander of BYSTANDERS) {
      for (const part of [0.3, 0.6])
        expect(await hintOf(await bystanderFrame(bystander, { part }))).not.toBe('occluded');
    }
  }, 60_000);

  test.each(['a', 'b', 'c'] as const)(
    'person %s turned by up to 35 degrees is not covered',
    async (person) => {
      for (const degrees of [0, 12, -12, 24, -24, 35, -35])
        expect(await hintOf(await turnedFrame(person, degrees))).toBe('good');
    },
  );
}

function describeUntrusted(engine: () => FaceEngine): void {
  test.each(untrustedPictures)('%s is refused (R63)', async (_what, picture, reason) => {
    expect(await engine().analyse(await picture())).toEqual({ kind: 'refused', reason });
  });

  test('a bomb of pixels and CMYK are refused before they are decoded (R63)', async () => {
    expect(await engine().analyse(hugeHeader(65_535, 65_535))).toMatchObject({ kind: 'refused' });
    expect(await engine().analyse(await cmykPicture())).toEqual({
      kind: 'refused',
      reason: 'unsupported_format',
    });
    const bomb = await blank(12_000, 12_000).png().toBuffer();
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect(await engine().analyse(bomb)).toEqual({ kind: 'refused', reason: 'too_many_pixels' });
  });
}

function describeQueue(start: StartEngine): void {
  test('a full queue says so at once (R70)', async () => {
    const small = await start({ queueLimit: 1 });
    const image = await portraitOf('a');
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => small.analyse(image)));
    const busy = outcomes.filter((one) => one.status === 'rejected' && one.reason instanceof EngineBusyError);
    expect(busy).toHaveLength(2);
    expect(outcomes[0]?.status).toBe('fulfilled');
    await small.close();
  });

  test('closed in the midst of work it ends every picture, and takes no other', async () => {
    const closing = await start();
    const image = await portraitOf('a');
    const begun = Promise.allSettled(Array.from({ length: 4 }, () => closing.analyse(image)));
    await closing.close();
    expect((await begun).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await expect(closing.analyse(image)).rejects.toBeInstanceOf(EngineBusyError);
  });
}

/** What holds for every engine: real pictures in, the same judgement out. */
export function describeEngine(name: string, start: StartEngine): void {
  describe(name, () => {
    let engine: FaceEngine;
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(() => engine.close());

    describe('measuring', () => describeMeasuring(() => engine));
    describe('fingerprints', () => describeImageHashes(() => engine));
    describe('what is wanted', () => describeRequired(() => engine));
    describe('screens', () => describeScreens(() => engine));
    describe('covered faces', () => describeCovered(() => engine));
    describe('untrusted pictures', () => describeUntrusted(() => engine));
    describe('the queue', () => describeQueue(start));

    test('it can be used, and says under which version its descriptors are kept', () => {
      expect(engine.problem()).toBeUndefined();
      expect(engine.version).toMatch(/^[\w./+-]{3,100}$/);
    });

    test('what is asked at once is answered each for its own picture', async () => {
      const pictures = [
        await portraitOf('a'),
        await emptyFrame('wall'),
        await pairOf('a', 'b'),
        await portraitOf('c'),
      ];
      const counts = await Promise.all(
        [...pictures, ...pictures].map(async (picture) => (await analysedBy(engine, picture)).faceCount),
      );
      expect(counts).toEqual([1, 0, 2, 1, 1, 0, 2, 1]);
    });
  });
}
