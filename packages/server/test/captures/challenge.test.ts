import { CHALLENGE_MOVEMENTS, CHALLENGE_POSES, FRAME_HINTS } from '@titular/contract';
import {
  ATTEMPT_LIFETIME_SECONDS,
  type AttemptProgress,
  drawChallenge,
  type FrameReading,
  judgeFrame,
  LEAST_STEP_SECONDS,
  MAXIMUM_FRAMES,
  movementOf,
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
  hints: {},
};
const faceOf = (yaw: number, size = 0.5) => ({ yaw, size });
const facing: FrameReading = { quality: 'good', face: faceOf(0), samePerson: true };
const turnedLeft: FrameReading = { ...facing, face: faceOf(0.4) };

const sequence =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? Number.NaN;

describe('drawing', () => {
  test('two turns or three to sides drawn at random, facing before, between and after', () => {
    expect(drawChallenge(sequence(0, 0, 0))).toEqual(['front', 'left', 'front', 'left', 'front']);
    expect(drawChallenge(sequence(0.999, 0.999, 0.5, 0))).toEqual([
      ...['front', 'right', 'front', 'right', 'front', 'left', 'front'],
    ]);
  });

  test.each(['turn', 'distance'] as const)(
    'twelve challenges of %s, each from its share of the numbers',
    (movement) => {
      const halves = [0.25, 0.75];
      const drawn = halves.flatMap((count) =>
        halves.flatMap((one) =>
          halves.flatMap((two) =>
            halves.map((three) => drawChallenge(sequence(count, one, two, three), movement).join()),
          ),
        ),
      );
      const shares = new Map(drawn.map((one) => [one, drawn.filter((other) => other === one).length]));
      expect([...shares.values()].toSorted((one, other) => one - other)).toEqual([
        ...Array<number>(8).fill(1),
        ...Array<number>(4).fill(2),
      ]);
    },
  );

  test('who cannot turn the head is asked to come nearer and to move away instead', () => {
    const poses = drawChallenge(sequence(0.1, 0.1, 0.9), 'distance');
    expect(poses).toEqual(['front', 'nearer', 'front', 'farther', 'front']);
    expect(movementOf(poses)).toBe('distance');
    expect(movementOf(drawChallenge(sequence(0, 0, 0)))).toBe('turn');
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
    expect(showsPose(pose, { yaw, relativeSize: undefined }, 'turn')).toBe(isShown);
  });

  test.each([
    ['front', 0, 1, true],
    ['front', 0, 0.88, true],
    ['front', 0, 0.87, false],
    ['front', 0, 1.14, true],
    ['front', 0, 1.15, false],
    ['front', 0.2, 1, false],
    ['nearer', 0, 1.28, true],
    ['nearer', 0, 1.27, false],
    ['nearer', 0.2, 1.5, false],
    ['farther', 0, 0.78, true],
    ['farther', 0, 0.79, false],
    ['farther', Number.NaN, 0.5, false],
    ['nearer', 0, Number.NaN, false],
  ] as const)(
    '%s with a yaw of %d at %d times the first size is shown: %s',
    (pose, yaw, relativeSize, isShown) => {
      expect(showsPose(pose, { yaw, relativeSize }, 'distance')).toBe(isShown);
    },
  );

  test('no head shows two poses at once', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -2, max: 2 }),
        fc.double({ min: 0, max: 3 }),
        fc.constantFrom(...CHALLENGE_MOVEMENTS),
        (yaw, relativeSize, movement) => {
          const asked = CHALLENGE_POSES.filter(
            (pose) => pose === 'front' || (movement === 'turn') === ['left', 'right'].includes(pose),
          );
          const shown = asked.filter((pose) => showsPose(pose, { yaw, relativeSize }, movement));
          expect(shown.length).toBeLessThanOrEqual(1);
        },
      ),
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
      ...verdict,
    });
  });

  describe('of a challenge of distance', () => {
    const distance: AttemptProgress = {
      ...progress,
      poses: ['front', 'nearer', 'front', 'farther', 'front'],
    };
    const at = (size: number, yaw = 0): FrameReading => ({ ...facing, face: faceOf(yaw, size) });

    test.each([
      ['nearer passes', {}, at(0.65), { kept: true, step: 2, hint: 'good' }],
      ['not near enough', {}, at(0.6), { kept: false, step: 1, hint: 'move_nearer' }],
      ['near and turned away', {}, at(0.65, 0.3), { kept: false, step: 1, hint: 'look_straight' }],
      ['back at the first place', { step: 2 }, at(0.5), { kept: true, step: 3, hint: 'good' }],
      ['still too near for that', { step: 2 }, at(0.6), { kept: false, step: 2, hint: 'move_farther' }],
      ['too far for that', { step: 2 }, at(0.4), { kept: false, step: 2, hint: 'move_nearer' }],
      ['farther passes', { step: 3 }, at(0.39), { kept: true, step: 4, hint: 'good' }],
      ['not far enough', { step: 3 }, at(0.41), { kept: false, step: 3, hint: 'move_farther' }],
      [
        'the end of what was deep',
        { step: 4 },
        { ...at(0.5), isFlat: false },
        { kept: true, step: 5, hint: 'good', outcome: 'completed' },
      ],
      [
        'the end of what was flat (R59)',
        { step: 4 },
        { ...at(0.5), isFlat: true },
        { kept: false, step: 4, hint: 'good', outcome: 'not_live' },
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
    isFlat: fc.constantFrom(true, false, undefined),
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
            const verdict = judgeFrame({ ...progress, poses, step, framesSeen, firstSize }, reading);
            expect(verdict.step - step).toBe(verdict.kept ? 1 : 0);
            if (verdict.kept) {
              expect(reading).toMatchObject({ quality: 'good', samePerson: true });
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
