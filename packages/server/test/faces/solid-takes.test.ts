import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import { euclideanDistance, SAME_PERSON_THRESHOLD } from '@titular/face-engine/measure/comparison.ts';
import type { PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import { qualityHint } from '@titular/face-engine/measure/quality.ts';
import { showsPose } from '@titular/server/captures/challenge/pose-table.ts';
import { portraitOf, warpedFrame } from '@titular/test-kit/faces/portraits.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analysedBy } from '../../../face-engine/test/engine/engine-suite.ts';
import { PEOPLE } from '../../../face-engine/test/picture-fixture.ts';

let engine: FaceEngine;
beforeAll(async () => {
  engine = await startFaceEngine({ threads: 1 });
});
afterAll(() => engine.close());

const MOVES = ['left', 'right', 'up', 'down', 'mouth'] as const;

async function readFrame(image: Uint8Array) {
  const analysed = await analysedBy(engine, image);
  const { face } = analysed;
  if (!face) throw new Error('no face');
  const reading: PoseReading = {
    yaw: face.yaw,
    size: face.box.height / Math.min(analysed.width, analysed.height),
    pitchDegrees: face.pose?.pitchDegrees,
    mouthGap: face.pose?.mouthGap,
    jawDrop: face.pose?.jawDrop,
  };
  return {
    reading,
    descriptor: face.identity?.descriptor ?? new Float32Array(),
    hint: qualityHint(analysed),
  };
}

describe('the living persons of the tests', () => {
  test.each(PEOPLE)(
    'person %s shows each pose and no other, and stays one person (R59, R60, R65)',
    async (person) => {
      const front = await readFrame(await poseFrame(person, 'front', { take: 3 }));
      expect(front.hint).toBe('good');
      expect(showsPose('front', front.reading, 'turn', undefined)).toBe(true);
      for (const move of MOVES) {
        const { reading, descriptor } = await readFrame(
          await poseFrame(person, move, { take: 3, atMs: 900 }),
        );
        const shown = MOVES.filter((pose) => showsPose(pose, reading, 'turn', front.reading));
        expect(shown).toEqual([move]);
        expect(euclideanDistance(front.descriptor, descriptor)).toBeLessThan(SAME_PERSON_THRESHOLD);
      }
    },
  );

  test.each(PEOPLE)('person %s as a solid is who they are in the photograph (R65)', async (person) => {
    const [solid, photograph] = [
      await readFrame(await portraitOf(person)),
      await readFrame(await warpedFrame(person, 0)),
    ];
    expect(euclideanDistance(solid.descriptor, photograph.descriptor)).toBeLessThan(SAME_PERSON_THRESHOLD);
  });
});
