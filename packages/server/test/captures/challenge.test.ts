import { CHALLENGE_POSES, FRAME_HINTS } from '@titular/contract';
import {
  ATTEMPT_LIFETIME_SECONDS,
  type AttemptProgress,
  drawChallenge,
  type FrameReading,
  judgeFrame,
  MAXIMUM_FRAMES,
  showsPose,
} from '@titular/server/captures/challenge.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const progress: AttemptProgress = {
  poses: ['front', 'left', 'front', 'right', 'front'],
  step: 1,
  framesSeen: 4,
  stepSeconds: 15,
  secondsInStep: 2,
  secondsInAttempt: 5,
};
const facing: FrameReading = { quality: 'good', yaw: 0, samePerson: true };
const turnedLeft: FrameReading = { ...facing, yaw: 0.4 };

describe('drawing', () => {
  test('two turns to sides drawn at random, facing before, between and after', () => {
    const [low, high] = [() => 0, () => 0.999];
    expect(drawChallenge(low)).toEqual(['front', 'left', 'front', 'left', 'front']);
    expect(drawChallenge(high)).toEqual(['front', 'right', 'front', 'right', 'front']);
  });

  test('each of the four challenges comes from an even share of the random numbers', () => {
    const drawn = [0.25, 0.75].flatMap((first) =>
      [0.25, 0.75].map((second) => {
        const numbers = [first, second];
        return drawChallenge(() => numbers.shift() ?? Number.NaN).join();
      }),
    );
    expect(new Set(drawn).size).toBe(4);
  });
});

describe('poses', () => {
  test.each([
    ['front', 0, true],
    ['front', 0.15, true],
    ['front', -0.15, true],
    ['front', 0.16, false],
    ['front', -0.16, false],
    ['left', 0.22, true],
    ['left', 0.21, false],
    ['left', -0.4, false],
    ['right', -0.22, true],
    ['right', -0.21, false],
    ['right', 0.4, false],
    ['left', Number.NaN, false],
    ['right', Number.NaN, false],
    ['front', Number.NaN, false],
  ] as const)('%s with a yaw of %d is shown: %s', (pose, yaw, isShown) => {
    expect(showsPose(pose, yaw)).toBe(isShown);
  });

  test('no head shows two poses at once', () => {
    fc.assert(
      fc.property(fc.double({ min: -2, max: 2 }), (yaw) => {
        expect(CHALLENGE_POSES.filter((pose) => showsPose(pose, yaw)).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('judging a frame', () => {
  test.each([
    ['the pose that is asked for passes the step', {}, turnedLeft, { kept: true, step: 2, hint: 'good' }],
    [
      'facing when a turn is asked for tells to turn',
      {},
      facing,
      { kept: false, step: 1, hint: 'turn_left' },
    ],
    ['the other side tells the side', { step: 3 }, turnedLeft, { kept: false, step: 3, hint: 'turn_right' }],
    [
      'a turn when facing is asked for',
      { step: 2 },
      turnedLeft,
      { kept: false, step: 2, hint: 'look_straight' },
    ],
    [
      'poor quality is told before the pose',
      {},
      { ...turnedLeft, quality: 'blurred' },
      { kept: false, step: 1, hint: 'blurred' },
    ],
    [
      'a good picture without a face is no face',
      {},
      { ...turnedLeft, yaw: undefined },
      { kept: false, step: 1, hint: 'no_face' },
    ],
    [
      'another person in the right pose ends the attempt (R59)',
      {},
      { ...turnedLeft, samePerson: false },
      { kept: false, step: 1, hint: 'good', outcome: 'person_changed' },
    ],
    [
      'another person in the wrong pose is told the pose and keeps nothing',
      {},
      { ...facing, samePerson: false },
      { kept: false, step: 1, hint: 'turn_left' },
    ],
    [
      'the last pose completes the attempt',
      { step: 4 },
      facing,
      { kept: true, step: 5, hint: 'good', outcome: 'completed' },
    ],
    [
      'the last instant of a step counts',
      { secondsInStep: 15 },
      turnedLeft,
      { kept: true, step: 2, hint: 'good' },
    ],
    [
      'after it the right pose is too late',
      { secondsInStep: 15.001 },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'challenge_missed' },
    ],
    [
      'nobody there when the time is up',
      { secondsInStep: 16 },
      { ...facing, quality: 'no_face', yaw: undefined },
      { kept: false, step: 1, hint: 'no_face', outcome: 'no_face' },
    ],
    [
      'the attempt as a whole is too long',
      { secondsInAttempt: ATTEMPT_LIFETIME_SECONDS + 0.001 },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'timeout' },
    ],
    [
      'its last instant counts',
      { secondsInAttempt: ATTEMPT_LIFETIME_SECONDS },
      turnedLeft,
      { kept: true, step: 2, hint: 'good' },
    ],
    [
      'too many frames (R61)',
      { framesSeen: MAXIMUM_FRAMES },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'timeout' },
    ],
  ] as const)('%s', (_what, changes, reading, verdict) => {
    expect(judgeFrame({ ...progress, ...changes }, reading)).toEqual({ outcome: undefined, ...verdict });
  });

  const readings = fc.record({
    quality: fc.constantFrom(...FRAME_HINTS),
    yaw: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
    samePerson: fc.boolean(),
  });

  test('whatever frames come, an attempt moves by one kept pose of one person at a time, and completes only after all (R59)', () => {
    fc.assert(
      fc.property(
        fc.array(readings, { maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (all, draw) => {
          const poses = drawChallenge(() => draw);
          let step = 0;
          for (const [framesSeen, reading] of all.entries()) {
            const verdict = judgeFrame({ ...progress, poses, step, framesSeen }, reading);
            expect(verdict.step - step).toBe(verdict.kept ? 1 : 0);
            if (verdict.kept) {
              expect(reading).toMatchObject({ quality: 'good', samePerson: true });
              expect(showsPose(poses[step] ?? 'front', reading.yaw ?? Number.NaN)).toBe(true);
            }
            step = verdict.step;
            expect(verdict.outcome === 'completed').toBe(step === poses.length);
            if (verdict.outcome) break;
          }
        },
      ),
    );
  });
});
