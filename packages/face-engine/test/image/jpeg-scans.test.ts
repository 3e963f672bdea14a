import { decodeImage, FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { pagePictureProblem, readJpegCoding, scanProblem } from '@titular/face-engine/image/jpeg-scans.ts';
import { portraitOf, turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { blank, foreignPictures, repeatedBaseline, scanBomb } from './untrusted-pictures.ts';

const START_OF_SCAN = Buffer.from('ffda', 'hex');
const hidden = Buffer.concat(Array.from({ length: 200 }, () => START_OF_SCAN));

/** A segment of an application with the given content, put in behind the mark of a JPEG. */
function withSegment(image: Buffer, content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([
    image.subarray(0, 2),
    Buffer.from('ffe1', 'hex'),
    length,
    content,
    image.subarray(2),
  ]);
}

describe('the scans of a JPEG are counted without a decoder (A-08, R63)', () => {
  test.each<[string, () => Promise<Buffer>, readonly number[], number]>([
    ['of a browser', () => turnedFrame('b', 12), [0xc0], 1],
    [
      'of one light',
      async () =>
        sharp(await portraitOf('a'))
          .grayscale()
          .jpeg()
          .toBuffer(),
      [0xc0],
      1,
    ],
    ['in several scans', () => blank(80, 80).jpeg({ progressive: true }).toBuffer(), [0xc2], 10],
    [
      'with restarts, as cameras make them',
      () => blank(80, 80).jpeg({ optimiseCoding: false }).toBuffer(),
      [0xc0],
      1,
    ],
    [
      'with marks of scans in what an application added',
      async () => withSegment(await portraitOf('a'), hidden),
      [0xc0],
      1,
    ],
    [
      'with marks of scans behind its end',
      async () => Buffer.concat([await portraitOf('a'), hidden]),
      [0xc0],
      1,
    ],
    ['that repeats its scan', () => repeatedBaseline(7), [0xc0], 8],
    ['that repeats its last scan', () => scanBomb(870), [0xc2], 880],
  ])('%s', async (_what, make, frames, scans) => {
    expect(readJpegCoding(await make())).toEqual({ frames, scans });
  });

  test('fill bytes before the mark of a scan hide none', async () => {
    const image = await portraitOf('a');
    const at = image.indexOf(START_OF_SCAN);
    const filled = Buffer.concat([image.subarray(0, at), Buffer.alloc(50, 0xff), image.subarray(at)]);
    expect(readJpegCoding(filled)).toEqual({ frames: [0xc0], scans: 1 });
  });
});

test.each(foreignPictures)('%s is none that a page sends (A-08, R63)', async (_what, make) => {
  expect(pagePictureProblem(await make())).toBeDefined();
});

test.each(['a', 'b', 'c'] as const)('what the camera of person %s sends is one', async (person) => {
  expect(pagePictureProblem(await portraitOf(person))).toBeUndefined();
  expect(pagePictureProblem(await turnedFrame(person, -20))).toBeUndefined();
});

test('whoever sent it, a picture of 880 scans is refused undecoded, and one of a sound encoder is not (A-08)', async () => {
  expect(await decodeImage(await scanBomb(870), FRAME_LIMITS)).toEqual({
    kind: 'refused',
    reason: 'too_many_scans',
  });
  const sound = await blank(640, 480).jpeg({ progressive: true, mozjpeg: true }).toBuffer();
  expect(scanProblem(sound)).toBeUndefined();
  expect(await decodeImage(sound, FRAME_LIMITS)).toMatchObject({ kind: 'decoded' });
});
