import {
  CERTAIN_FACE_BITS,
  faceHashDistance,
  mirrorFaceHash,
  REPEATED_FACE_BITS,
  SAME_FACE_BITS,
} from '@titular/face-engine/hashes/face-hash.ts';
import { FRAME_LIMITS } from '@titular/face-engine/image/decode-image.ts';
import { measureFrame } from '@titular/face-engine/measure/measure-frame.ts';
import type { Nets } from '@titular/face-engine/nets/nets.ts';
import { openNets } from '@titular/face-engine/nets/open-nets.ts';
import { BYSTANDERS, type Bystander } from '@titular/simulation/attacks/bystanders.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { alteredReplays } from './altered-replays.ts';

/** Persons by whom no limit was chosen: those at odd places of the list. */
const HELD_OUT = BYSTANDERS.filter((_, place) => place % 2 === 1).slice(0, 6);
const POSES = ['front', 'left', 'right', 'up', 'down'] as const;
type Pose = (typeof POSES)[number];

/** Frames of two moments of one take are 4 s apart. */
const LATER_MS = 4000;

let nets: Nets;
beforeAll(async () => {
  nets = await openNets();
});

async function hashOf(jpeg: Uint8Array): Promise<Uint8Array> {
  const analysis = await measureFrame(nets, jpeg, FRAME_LIMITS);
  const identity = analysis.kind === 'analysed' ? analysis.face?.identity : undefined;
  if (!identity) throw new Error('no face');
  return identity.hash;
}

type Hashes = Record<Pose, Uint8Array>;

async function measureAll(person: Bystander, take: number, atMs: number): Promise<Hashes> {
  const hashes: Partial<Hashes> = {};
  for (const pose of POSES) hashes[pose] = await hashOf(await poseFrame(person, pose, { take, atMs }));
  return hashes as Hashes;
}

const measured = new Map<string, Promise<Hashes>>();

/** The prints of a person in all poses; measured once. */
function hashesOf(person: Bystander, take: number, atMs = 0): Promise<Hashes> {
  const key = [...person, take, atMs].join();
  const known = measured.get(key) ?? measureAll(person, take, atMs);
  measured.set(key, known);
  return known;
}

/** Whether a session is known by its frames, as the signs of a transaction say it: one is certain, or two turned heads are alike. */
const isKnown = (distances: Readonly<Record<Pose, number>>): boolean =>
  Object.values(distances).some((bits) => bits <= CERTAIN_FACE_BITS) ||
  POSES.filter((pose) => pose !== 'front' && distances[pose] <= SAME_FACE_BITS).length >= 2;

describe('the print of an aligned face', () => {
  test.each(Object.entries(alteredReplays))(
    'knows a session again that comes %s, of persons that no limit was chosen on (R61)',
    async (_what, alter) => {
      const missed: string[] = [];
      for (const [index, person] of HELD_OUT.entries()) {
        const kept = await hashesOf(person, index);
        const distances: Partial<Record<Pose, number>> = {};
        for (const pose of POSES) {
          const again = await alter(await poseFrame(person, pose, { take: index }));
          distances[pose] = faceHashDistance(kept[pose], await hashOf(again));
        }
        if (!isKnown(distances as Record<Pose, number>))
          missed.push(`${person.join()}: ${JSON.stringify(distances)}`);
      }
      expect(missed).toEqual([]);
    },
    120_000,
  );

  test('takes no other take of a person, at other moments or elsewhere, for one that it knows (R61)', async () => {
    const near: string[] = [];
    for (const [index, person] of HELD_OUT.entries()) {
      const kept = await hashesOf(person, index);
      for (const [what, other] of [
        ['later', await hashesOf(person, index, LATER_MS)],
        ['elsewhere', await hashesOf(person, index + 100)],
      ] as const)
        for (const pose of POSES) {
          const bits = faceHashDistance(kept[pose], other[pose]);
          const limit = what === 'elsewhere' ? SAME_FACE_BITS : REPEATED_FACE_BITS;
          if (bits <= limit) near.push(`${person.join()} ${what} ${pose}: ${bits} bits`);
        }
    }
    expect(near).toEqual([]);
  }, 360_000);

  test('different people are far from each other in the same pose', async () => {
    const hashes = await Promise.all(HELD_OUT.map((person, index) => hashesOf(person, index)));
    for (const pose of POSES)
      for (const [index, one] of hashes.entries())
        for (const other of hashes.slice(index + 1))
          expect(faceHashDistance(one[pose], other[pose])).toBeGreaterThan(4 * SAME_FACE_BITS);
  }, 360_000);
});

test('a print mirrored twice is itself, and its mirror image is as near as it is', () => {
  const hash = Uint8Array.from({ length: 32 }, (_, index) => (index * 37) & 255);
  expect(mirrorFaceHash(mirrorFaceHash(hash))).toEqual(hash);
  expect(faceHashDistance(hash, mirrorFaceHash(hash))).toBe(0);
  expect(
    faceHashDistance(
      hash,
      hash.map((byte) => byte ^ 1),
    ),
  ).toBe(32);
});
