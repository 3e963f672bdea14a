import { CHALLENGE_MOVEMENTS, FRAME_HINTS } from '@titular/contract';
import type { PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import {
  ATTEMPT_LIFETIME_SECONDS,
  MAX_FRAMES,
  MIN_STEP_SECONDS,
} from '@titular/server/captures/attempts/attempt-limits.ts';
import {
  type AttemptProgress,
  type FrameReading,
  type FrameVerdict,
  judgeFrame,
} from '@titular/server/captures/challenge/challenge.ts';
import { drawChallenge } from '@titular/server/captures/challenge/draw-challenge.ts';
import { showsPose } from '@titular/server/captures/challenge/pose-table.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARGINAL, PROGRESS, REST, SHOWN } from './reading-fixture.ts';

const progress = PROGRESS;
const show = (face: PoseReading): FrameReading => ({ quality: 'good', face, samePerson: true });
const facing = show(REST);
const turnedLeft = show(SHOWN.left);
const NOTHING = {
  outcome: undefined,
  tooSoon: false,
  wrongFrame: false,
  wrongMovement: false,
  covered: false,
};
const WRONG = { kept: false, wrongFrame: true, wrongMovement: true, outcome: 'challenge_missed' } as const;

/** What is judged, what is different of the attempt, the frame, and what is different of a verdict that does nothing. */
type Row = [string, Partial<AttemptProgress>, FrameReading, Partial<FrameVerdict>];

describe('judging a frame', () => {
  test.each([
    ['the pose that is asked for passes the step', {}, turnedLeft, { kept: true, step: 2, hint: 'good' }],
    [
      'facing when a turn is asked for tells to turn',
      {},
      facing,
      { kept: false, step: 1, hint: 'turn_left' },
    ],
    [
      'the other side, clearly, ends the attempt (R60)',
      {},
      show(SHOWN.right),
      { ...WRONG, step: 1, hint: 'turn_left' },
    ],
    [
      'any other movement does, as soon as the step begins (R60)',
      { secondsInStep: 0 },
      show(SHOWN.mouth),
      { ...WRONG, step: 1, hint: 'turn_left' },
    ],
    [
      'and while facing is asked for (R60)',
      { step: 2 },
      show(SHOWN.down),
      { ...WRONG, step: 2, hint: 'look_straight' },
    ],
    [
      'it is told of alone where that is wished',
      { wrongMovementEnds: false },
      show(SHOWN.right),
      { ...WRONG, step: 1, hint: 'turn_left', outcome: undefined },
    ],
    [
      'a single frame at the threshold of another movement may be a slip',
      {},
      show(MARGINAL.right),
      { kept: false, step: 1, hint: 'turn_left', wrongFrame: true },
    ],
    [
      'a second one is none, whatever lies between (R60)',
      { step: 3, wrongFrames: 1 },
      show(MARGINAL.mouth),
      { ...WRONG, step: 3, hint: 'look_up' },
    ],
    [
      'the movement that was just passed may still be held',
      { step: 2, wrongFrames: 1 },
      turnedLeft,
      { kept: false, step: 2, hint: 'look_straight' },
    ],
    [
      'though not once the next is asked for (R60)',
      { step: 3 },
      turnedLeft,
      { ...WRONG, step: 3, hint: 'look_up' },
    ],
    [
      'before the first frame is kept nothing has been asked for',
      { step: 0, first: undefined, wrongFrames: 1 },
      turnedLeft,
      { kept: false, step: 0, hint: 'look_straight' },
    ],
    [
      'a turn is not wrong for who chose to leave turns out',
      { movement: 'without_turns', poses: ['front', 'up', 'front'], wrongFrames: 1 },
      turnedLeft,
      { kept: false, step: 1, hint: 'look_up' },
    ],
    [
      'a nod is not wrong for who comes nearer',
      { movement: 'distance', poses: ['front', 'nearer', 'front'], wrongFrames: 1 },
      show(SHOWN.up),
      { kept: false, step: 1, hint: 'move_nearer' },
    ],
    [
      'moving away is (R60)',
      { movement: 'distance', poses: ['front', 'nearer', 'front'], wrongFrames: 1 },
      show(SHOWN.farther),
      { ...WRONG, step: 1, hint: 'move_nearer' },
    ],
    [
      'a sheet that was turned ends the attempt when it faces the camera again (R59)',
      { step: 2 },
      { ...show(SHOWN.front), solidity: 'flat' },
      { kept: false, step: 2, hint: 'good', outcome: 'not_live' },
    ],
    [
      'who showed no solid head by the last step is not live (R59)',
      { poses: ['front', 'left', 'front', 'up', 'front'], step: 4, solids: 0 },
      { ...show(SHOWN.front), solidity: 'unclear' },
      { kept: false, step: 4, hint: 'look_straight', outcome: 'not_live' },
    ],
    [
      'and half of the moves of the head suffice where none was flat',
      { poses: ['front', 'left', 'front', 'up', 'front'], step: 4, solids: 1 },
      { ...show(SHOWN.front), solidity: 'unclear' },
      { kept: true, step: 5, hint: 'good', outcome: 'completed' },
    ],
    [
      'a head that was turned passes',
      { step: 2 },
      { ...show(SHOWN.front), solidity: 'solid' },
      { kept: true, step: 3, hint: 'good' },
    ],
    [
      'what seems to lie over the face is asked to be taken away',
      { hints: { occluded: 11 } },
      { ...turnedLeft, quality: 'occluded' },
      { kept: false, step: 1, hint: 'occluded' },
    ],
    [
      'and passes with a sign when it stays',
      { hints: { occluded: 12 } },
      { ...turnedLeft, quality: 'occluded' },
      { kept: true, step: 2, hint: 'good', covered: true },
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
      { ...turnedLeft, face: undefined },
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
      { step: 6 },
      facing,
      { kept: true, step: 7, hint: 'good', outcome: 'completed' },
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
      'a frame that came in time and was measured late counts',
      { secondsInStep: 40, secondsInAttempt: ATTEMPT_LIFETIME_SECONDS + 20, frameSeconds: 25 },
      turnedLeft,
      { kept: true, step: 2, hint: 'good' },
    ],
    [
      'frames that were measured late before take nothing of the step either',
      { secondsInStep: 40, frameSeconds: 10, slowSeconds: 15 },
      turnedLeft,
      { kept: true, step: 2, hint: 'good' },
    ],
    [
      'what came too late is too late, however long it was measured',
      { secondsInStep: 40.001, frameSeconds: 10, slowSeconds: 15 },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'challenge_missed' },
    ],
    [
      'nobody there when the time is up',
      { secondsInStep: 16 },
      { ...facing, quality: 'no_face', face: undefined },
      { kept: false, step: 1, hint: 'no_face', outcome: 'no_face' },
    ],
    [
      'what stood in the way for most of the step is the outcome',
      { secondsInStep: 16, hints: { too_dark: 5, turn_left: 3 } },
      facing,
      { kept: false, step: 1, hint: 'good', outcome: 'too_dark' },
    ],
    [
      'the pose that was not shown is the outcome where pictures were good',
      { secondsInStep: 16, hints: { blurred: 3, turn_left: 2, look_straight: 2 } },
      facing,
      { kept: false, step: 1, hint: 'good', outcome: 'challenge_missed' },
    ],
    [
      'who asked for more time has four times as much',
      { secondsInStep: 60, secondsInAttempt: ATTEMPT_LIFETIME_SECONDS * 4, unhurried: true },
      turnedLeft,
      { kept: true, step: 2, hint: 'good' },
    ],
    [
      'and no more',
      { secondsInStep: 60.001, unhurried: true },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'challenge_missed' },
    ],
    [
      'a pose shown sooner than anybody can does not pass (R61)',
      { secondsInStep: MIN_STEP_SECONDS - 0.001 },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', tooSoon: true },
    ],
    [
      'the first pose may be there already',
      { step: 0, secondsInStep: 0, first: undefined },
      facing,
      { kept: true, step: 1, hint: 'good' },
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
      { framesSeen: MAX_FRAMES },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'timeout' },
    ],
  ] satisfies Row[])('%s', (_what, changes, reading, verdict) => {
    expect(judgeFrame({ ...progress, ...changes }, reading)).toEqual({ ...NOTHING, ...verdict });
  });

  const value = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const readings = fc.record({
    quality: fc.constantFrom(...FRAME_HINTS),
    face: fc.option(
      fc.oneof(
        fc.constantFrom(...Object.values(SHOWN)),
        fc.record({
          yaw: value(-1, 1),
          size: value(0.2, 1),
          pitchDegrees: fc.option(value(-40, 40), { nil: undefined }),
          mouthGap: fc.option(value(0, 0.6), { nil: undefined }),
          jawDrop: fc.option(value(0.5, 1.5), { nil: undefined }),
        }),
      ),
      { nil: undefined },
    ),
    samePerson: fc.boolean(),
    isFlat: fc.constantFrom(true, false, undefined).map((isFlat) => () => isFlat),
    solidity: fc.constantFrom('solid' as const, 'flat' as const, 'unclear' as const, undefined),
  });

  test('whatever frames come, an attempt moves by one kept pose of one person at a time, and completes only after all (R59)', () => {
    fc.assert(
      fc.property(
        fc.array(readings, { maxLength: 60 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom(...CHALLENGE_MOVEMENTS),
        (all, draw, movement) => {
          const poses = drawChallenge(() => draw, movement);
          let at: AttemptProgress = { ...progress, poses, movement, step: 0, first: undefined };
          at = { ...at, hints: { occluded: 20 }, wrongMovementEnds: false };
          for (const [framesSeen, reading] of all.entries()) {
            const verdict = judgeFrame({ ...at, framesSeen }, reading);
            expect(verdict.step - at.step).toBe(verdict.kept ? 1 : 0);
            if (verdict.kept) {
              expect(verdict.covered ? 'occluded' : 'good').toBe(reading.quality);
              expect(reading.samePerson).toBe(true);
              const pose = poses[at.step] ?? 'front';
              const face = reading.face ?? { ...REST, yaw: Number.NaN };
              expect(showsPose(pose, face, movement, at.first)).toBe(true);
              expect(reading.solidity).not.toBe('flat');
              const solids = at.solids + (reading.solidity === 'solid' ? 1 : 0);
              at = { ...at, solids, first: at.first ?? face };
            }
            at = { ...at, step: verdict.step };
            expect(verdict.outcome === 'completed').toBe(at.step === poses.length);
            if (verdict.outcome) break;
          }
        },
      ),
    );
  });
});
