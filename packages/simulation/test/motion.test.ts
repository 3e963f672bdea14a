import { randomOf } from '@titular/simulation/random.ts';
import { type AskedPose, drawHabits, type Pose, viewAt } from '@titular/simulation/solid/motion.ts';
import { describe, expect, test } from 'vitest';

const SEED = 20261122;
const PEOPLE = 60;
const asked: AskedPose[] = (['left', 'front', 'up', 'front', 'mouth', 'front'] satisfies Pose[]).map(
  (pose, index) => ({
    pose,
    atMs: 1000 + index * 2500,
  }),
);

describe(`people who do what is asked (${PEOPLE} drawn from seed ${SEED})`, () => {
  const people = Array.from({ length: PEOPLE }, (_, index) => drawHabits(randomOf(SEED + index)));

  test('nobody moves before 400 ms have gone by, and everybody is there 2.2 seconds after they were asked', () => {
    for (const habits of people) {
      expect(viewAt(habits, asked, 1400)).toEqual(habits.poses.front);
      for (const { pose, atMs } of asked)
        expect(viewAt(habits, asked, atMs + 2200)).toEqual(habits.poses[pose]);
    }
  });

  test('a turn goes through every angle between: no frame at 30 a second leaps by more than 5 degrees', () => {
    for (const habits of people)
      for (let atMs = 0; atMs < 16_000; atMs += 33) {
        const [one, next] = [viewAt(habits, asked, atMs), viewAt(habits, asked, atMs + 33)];
        expect(Math.abs(next.yawDegrees - one.yawDegrees)).toBeLessThan(5);
        expect(Math.abs(next.pitchDegrees - one.pitchDegrees)).toBeLessThan(5);
        expect(Math.abs(next.mouth - one.mouth)).toBeLessThan(0.15);
      }
  });

  test('turns end at 24 to 38 degrees, nods at 17 to 28, and people differ', () => {
    const turns = people.map(({ poses }) => poses.left.yawDegrees);
    const nods = people.map(({ poses }) => poses.up.pitchDegrees - poses.front.pitchDegrees);
    expect([Math.min(...turns) >= 24, Math.max(...turns) <= 38]).toEqual([true, true]);
    expect([Math.min(...nods) >= 17, Math.max(...nods) <= 28]).toEqual([true, true]);
    expect(new Set(turns).size).toBe(PEOPLE);
  });
});
