import { sampleSquare } from '@titular/face-engine/hashes/align-face.ts';
import { imageHashOf } from '@titular/face-engine/hashes/image-hash.ts';
import { coverageOf } from '@titular/face-engine/image/coverage.ts';
import {
  averageGrid,
  brightnessOf,
  lightPlaneOf,
  luminanceAndSharpness,
  type Picture,
  type Region,
} from '@titular/face-engine/image/luminance.ts';
import { screenPatternOf } from '@titular/face-engine/image/screen-pattern.ts';
import { readHeadPose } from '@titular/face-engine/measure/head-pose.ts';
import { surroundingsOf } from '@titular/face-engine/measure/perspective.ts';
import { decodeBoxes } from '@titular/face-engine/nets/decode-boxes.ts';
import { cropRegion, type MeshRegion } from '@titular/face-engine/nets/mesh-region.ts';
import { type Crop, resampleSquare } from '@titular/face-engine/nets/resample.ts';
import { cutChip } from '@titular/face-engine/solidity/face-chip.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { filmedFromScreen } from '@titular/simulation/attacks/screen-effects.ts';
import { cutOut, type Framing } from '@titular/test-kit/faces/bystanders.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PEOPLE } from './picture-fixture.ts';
import * as plainAlign from './plain-checks/align-face.ts';
import * as plainGrid from './plain-checks/average-grid.ts';
import * as plainCoverage from './plain-checks/coverage.ts';
import * as plainRegion from './plain-checks/crop-region.ts';
import * as plainBoxes from './plain-checks/decode-boxes.ts';
import * as plainChip from './plain-checks/face-chip.ts';
import * as plainPose from './plain-checks/head-pose.ts';
import * as plainImageHash from './plain-checks/image-hash.ts';
import * as plainLuminance from './plain-checks/luminance.ts';
import * as plainResample from './plain-checks/resample.ts';
import * as plainPattern from './plain-checks/screen-pattern.ts';
import * as plainSurroundings from './plain-checks/surroundings.ts';

const FRAMINGS: readonly Framing[] = [
  { part: 0.3 },
  { part: 0.6, aside: 0.1, width: 400, height: 300 },
  { part: 0.5, aside: -0.2, width: 300, height: 400 },
  { part: 0.9, width: 397, height: 301 },
  { part: 0.5, width: 90, height: 70 },
];

/** Numbers in [0, 1) that are the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A box about where a face is, and sometimes beyond the edge. */
function drawBox({ width, height }: Picture, random: () => number): Region {
  const size = height * (0.2 + random() * 0.8);
  return {
    x: width * (random() - 0.1) - size / 4,
    y: height * (random() - 0.1) - size / 4,
    width: size * (0.8 + random() * 0.3),
    height: size,
  };
}

/** Five landmarks in such a box, tilted a little. */
function drawLandmarks({ x, y, width, height }: Region, random: () => number) {
  const at = (across: number, down: number) => ({
    x: x + width * (across + (random() - 0.5) / 10),
    y: y + height * (down + (random() - 0.5) / 10),
  });
  return {
    rightEye: at(0.25, 0.35),
    leftEye: at(0.75, 0.35),
    noseTip: at(0.5, 0.55),
    mouthRight: at(0.35, 0.75),
    mouthLeft: at(0.65, 0.75),
  };
}

const decoded = async (jpeg: Uint8Array): Promise<Picture> => {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
};

/** Every face of the sample photographs as it comes from a camera, cut out as given. */
const pictures = async (framing: Framing, quality: number): Promise<Picture[]> =>
  Promise.all(
    BYSTANDERS.map(async (bystander) => {
      const { width, height, pixels } = await cutOut(bystander, framing);
      return decoded(
        await sharp(pixels, { raw: { width, height, channels: 3 } })
          .jpeg({ quality })
          .toBuffer(),
      );
    }),
  );

const farthest = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? Number.NaN))), 0);

function compareAll(picture: Picture, seed: number): void {
  const random = numbersOf(seed);
  const told = `seed ${seed}`;
  const box = drawBox(picture, random);
  const landmarks = drawLandmarks(box, random);
  const plane = lightPlaneOf(picture);
  expect(imageHashOf(plane), told).toEqual(plainImageHash.imageHashOf(picture));
  const [seen, plain] = [surroundingsOf(plane, box), plainSurroundings.surroundingsOf(picture, box)];
  expect(seen.subarray(64 * 64), told).toEqual(plain.subarray(64 * 64));
  expect(farthest(seen, plain), told).toBeLessThanOrEqual(1);
  const pattern = plainPattern.screenPatternOf(picture, box);
  expect(Math.abs(screenPatternOf(picture, box) - pattern), told).toBeLessThan(1e-9);
  expect(luminanceAndSharpness(picture, box), told).toEqual(
    plainLuminance.luminanceAndSharpness(picture, box),
  );
  const whole = { x: 0, y: 0, width: picture.width, height: picture.height };
  expect(brightnessOf(picture), told).toBe(plainLuminance.meanLuminance(picture, whole));
  expect(coverageOf(picture, landmarks), told).toEqual(plainCoverage.coverageOf(picture, landmarks));
  for (const size of [64, 96])
    if (picture.width >= size && picture.height >= size)
      expect(averageGrid(plane, size), told).toEqual(plainGrid.averageGrid(plane, size));
  compareSquares(picture, random, told);
}

