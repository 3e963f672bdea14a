import { CHALLENGE_MOVEMENTS, CHALLENGE_POSES, type ChallengePose } from '@titular/contract';
import type { PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import { kindsOf } from '@titular/server/captures/challenge/draw-challenge.ts';
import { poseHint } from '@titular/server/captures/challenge/pose-hint.ts';
import { poseRanges, showsPose } from '@titular/server/captures/challenge/pose-table.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST, MARGINAL, REST, SHOWN } from './reading-fixture.ts';

const nothing = { pitchDegrees: undefined, mouthGap: undefined, jawDrop: undefined };

describe('poses', () => {
  test.each(CHALLENGE_MOVEMENTS)(
    'of %s are read from who shows them, well or just well enough',
    (movement) => {
      for (const pose of ['front', ...kindsOf(movement)] as const)
        for (const reading of [SHOWN[pose], MARGINAL[pose]])
          expect(showsPose(pose, reading, movement, FIRST)).toBe(true);
    },
  );

  test.each([
    ['front', { yaw: 0.15 }, true],
    ['front', { yaw: -0.16 }, false],
    ['front', { pitchDegrees: 4 + 6 }, true],
    ['front', { pitchDegrees: 4 - 6.1 }, false],
    ['front', { mouthGap: 0.08 }, true],
    ['front', { mouthGap: 0.081 }, false],
    ['front', nothing, false],
    ['left', { yaw: 0.22 }, true],
    ['left', { yaw: 0.21 }, false],
    ['left', { yaw: -0.4 }, false],
    ['left', { yaw: 0.3, pitchDegrees: 4 + 16 }, false],
    ['right', { yaw: -0.22 }, true],
    ['right', { yaw: -0.21 }, false],
    ['right', { yaw: Number.NaN }, false],
    ['up', { pitchDegrees: 14 }, true],
    ['up', { pitchDegrees: 13.9 }, false],
    ['up', { pitchDegrees: 20, yaw: 0.21 }, false],
    ['up', { pitchDegrees: 20, mouthGap: 0.2 }, false],
    ['up', { pitchDegrees: undefined }, false],
    ['down', { pitchDegrees: -6 }, true],
    ['down', { pitchDegrees: -5.9 }, false],
    ['mouth', { mouthGap: 0.15, jawDrop: 0.96 }, true],
    ['mouth', { mouthGap: 0.149, jawDrop: 1 }, false],
    ['mouth', { mouthGap: 0.3, jawDrop: 0.95 }, false],
    ['mouth', { mouthGap: 0.3, jawDrop: 1.1, yaw: 0.21 }, false],
    ['mouth', { mouthGap: 0.3, jawDrop: 1.1, pitchDegrees: 12.1 }, false],
    ['mouth', { mouthGap: undefined }, false],
  ] as const)('%s of a challenge of head and mouth with %j is shown: %s', (pose, changes, isShown) => {
    expect(showsPose(pose, { ...REST, ...changes }, 'turn', FIRST)).toBe(isShown);
  });

  test.each([
    ['front', { size: 0.44 }, true],
    ['front', { size: 0.439 }, false],
    ['front', { size: 0.57 }, true],
    ['front', { size: 0.571 }, false],
    ['front', { yaw: 0.2 }, false],
    ['front', { pitchDegrees: 20 }, true],
    ['front', { mouthGap: 0.2 }, false],
    ['nearer', { size: 0.64 }, true],
    ['nearer', { size: 0.639 }, false],
    ['nearer', { size: 0.8, yaw: 0.2 }, false],
    ['nearer', { size: Number.NaN }, false],
    ['farther', { size: 0.39 }, true],
    ['farther', { size: 0.391 }, false],
    ['mouth', { mouthGap: 0.3, jawDrop: 1.1, pitchDegrees: 20 }, true],
    ['mouth', { mouthGap: 0.3, jawDrop: 1.1, size: 0.65 }, false],
  ] as const)('%s of a challenge of distance with %j is shown: %s', (pose, changes, isShown) => {
    expect(showsPose(pose, { ...REST, ...changes }, 'distance', FIRST)).toBe(isShown);
  });

  test('lips that stand apart in the first frame may stay so, and have to open as much farther', () => {
    const first = { ...FIRST, mouthGap: 0.1 };
    const shows = (pose: ChallengePose, mouthGap: number) =>
      showsPose(pose, { ...REST, mouthGap, jawDrop: 1.1 }, 'turn', first);
    expect([shows('front', 0.14), shows('front', 0.145)]).toEqual([true, false]);
    expect([shows('mouth', 0.2), shows('mouth', 0.195)]).toEqual([true, false]);
    const begins = (mouthGap: number) => showsPose('front', { ...REST, mouthGap }, 'turn', undefined);
    expect([begins(0.25), begins(0.255)]).toEqual([true, false]);
  });

  test('an attempt of an earlier release, of which only the size is known, is read by what there is', () => {
    const first = { size: 0.5 };
    for (const pose of ['front', 'left', 'right'] as const)
      expect(showsPose(pose, SHOWN[pose], 'turn', first)).toBe(true);
    for (const pose of ['front', 'nearer', 'farther'] as const)
      expect(showsPose(pose, SHOWN[pose], 'distance', first)).toBe(true);
    // There is nothing that a nod could be told against.
    expect(showsPose('up', SHOWN.up, 'turn', first)).toBe(false);
  });

  const value = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const readings: fc.Arbitrary<PoseReading> = fc.record({
    yaw: value(-1, 1),
    size: value(0.1, 1.2),
    pitchDegrees: fc.option(value(-60, 60), { nil: undefined }),
    mouthGap: fc.option(value(0, 0.8), { nil: undefined }),
    jawDrop: fc.option(value(0.4, 1.8), { nil: undefined }),
  });

  test('no reading shows two poses of a movement, so that what passes one step is wrong in all others (R60)', () => {
    fc.assert(
      fc.property(readings, fc.constantFrom(...CHALLENGE_MOVEMENTS), (reading, movement) => {
        const poses: ChallengePose[] = ['front', ...kindsOf(movement)];
        const shown = poses.filter((pose) => showsPose(pose, reading, movement, FIRST));
        expect(shown.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 5_000 },
    );
  });

  test('ranges can be sent as they are, in numbers that JSON knows', () => {
    for (const movement of CHALLENGE_MOVEMENTS)
      for (const pose of CHALLENGE_POSES)
        for (const first of [undefined, { size: 0.5 }, FIRST]) {
          const ranges = poseRanges(pose, movement, first);
          expect(JSON.parse(JSON.stringify(ranges))).toEqual(ranges);
        }
  });
});

describe('what a person is told', () => {
  test.each([
    ['front', { yaw: 0.3 }, 'look_straight'],
    ['front', { pitchDegrees: 20 }, 'look_straight'],
    ['front', { mouthGap: 0.3 }, 'close_mouth'],
    ['front', nothing, 'look_straight'],
    ['left', {}, 'turn_left'],
    ['right', {}, 'turn_right'],
    ['left', { yaw: 0.3, pitchDegrees: 30 }, 'look_straight'],
    ['up', {}, 'look_up'],
    ['up', { pitchDegrees: 20, mouthGap: 0.2 }, 'close_mouth'],
    ['up', { pitchDegrees: 20, yaw: 0.21 }, 'look_straight'],
    ['down', {}, 'look_down'],
    ['mouth', {}, 'open_mouth'],
    ['mouth', { mouthGap: 0.3 }, 'open_mouth'],
    ['mouth', { mouthGap: 0.3, jawDrop: 1.1, pitchDegrees: 16 }, 'look_straight'],
  ] as const)('%s with %j: %s', (pose, changes, hint) => {
    expect(poseHint(pose, { ...REST, ...changes }, poseRanges(pose, 'turn', FIRST))).toBe(hint);
  });

  test.each([
    ['front', { size: 0.6 }, 'move_farther'],
    ['front', { size: 0.4 }, 'move_nearer'],
    ['nearer', {}, 'move_nearer'],
    ['nearer', { size: 0.7, yaw: 0.3 }, 'look_straight'],
    ['farther', {}, 'move_farther'],
    ['mouth', { mouthGap: 0.3, jawDrop: 1.1, size: 0.6 }, 'move_farther'],
  ] as const)('by distance, %s with %j: %s', (pose, changes, hint) => {
    expect(poseHint(pose, { ...REST, ...changes }, poseRanges(pose, 'distance', FIRST))).toBe(hint);
  });
});
