import { coverageOf, isCovered } from '@titular/face-engine/image/coverage.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const EYES = { rightEye: { x: 262, y: 202 }, leftEye: { x: 367, y: 204 }, noseTip: { x: 314, y: 255 } };
const MOUTH = { mouthRight: { x: 284, y: 285 }, mouthLeft: { x: 342, y: 285 } };

async function pictureOf(paint: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${paint}</svg>`;
  const pixels = await sharp(await portraitOf('a'))
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width: 640, height: 480, pixels };
}
const OVER_MOUTH = '<rect x="230" y="250" width="170" height="80" fill="#b98d62"/>';

test('an engine that gives no corners of the mouth is not asked whether the mouth is covered', async () => {
  const covered = await pictureOf(OVER_MOUTH);
  expect(isCovered(coverageOf(covered, { ...EYES, ...MOUTH }))).toBe(true);
  for (const landmarks of [EYES, { ...EYES, mouthLeft: MOUTH.mouthLeft }]) {
    const coverage = coverageOf(covered, landmarks);
    expect(coverage.mouth).toBeUndefined();
    expect(isCovered(coverage)).toBe(false);
  }
});

test('one dark eye alone is no dark glass, two are', async () => {
  const eye = (x: number) => `<ellipse cx="${x}" cy="206" rx="30" ry="21" fill="#131316"/>`;
  const landmarks = { ...EYES, ...MOUTH };
  expect(isCovered(coverageOf(await pictureOf(eye(277)), landmarks))).toBe(false);
  expect(isCovered(coverageOf(await pictureOf(eye(277) + eye(352)), landmarks))).toBe(true);
});