/** A square about a face that leans to a side, and sometimes lies beyond the edge. */
function compareSquares(picture: Picture, random: () => number, told: string): void {
  const frame = {
    scaleRe: picture.width * (0.1 + random() * 0.3),
    scaleIm: picture.width * (random() - 0.5) * 0.2,
    offsetRe: picture.width * random(),
    offsetIm: picture.height * random(),
  };
  const square = { half: 0.8 + random(), below: 0.4, cells: 32 };
  const [seen, plain] = [new Float64Array(32 * 32), new Float64Array(32 * 32)];
  sampleSquare(lightPlaneOf(picture), frame, square, seen);
  plainAlign.sampleSquare(lightPlaneOf(picture), frame, square, plain);
  expect(seen, told).toEqual(plain);
}

describe('the checks say of every picture what they say when they are written plainly (R59, R61)', () => {
  test.each(FRAMINGS.map((framing, index) => [JSON.stringify(framing), framing, index] as const))(
    'every bystander as %s',
    async (_what, framing, index) => {
      const all = await pictures(framing, 60 + index * 8);
      for (const [face, picture] of all.entries())
        for (let draw = 0; draw < 3; draw += 1)
          compareAll(picture, 20_261_122 + index * 1000 + face * 10 + draw);
    },
  );

  test('faces filmed from a screen', async () => {
    for (const [index, person] of PEOPLE.entries())
      compareAll(await decoded(await filmedFromScreen(await portraitOf(person), { seed: index })), index);
  });

  test('noise, and pictures of one light', () => {
    const random = numbersOf(7);
    for (const [width, height] of [
      [64, 64],
      [96, 96],
      [129, 128],
      [400, 225],
    ] as const) {
      const noise = Uint8Array.from({ length: width * height * 3 }, () => random() * 256);
      compareAll({ width, height, pixels: noise }, width);
      compareAll({ width, height, pixels: new Uint8Array(noise.length).fill(255) }, width);
    }
  });
});

/** A square about a face, leaning to a side, and sometimes beyond the edge. */
function drawRegion(box: Region, random: () => number): MeshRegion {
  const angle = (random() - 0.5) * 1.2;
  const half = box.width * (0.4 + random() * 0.6);
  const across = { x: Math.cos(angle) * half, y: Math.sin(angle) * half };
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, across };
}

/** Planes in which another picture stood before. */
const usedPlanes = (side: number, random: () => number): Float32Array<ArrayBuffer> =>
  new Float32Array(3 * side * side).fill(random());

const NORMALISED = { mean: [122.782, 117.001, 104.298], factor: 1 / 255 } as const;

/** Whole pixels that lie in the picture. */
function drawCrop({ width, height }: Picture, random: () => number): Crop {
  const [x, y] = [Math.floor(random() * width * 0.7), Math.floor(random() * height * 0.7)];
  return {
    x,
    y,
    width: 1 + Math.floor(random() * (width - x)),
    height: 1 + Math.floor(random() * (height - y)),
  };
}

describe('the nets are given the same numbers to the last bit (R65)', () => {
  test.each([0, 1, 2])('every bystander, framing %d', async (index) => {
    const all = await pictures(FRAMINGS[index] ?? {}, 80);
    for (const [face, picture] of all.entries()) {
      const seed = 20_261_123 + index * 1000 + face;
      const random = numbersOf(seed);
      const box = drawBox(picture, random);
      const region = drawRegion(box, random);
      expect(
        farthest(
          cropRegion(picture, region, usedPlanes(192, random)),
          plainRegion.cropRegion(picture, region),
        ),
        `seed ${seed}`,
      ).toBe(0);
      for (const isCentred of [false, true]) {
        const crop = drawCrop(picture, random);
        const given = [picture, crop, 112, NORMALISED, isCentred] as const;
        const difference = farthest(
          resampleSquare(...given, usedPlanes(112, random)),
          plainResample.resampleSquare(...given),
        );
        expect(difference, `seed ${seed}`).toBe(0);
      }
      const points = Float32Array.from({ length: 468 * 3 }, (_, at) =>
        at % 3 === 0 ? box.x + random() * box.width : box.y + random() * box.height,
      );
      expect(cutChip(picture, { points }), `seed ${seed}`).toEqual(plainChip.cutChip(picture, { points }));
    }
  });
});

test('boxes and poses are read out of what the nets give to the last bit as before (R65)', () => {
  const random = numbersOf(11);
  for (const [cells, side] of [
    [7, 224],
    [13, 416],
  ] as const)
    for (let draw = 0; draw < 40; draw += 1) {
      const planes = Float32Array.from({ length: cells * cells * 25 }, () => (random() - 0.7) * 8);
      const picture = { width: 300 + draw, height: 400 - draw };
      const found = decodeBoxes(planes, picture, side, 0.4);
      expect(found.length, `draw ${draw}`).toBeGreaterThan(0);
      expect(found, `draw ${draw}`).toEqual(plainBoxes.decodeBoxes(planes, picture, side, 0.4));
      const points = Float32Array.from({ length: 468 * 3 }, () => random() * 300);
      const mesh = { points, score: 0.9 };
      expect(readHeadPose(mesh), `draw ${draw}`).toEqual(plainPose.readHeadPose(mesh));
    }
});
