import { decodeImage, FINEST_SIDE, FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { SCREEN_PATTERN_LIMIT, screenPatternOf } from '@titular/face-engine/image/screen-pattern.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { filmedFromScreen } from '@titular/simulation/attacks/screen-effects.ts';
import { bystanderFrame } from '@titular/test-kit/faces/bystanders.ts';
import { portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PEOPLE } from '../picture-fixture.ts';

/** Of the middle of a picture, where its face is. */
async function patternOf(jpeg: Uint8Array): Promise<number> {
  const picture = await decodeImage(jpeg, FRAME_LIMITS, FINEST_SIDE);
  if (picture.kind === 'refused') throw new Error(picture.reason);
  return screenPatternOf(picture, { x: 0, y: 0, width: picture.width, height: picture.height });
}

describe('a face before the camera shows no screen (R59)', () => {
  test.each([
    [640, 60],
    [640, 90],
    [480, 75],
    [960, 75],
    [1280, 92],
    [1920, 80],
  ])('every bystander at %d pixels and JPEG %d', async (width, quality) => {
    for (const bystander of BYSTANDERS) {
      const frame = await bystanderFrame(bystander, { width, height: (width * 3) / 4 }, quality);
      expect(await patternOf(frame)).toBeLessThan(SCREEN_PATTERN_LIMIT);
    }
  });

  test('the people of the test kit, facing and turned, and compressed again at another size', async () => {
    for (const person of PEOPLE) {
      for (const degrees of [0, 32, -32]) {
        const frame = await turnedFrame(person, degrees);
        expect(await patternOf(frame)).toBeLessThan(SCREEN_PATTERN_LIMIT);
        const again = await sharp(frame).resize(720).jpeg({ quality: 70 }).toBuffer();
        expect(await patternOf(again)).toBeLessThan(SCREEN_PATTERN_LIMIT);
      }
    }
  });

  test('a picture smaller than the window says nothing', async () => {
    expect(
      await patternOf(
        await sharp(await portraitOf('a'))
          .resize(120)
          .jpeg()
          .toBuffer(),
      ),
    ).toBe(0);
  });
});

test('a screen whose light is even is seen by its stripes of colour (R59)', async () => {
  // A pixel of the camera is nearly as large as one of the screen.
  const frame = await bystanderFrame(BYSTANDERS[10] ?? expect.unreachable(), { width: 640, height: 480 }, 90);
  const filmed = await filmedFromScreen(frame, { seed: 73 });
  expect(await patternOf(filmed)).toBeGreaterThan(SCREEN_PATTERN_LIMIT);
  const grey = await sharp(filmed).grayscale().toColourspace('srgb').jpeg({ quality: 92 }).toBuffer();
  expect(await patternOf(grey)).toBeLessThan(SCREEN_PATTERN_LIMIT);
});

test('five in six simulated screens are seen at least, sharp and through another compression (R59)', async () => {
  let [shown, seen] = [0, 0];
  for (const [index, person] of PEOPLE.entries()) {
    for (let count = 0; count < 8; count += 1) {
      const filmed = await filmedFromScreen(await portraitOf(person), { seed: index * 10 + count });
      for (const frame of [filmed, await sharp(filmed).jpeg({ quality: 60 }).toBuffer()]) {
        shown += 1;
        if ((await patternOf(frame)) > SCREEN_PATTERN_LIMIT) seen += 1;
      }
    }
  }
  expect(seen / shown).toBeGreaterThanOrEqual(5 / 6);
}, 180_000);
