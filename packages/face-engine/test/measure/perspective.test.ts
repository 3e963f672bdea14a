import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { lightPlaneOf } from '@titular/face-engine/image/luminance.ts';
import type { FaceIdentity } from '@titular/face-engine/measure/frame-analysis.ts';
import { looksFlat, surroundingsOf } from '@titular/face-engine/measure/perspective.ts';
import { distanceFrame, flatZoom } from '@titular/test-kit/faces/moved-frames.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faceBy } from '../engine/engine-suite.ts';
import { PEOPLE } from '../picture-fixture.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await startFaceEngine({ threads: 1 });
});
afterAll(() => engine.close());

const SCALES = [0.7, 1, 1.4] as const;

/** What `looksFlat` says of each two pictures of a person, the smaller first. */
async function verdictsOf(frame: typeof flatZoom, person: (typeof PEOPLE)[number]) {
  const faces: FaceIdentity[] = [];
  for (const scale of SCALES) faces.push(await faceBy(engine, await frame(person, scale)));
  return faces.flatMap((farther, index) =>
    faces.slice(index + 1).map((nearer) => looksFlat(farther, nearer)),
  );
}

describe('a picture that is moved is told from a person who moves (R59)', () => {
  test.each(PEOPLE)('person %s as a photograph is flat, and never deep', async (person) => {
    const verdicts = await verdictsOf(flatZoom, person);
    expect(verdicts).toContain(true);
    expect(verdicts).not.toContain(false);
  });

  test.each(PEOPLE)('person %s in a room is deep, and never flat', async (person) => {
    const verdicts = await verdictsOf(distanceFrame, person);
    expect(verdicts.filter((one) => one === false).length).toBeGreaterThanOrEqual(2);
    expect(verdicts).not.toContain(true);
  });
});

describe('nothing is said', () => {
  const light = (at: (x: number, y: number) => number) => {
    const pixels = new Uint8Array(400 * 300 * 3);
    for (let place = 0; place < 400 * 300; place += 1)
      pixels.fill(at(place % 400, Math.floor(place / 400)), place * 3, place * 3 + 3);
    return { kind: 'decoded', width: 400, height: 300, pixels } as const;
  };
  const box = (size: number) => ({ x: 200 - size / 2, y: 150 - size / 2, width: size, height: size });
  const seen = (picture: ReturnType<typeof light>, size: number) => ({
    surroundings: surroundingsOf(lightPlaneOf(picture), box(size)),
  });

  test('before a plain wall', () => {
    const wall = light((_x, y) => 180 - y / 10);
    expect(looksFlat(seen(wall, 100), seen(wall, 140))).toBeUndefined();
  });

  test('of a face that grew too little, or shrank', () => {
    const room = light((x, y) => ((x >> 5) + (y >> 5)) * 9);
    expect(looksFlat(seen(room, 100), seen(room, 110))).toBeUndefined();
    expect(looksFlat(seen(room, 140), seen(room, 100))).toBeUndefined();
  });

  test('of a face that fills the picture', () => {
    const room = light((x, y) => ((x * 7 + y * 13) >> 4) % 200);
    expect(looksFlat(seen(room, 230), seen(room, 290))).toBeUndefined();
  });

  test('and what is no record of surroundings is a fault', async () => {
    const { surroundings } = await faceBy(engine, await portraitOf('a'));
    expect(surroundings).toHaveLength(64 * 64 + 8);
    const cut = { surroundings: new Uint8Array(10) };
    expect(() => looksFlat(cut, cut)).toThrow();
  });
});
