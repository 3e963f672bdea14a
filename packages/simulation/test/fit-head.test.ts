import type { Picture } from '@titular/simulation/picture.ts';
import { randomOf } from '@titular/simulation/random.ts';
import { makeCamera } from '@titular/simulation/solid/camera.ts';
import { fitHead } from '@titular/simulation/solid/fit-head.ts';
import { fitPose, type PhotographPose } from '@titular/simulation/solid/fit-pose.ts';
import { fitShape, OUTER_EYES, projectPoints } from '@titular/simulation/solid/fit-shape.ts';
import { mirrorPoints, readCanonicalFace } from '@titular/simulation/solid/head/canonical-face.ts';
import { renderHead } from '@titular/simulation/solid/render-head.ts';
import { describe, expect, test } from 'vitest';

const SEED = 20261122;

/** Where the canonical face appears in a photograph, each point three numbers, with noise in pixels. */
function pointsOf(pose: PhotographPose, noise: number): Float32Array {
  const random = randomOf(SEED);
  const places = projectPoints(readCanonicalFace().positions, pose);
  return Float32Array.from({ length: 1404 }, (_, at) =>
    at % 3 === 2 ? 0 : (places[Math.floor(at / 3) * 2 + (at % 3)] as number) + (random() - 0.5) * 2 * noise,
  );
}

const poseOf = (yaw: number, pitch: number, roll: number): PhotographPose => ({
  angles: [yaw, pitch, roll],
  scale: 16,
  x: 360,
  y: 360,
});

const photograph: Picture = {
  width: 720,
  height: 720,
  pixels: Uint8Array.from({ length: 720 * 720 * 3 }, (_, at) => 90 + (at % 3) * 20 + ((at * 7919) % 31)),
};

describe('the canonical face of the installed package', () => {
  test('has 468 points that mirror each other, and a nose that stands out by half the distance of the eyes', () => {
    const face = readCanonicalFace();
    expect([face.positions.length, face.triangles.length]).toEqual([468 * 3, 898 * 3]);
    const mirror = mirrorPoints(face);
    expect([...mirror].every((other, index) => mirror[other] === index)).toBe(true);
    const [right, left] = OUTER_EYES;
    const across = (face.positions[left * 3] as number) - (face.positions[right * 3] as number);
    const out = (face.positions[5] as number) - (face.positions[right * 3 + 2] as number);
    expect(out / across).toBeCloseTo(0.48, 1);
  });
});

describe(`a head is fitted to a photograph (seed ${SEED})`, () => {
  test.each([
    [0, 0, 0],
    [25, 0, 0],
    [-30, -10, 5],
    [10, 15, -25],
    [0, -20, 40],
  ])(
    'turned by %i, nodded by %i and leaned by %i degrees, its pose is found within a degree',
    (...angles) => {
      const found = fitPose(readCanonicalFace().positions, pointsOf(poseOf(...angles), 1), OUTER_EYES);
      for (const [index, angle] of found.angles.entries())
        expect(Math.abs(angle - (angles[index] as number))).toBeLessThan(1);
    },
  );

  test('what a turned head hides is taken from its other side, so that the face fits the canonical one again', () => {
    const { positions, seen } = fitShape(pointsOf(poseOf(-30, 0, 0), 0.5));
    const { positions: canonical } = readCanonicalFace();
    const away = Math.max(...positions.map((value, at) => Math.abs(value - (canonical[at] as number))));
    expect(away).toBeLessThan(0.6);
    expect(Math.min(...seen)).toBeLessThan(0.1);
  });
});

describe('a rendered head', () => {
  const head = fitHead(photograph, pointsOf(poseOf(0, 0, 0), 0));
  const camera = makeCamera(SEED);

  test('is the same for the same seeds, and another for another', () => {
    const [one, same] = [
      renderHead(head, {}, { camera, seed: 1 }),
      renderHead(head, {}, { camera: makeCamera(SEED), seed: 1 }),
    ];
    expect(Buffer.compare(one.pixels, same.pixels)).toBe(0);
    expect(Buffer.compare(one.pixels, renderHead(head, {}, { camera, seed: 2 }).pixels)).not.toBe(0);
    expect([one.width, one.height]).toEqual([640, 480]);
  });

  test('closes to a solid: ears lie 9 to 11 cm behind the nose tip, and the back of the head 19 to 23', () => {
    const depths = head.parts
      .slice(0, -2)
      .flatMap(({ positions }) => [...positions].filter((_, at) => at % 3 === 2));
    const nose = Math.max(...depths);
    expect(nose - Math.min(...depths)).toBeGreaterThan(19);
    expect(nose - Math.min(...depths)).toBeLessThan(23);
    const ears = head.parts.slice(4, 6).map(({ positions }) => {
      const z = [...positions].filter((_, at) => at % 3 === 2);
      return z.reduce((sum, value) => sum + value, 0) / z.length;
    });
    for (const ear of ears) {
      expect(nose - ear).toBeGreaterThan(9);
      expect(nose - ear).toBeLessThan(13);
    }
  });
});
