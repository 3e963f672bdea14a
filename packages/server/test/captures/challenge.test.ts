import { CHALLENGE_MOVEMENTS, FRAME_HINTS } from '@titular/contract';
import {
  ATTEMPT_LIFETIME_SECONDS,
  type AttemptProgress,
  drawChallenge,
  type FrameReading,
  judgeFrame,
  LEAST_STEP_SECONDS,
  MAXIMUM_FRAMES,
  showsPose,
} from '@titular/server/captures/challenge.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const progress: AttemptProgress = {
  poses: ['front', 'left', 'front', 'right', 'front'],
  step: 1,
  framesSeen: 4,
  unhurried: false,
  stepSeconds: 15,
  secondsInStep: 2,
  secondsInAttempt: 5,
  firstSize: 0.5,
  wrongTurnEnds: true,
  hints: {},
};
const faceOf = (yaw: number, size = 0.5) => ({ yaw, size });
const facing: FrameReading = { quality: 'good', face: faceOf(0), samePerson: true };
const turnedLeft: FrameReading = { ...facing, face: faceOf(0.4) };

const sequence =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? Number.NaN;

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
      'the other side tells the side',
      { step: 3, secondsInStep: 0.5 },
      turnedLeft,
      { kept: false, step: 3, hint: 'turn_right' },
    ],
    [
      'the other side, once the instruction can have been read, ends the attempt (R60)',
      { step: 3 },
      turnedLeft,
      { kept: false, step: 3, hint: 'turn_right', outcome: 'challenge_missed', wrongTurn: true },
    ],
    [
      'or is told of alone where that is wished',
      { step: 3, wrongTurnEnds: false },
      turnedLeft,
      { kept: false, step: 3, hint: 'turn_right', wrongTurn: true },
    ],
    [
      'a slight turn to the other side tells the side',
      { step: 3 },
      { ...facing, face: faceOf(0.29) },
      { kept: false, step: 3, hint: 'turn_right' },
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
      { secondsInStep: LEAST_STEP_SECONDS - 0.001 },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', tooSoon: true },
    ],
    [
      'the first pose may be there already',
      { step: 0, secondsInStep: 0, firstSize: undefined },
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
      { framesSeen: MAXIMUM_FRAMES },
      turnedLeft,
      { kept: false, step: 1, hint: 'good', outcome: 'timeout' },
    ],
  ] as const)('%s', (_what, changes, reading, verdict) => {
    expect(judgeFrame({ ...progress, ...changes }, reading)).toEqual({
      outcome: undefined,
      tooSoon: false,
      wrongTurn: false,
      covered: false,
      ...verdict,
    });
  });

  describe('of a challenge of distance', () => {
    const distance: AttemptProgress = {
      ...progress,
      poses: ['front', 'nearer', 'front', 'farther', 'front'],
    };
    const at = (size: number, yaw = 0): FrameReading => ({ ...facing, face: faceOf(yaw, size) });
    const deep = (size: number): FrameReading => ({ ...at(size), isFlat: () => false });

    test.each([
      ['nearer passes', {}, deep(0.65), { kept: true, step: 2, hint: 'good' }],
      ['not near enough', {}, at(0.6), { kept: false, step: 1, hint: 'move_nearer' }],
      ['near and turned away', {}, at(0.65, 0.3), { kept: false, step: 1, hint: 'look_straight' }],
      ['back at the first place', { step: 2 }, at(0.5), { kept: true, step: 3, hint: 'good' }],
      ['still too near for that', { step: 2 }, at(0.6), { kept: false, step: 2, hint: 'move_farther' }],
      ['too far for that', { step: 2 }, at(0.4), { kept: false, step: 2, hint: 'move_nearer' }],
      ['farther passes', { step: 3 }, deep(0.39), { kept: true, step: 4, hint: 'good' }],
      ['not far enough', { step: 3 }, at(0.41), { kept: false, step: 3, hint: 'move_farther' }],
      ['the end', { step: 4 }, at(0.5), { kept: true, step: 5, hint: 'good', outcome: 'completed' }],
      [
        'nearer and flat ends the attempt (R59)',
        {},
        { ...at(0.65), isFlat: (): boolean | undefined => true },
        { kept: false, step: 1, hint: 'good', outcome: 'not_live' },
      ],
      [
        'nearer before a plain wall, where nobody can tell, asks for more to be seen',
        {},
        { ...at(0.65), isFlat: (): boolean | undefined => undefined },
        { kept: false, step: 1, hint: 'plain_background' },
      ],
      [
        'a plain wall to the end is not live (R59)',
        { secondsInStep: 16, hints: { plain_background: 20 } },
        { ...at(0.65), isFlat: (): boolean | undefined => undefined },
        { kept: false, step: 1, hint: 'good', outcome: 'not_live' },
      ],
      [
        'begun too near to come nearer',
        { step: 0, firstSize: undefined },
        at(0.7),
        { kept: false, step: 0, hint: 'too_close' },
      ],
      [
        'begun too far to move away',
        { step: 0, firstSize: undefined },
        at(0.3),
        { kept: false, step: 0, hint: 'too_small' },
      ],
    ] as const)('%s', (_what, changes, reading, verdict) => {
      expect(judgeFrame({ ...distance, ...changes }, reading)).toEqual({
        outcome: undefined,
        tooSoon: false,
        wrongTurn: false,
        covered: false,
        ...verdict,
      });
    });
  });

  const readings = fc.record({
    quality: fc.constantFrom(...FRAME_HINTS),
    face: fc.option(
      fc.record({
        yaw: fc.double({ min: -1, max: 1, noNaN: true }),
        size: fc.double({ min: 0.2, max: 1, noNaN: true }),
      }),
      { nil: undefined },
    ),
    samePerson: fc.boolean(),
    isFlat: fc.constantFrom(true, false, undefined).map((isFlat) => () => isFlat),
  });

  test('whatever frames come, an attempt moves by one kept pose of one person at a time, and completes only after all (R59)', () => {
    fc.assert(
      fc.property(
        fc.array(readings, { maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(...CHALLENGE_MOVEMENTS),
        (all, draw, movement) => {
          const poses = drawChallenge(() => draw, movement);
          let step = 0;
          let firstSize: number | undefined;
          for (const [framesSeen, reading] of all.entries()) {
            const hints = { occluded: 20 };
            const verdict = judgeFrame({ ...progress, poses, step, framesSeen, firstSize, hints }, reading);
            expect(verdict.step - step).toBe(verdict.kept ? 1 : 0);
            if (verdict.kept) {
              expect(verdict.covered ? 'occluded' : 'good').toBe(reading.quality);
              expect(reading.samePerson).toBe(true);
              const { yaw, size } = reading.face ?? faceOf(Number.NaN);
              const stand = { yaw, relativeSize: firstSize && size / firstSize };
              expect(showsPose(poses[step] ?? 'front', stand, movement)).toBe(true);
              firstSize ??= size;
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

describe('a recording of both turns that loops and heeds nothing (R60)', () => {
  const LOOP = [0, 0, 0.15, 0.4, 0.4, 0.4, 0.15, 0, 0, -0.15, -0.4, -0.4, -0.4, -0.15] as const;
  const FRAMES_A_SECOND = 2;

  /** Whether the loop, begun anywhere, gets through a challenge. */
  const getsThrough = (poses: AttemptProgress['poses'], begin: number, wrongTurnEnds: boolean): boolean => {
    let step = 0;
    let stepFrame = 0;
    for (let frame = 0; ; frame += 1) {
      const yaw = LOOP[(begin + frame) % LOOP.length] ?? 0;
      const secondsInStep = (frame - stepFrame) / FRAMES_A_SECOND;
      const at = { ...progress, poses, step, framesSeen: frame, secondsInStep, wrongTurnEnds };
      const verdict = judgeFrame(at, { ...facing, face: faceOf(yaw) });
      if (verdict.outcome) return verdict.outcome === 'completed';
      if (verdict.kept) [step, stepFrame] = [verdict.step, frame];
    }
  };

  const shareThrough = (wrongTurnEnds: boolean): number => {
    const halves = [0.25, 0.75];
    const all = halves.flatMap((count) =>
      halves.flatMap((one) => halves.flatMap((two) => halves.map((three) => [count, one, two, three]))),
    );
    const tried = all.flatMap((numbers) =>
      LOOP.map((_, begin) => getsThrough(drawChallenge(sequence(...numbers)), begin, wrongTurnEnds)),
    );
    return tried.filter(Boolean).length / tried.length;
  };

  test('gets through every challenge where wrong turns are noted, and through less than a quarter where they end the attempt', () => {
    expect(shareThrough(false)).toBe(1);
    expect(shareThrough(true)).toBeLessThan(0.25);
  });
});
