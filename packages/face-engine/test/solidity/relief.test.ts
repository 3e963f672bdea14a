import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import type { FaceChip } from '@titular/face-engine/solidity/face-chip.ts';
import {
  axisOf,
  type HeadMovement,
  judgeJaw,
  judgeRelief,
} from '@titular/face-engine/solidity/judge-relief.ts';
import { measureRelief } from '@titular/face-engine/solidity/relief.ts';
import { type AttackPresentation, presentAttack } from '@titular/simulation/attacks/attack-frames.ts';
import { BYSTANDERS } from '@titular/simulation/attacks/bystanders.ts';
import { meshPoints } from '@titular/simulation/attacks/face-layout.ts';
import type { DrawnSpecies } from '@titular/simulation/attacks/species.ts';
import { encodeJpeg } from '@titular/simulation/picture.ts';
import { cutOut } from '@titular/test-kit/faces/bystanders.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await startFaceEngine({ threads: 1 });
});
afterAll(async () => {
  await engine.close();
});

/** What relief is measured in; undefined where the picture shows no face, while a fault of the engine is thrown. */
async function findChip(jpeg: Uint8Array): Promise<FaceChip | undefined> {
  const analysis = await engine.analyse(jpeg);
  return analysis.kind === 'analysed' ? analysis.face?.chip : undefined;
}

async function chipOf(jpeg: Uint8Array): Promise<FaceChip> {
  const chip = await findChip(jpeg);
  if (!chip) throw new Error('the picture shows no face');
  return chip;
}

const MOVEMENTS: readonly HeadMovement[] = ['left', 'right', 'up', 'down'];
const PERSONS: readonly PersonName[] = ['a', 'b', 'c'];

test.each(PERSONS)(
  'person %s is solid in every movement of the head, and never flat (R59)',
  async (person) => {
    const front = await chipOf(await poseFrame(person, 'front', { take: 3 }));
    for (const movement of MOVEMENTS) {
      const moved = await chipOf(await poseFrame(person, movement, { take: 3, atMs: 900, part: 0.8 }));
      const reading = measureRelief(front, moved, axisOf(movement));
      expect([movement, judgeRelief(reading, movement)], JSON.stringify(reading)).toEqual([
        movement,
        'solid',
      ]);
    }
  },
);

test('the engine measures relief in its processes as this one does', async () => {
  const [front, moved] = [
    await chipOf(await poseFrame('b', 'front')),
    await chipOf(await poseFrame('b', 'left')),
  ];
  expect(await engine.measureRelief(front, moved, 'across')).toEqual(measureRelief(front, moved, 'across'));
});

/** Seeds of the attacks; each draws distance, radius, sway and light anew. */
const SEEDS = [11, 12, 13];

/** A face of the group photographs that looks into the camera. */
const VICTIM = 7;

async function photographOfVictim(index = VICTIM) {
  const victim = BYSTANDERS[index];
  if (!victim) throw new Error('there are bystanders');
  const picture = await cutOut(victim, { part: 0.4 });
  const analysis = await engine.analyse(await encodeJpeg(picture));
  if (analysis.kind !== 'analysed' || !analysis.face?.mesh) throw new Error('the photograph shows a face');
  // The mesh is in pixels of the measured picture.
  const factor = picture.width / analysis.width;
  return { picture, points: meshPoints(analysis.face.mesh.points.map((value) => value * factor)) };
}

const SECONDS_TO_MOVE = 2.4;

/** What the judge says of each movement that the attack shows a face in. */
async function judgeAttack(attack: AttackPresentation): Promise<string[]> {
  const front = await findChip(await attack.jpegAt('front', SECONDS_TO_MOVE));
  if (!front) return [];
  const found: string[] = [];
  for (const [index, movement] of MOVEMENTS.entries()) {
    const at = (index + 1) * 2 * SECONDS_TO_MOVE;
    await attack.jpegAt('front', at);
    await attack.jpegAt(movement, at + 0.1);
    const moved = await findChip(await attack.jpegAt(movement, at + SECONDS_TO_MOVE));
    if (moved) found.push(judgeRelief(measureRelief(front, moved, axisOf(movement)), movement));
  }
  return found;
}

const SPECIES: readonly DrawnSpecies[] = ['plane', 'cylinder', 'ellipsoid', 'plane-liquify'];
test.each(SPECIES)('%s is never solid in two movements (R59)', async (species) => {
  const photograph = await photographOfVictim();
  let judged = 0;
  for (const seed of SEEDS) {
    const found = await judgeAttack(await presentAttack(species, photograph, seed));
    judged += found.length;
    const solids = found.filter((solidity) => solidity === 'solid').length;
    expect(solids, `seed ${seed}: ${found.join(', ')}`).toBeLessThan(2);
  }
  // An instrument in which no face is found would pass this test and no challenge.
  expect(judged).toBeGreaterThan(1);
});

/** Faces whose mouths, cut out of a print and held before an open mouth, were taken for those of heads. */
const CUT = [4, 12, 20];

test('a mouth that is cut into a print and held before an open one is never solid (R59)', async () => {
  const chins: string[] = [];
  for (const index of CUT) {
    const photograph = await photographOfVictim(index);
    for (const seed of SEEDS) {
      const attack = await presentAttack('cut-out-cut-mouth', photograph, seed);
      const front = await findChip(await attack.jpegAt('front', 3));
      await attack.jpegAt('mouth', 3.2);
      const opened = await findChip(await attack.jpegAt('mouth', 5.6));
      if (!front || !opened) continue;
      const reading = measureRelief(front, opened, 'jaw');
      expect(judgeJaw(reading), `${index} ${seed} ${JSON.stringify(reading)}`).toBe('unclear');
      chins.push(judgeJaw({ ...reading, sides: 0 }));
    }
  }
  // By the chin alone some of them are.
  expect(chins).toContain('solid');
}, 180_000);
