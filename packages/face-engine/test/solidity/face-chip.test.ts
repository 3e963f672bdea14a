import {
  CHIP_HEIGHT,
  CHIP_WIDTH,
  cutChip,
  packChip,
  unpackChip,
} from '@titular/face-engine/solidity/face-chip.ts';
import { expect, test } from 'vitest';

const POINTS = 468;

/** A picture whose luminance is its column, and a mesh with the outer eye corners where they are wanted. */
function scene(rightEye: [number, number], leftEye: [number, number]) {
  const [width, height] = [256, 256];
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => Math.floor(at / 3) % width);
  const points = new Float32Array(POINTS * 3);
  points.set(rightEye, 33 * 3);
  points.set(leftEye, 263 * 3);
  return { picture: { width, height, pixels }, mesh: { points } };
}

test('cuts the face upright, with the outer eye corners 60 pixels apart on one line', () => {
  const { picture, mesh } = scene([100, 100], [160, 100]);
  const { gray, points } = cutChip(picture, mesh);
  expect([points[66], points[67], points[526], points[527]]).toEqual([39, 63, 99, 63]);
  // The right eye stood at column 100.
  expect(gray[63 * CHIP_WIDTH + 39]).toBe(100);
  expect(gray[63 * CHIP_WIDTH + 99]).toBe(160);
});

test('turns a face that leans, and halves one that is twice as large', () => {
  const { picture, mesh } = scene([128, 68], [128, 188]);
  const { gray, points } = cutChip(picture, mesh);
  expect(points[67]).toBeCloseTo(63, 3);
  expect(points[527]).toBeCloseTo(63, 3);
  // Down in the chip is left in the picture.
  expect(gray[73 * CHIP_WIDTH + 69]).toBeGreaterThanOrEqual(107);
  expect(gray[73 * CHIP_WIDTH + 69]).toBeLessThanOrEqual(109);
});

test('reads back what was packed, its points to a sixteenth of a pixel', () => {
  const { picture, mesh } = scene([90, 110], [171, 96]);
  const chip = cutChip(picture, mesh);
  const packed = packChip(chip);
  const back = unpackChip(packed);
  expect(back.gray).toEqual(chip.gray);
  for (const [index, value] of chip.points.entries())
    expect(Math.abs((back.points[index] ?? Number.NaN) - value)).toBeLessThanOrEqual(1 / 32);
  expect(packed.length).toBe(POINTS * 4 + CHIP_WIDTH * CHIP_HEIGHT);
});

test('refuses bytes of another length', () => {
  expect(() => unpackChip(new Uint8Array(10))).toThrow('length');
});
