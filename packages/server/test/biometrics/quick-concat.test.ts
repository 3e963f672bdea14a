import { decodeImage, FRAME_LIMITS } from '@titular/server/biometrics/decode-image.ts';
import { libraryNets } from '@titular/server/biometrics/detect-faces.ts';
import { loadFaceLibrary } from '@titular/server/biometrics/face-api-library.ts';
import { quickenConcat } from '@titular/server/biometrics/quick-concat.ts';
import { pairOf, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { expect, test } from 'vitest';

test('faces and descriptors are the same numbers to the last bit as with the kernel of the library (R65)', async () => {
  const library = await loadFaceLibrary();
  const find = async (jpeg: Buffer) => {
    const picture = await decodeImage(jpeg, FRAME_LIMITS);
    if (picture.kind === 'refused') throw new Error(picture.reason);
    const nets = libraryNets(library);
    const found = await nets.detect(picture, 224);
    return Promise.all(
      found.map(async ({ box }) => {
        const landmarks = await nets.landmarks(picture, box);
        return landmarks && { ...landmarks, descriptor: await nets.descriptor(picture, landmarks) };
      }),
    );
  };
  const pictures = [await portraitOf('a'), await portraitOf('b'), await pairOf('a', 'c')];
  const before = await Promise.all(pictures.map(find));
  expect(before.map((faces) => faces.length)).toEqual([1, 1, 2]);
  quickenConcat(library);
  expect(await Promise.all(pictures.map(find))).toEqual(before);
});
