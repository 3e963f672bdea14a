import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { euclideanDistance } from '@titular/face-engine/measure/comparison.ts';
import { DETECTOR_SIDES, type Nets } from '@titular/face-engine/nets/nets.ts';
import { openNets } from '@titular/face-engine/nets/open-nets.ts';
import type { Picture } from '@titular/face-engine/nets/resample.ts';
import { type FaceLibrary, loadFaceLibrary } from '@titular/test-kit/faces/face-api-library.ts';
import { photographOf } from '@titular/test-kit/faces/persons.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';

/** The photographs that ship with face-api, at the side that the engine measures and at one that all faces are found at. */
const SIDES = [400, 1280];
const FILES = readdirSync(dirname(photographOf({ file: 'sample1.jpg' }))).filter((name) =>
  /^sample\d+\.jpg$/.test(name),
);

async function read(file: string, side: number): Promise<Picture> {
  const { data, info } = await sharp(photographOf({ file }))
    .resize({ width: side, height: side, fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** What either finds: a box, 68 points and a descriptor for each face, the surest first. */
type Found = { box: number[]; points: { x: number; y: number }[]; descriptor: Float32Array };

async function byLibrary({ faceApi, tensorFlow }: FaceLibrary, picture: Picture, side: number) {
  const tensor = tensorFlow.tensor3d(picture.pixels, [picture.height, picture.width, 3], 'int32');
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize: side, scoreThreshold: 0.4 });
  const faces = await faceApi.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
  tensor.dispose();
  return faces.map(
    ({ detection: { box, score }, landmarks, descriptor }): Found => ({
      box: [box.x, box.y, box.width, box.height, score],
      points: landmarks.positions,
      descriptor,
    }),
  );
}

async function byNets(nets: Nets, picture: Picture, side: (typeof DETECTOR_SIDES)[number]) {
  const found: Found[] = [];
  for (const { box, score } of await nets.detect(picture, side)) {
    const landmarks = await nets.landmarks(picture, box);
    if (!landmarks) throw new Error('the face lies in the picture');
    const descriptor = await nets.descriptor(picture, landmarks);
    found.push({ box: [box.x, box.y, box.width, box.height, score], points: landmarks.points, descriptor });
  }
  return found;
}

const largest = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((most, value, index) => Math.max(most, Math.abs(value - (other[index] ?? 0))), 0);

const flat = ({ points }: Found): number[] => points.flatMap(({ x, y }) => [x, y]);

test('faces have the boxes, landmarks and descriptors that the library of the models gives them: nobody enrols again (R65)', async () => {
  const library = await loadFaceLibrary();
  const nets = await openNets({ runtime: 'native' });
  const pairs: [Found, Found][] = [];
  for (const file of FILES)
    for (const size of SIDES)
      for (const side of DETECTOR_SIDES) {
        const picture = await read(file, size);
        const [before, after] = [await byLibrary(library, picture, side), await byNets(nets, picture, side)];
        expect(after).toHaveLength(before.length);
        for (const [index, one] of before.entries()) pairs.push([one, after[index] as Found]);
      }
  expect(pairs.length).toBeGreaterThanOrEqual(40);
  for (const [before, after] of pairs) {
    expect(largest(before.box, after.box)).toBeLessThan(1e-2);
    expect(largest(flat(before), flat(after))).toBeLessThan(1e-2);
    expect(largest(before.descriptor, after.descriptor)).toBeLessThan(1e-5);
    expect(euclideanDistance(before.descriptor, after.descriptor)).toBeLessThan(3e-5);
  }
}, 900_000);
