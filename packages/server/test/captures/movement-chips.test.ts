import type { ChallengePose } from '@titular/contract';
import { isWithinRanges, type PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import {
  betterChipRanges,
  chipError,
  findBetterChip,
  isChipKept,
} from '@titular/server/captures/challenge/movement-chips.ts';
import { expect, test } from 'vitest';
import { FIRST, SHOWN } from './reading-fixture.ts';

const poses: readonly ChallengePose[] = ['front', 'left', 'front', 'up', 'front'];
const at = (step: number, error: number) => ({ poses, movement: 'turn' as const, step, first: FIRST, error });
const turned = (yaw: number): PoseReading => ({ ...SHOWN.front, yaw });

test('a head that goes on turning after the step is passed gives a better picture of the turn', () => {
  const passed = chipError('left', turned(0.23), FIRST);
  expect(findBetterChip(at(2, passed), turned(0.4))).toEqual({
    step: 1,
    error: chipError('left', turned(0.4), FIRST),
  });
});

test('one that turned too far to be compared, or back, does not', () => {
  const passed = chipError('left', turned(0.4), FIRST);
  expect(findBetterChip(at(2, passed), turned(0.7))).toBeUndefined();
  expect(findBetterChip(at(2, passed), turned(0.24))).toBeUndefined();
  expect(findBetterChip(at(2, passed), turned(0.1))).toBeUndefined();
  expect(findBetterChip(at(2, passed), turned(-0.4))).toBeUndefined();
});

test('before the next movement begins, a straighter face replaces that of the step before', () => {
  const passed = chipError('front', turned(0.14), FIRST);
  expect(findBetterChip(at(3, passed), turned(0.01))?.step).toBe(2);
  expect(findBetterChip(at(3, chipError('front', turned(0), FIRST)), turned(0.1))).toBeUndefined();
});

test('every reading that gives a better chip lies within the ranges in which a face is measured in full, and few others do (R70)', () => {
  const all: readonly ChallengePose[] = ['front', 'left', 'front', 'right', 'up', 'down', 'mouth', 'front'];
  let state = 11;
  const draw = (least: number, most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + (most - least) * (state / 2 ** 32);
  };
  const counts = { better: 0, within: 0 };
  for (let count = 0; count < 40_000; count += 1) {
    const hand = { ...at(1 + (count % 7), draw(0, 0.9)), poses: all };
    const reading: PoseReading = {
      ...{ yaw: draw(-0.6, 0.6), pitchDegrees: draw(-16, 24), mouthGap: draw(0, 0.4) },
      ...{ size: 0.5, jawDrop: draw(0.9, 1.2) },
    };
    const ranges = betterChipRanges(hand);
    const isWithin = ranges !== undefined && isWithinRanges(reading, ranges);
    const isBetter = findBetterChip(hand, reading) !== undefined;
    if (isBetter) expect([hand, reading, isWithin]).toEqual([hand, reading, true]);
    counts.better += isBetter ? 1 : 0;
    counts.within += isWithin ? 1 : 0;
  }
  expect(counts.better).toBeGreaterThan(1_000);
  expect(counts.within).toBeLessThan(1.3 * counts.better);
  expect(betterChipRanges(at(2, 0.01))).toBeUndefined();
});

test('the first step has none before it', () => {
  expect(betterChipRanges(at(0, 1))).toBeUndefined();
  expect(findBetterChip(at(0, 1), turned(0))).toBeUndefined();
});

test('faces are kept of turns, nods, the mouth and facing the camera alone', () => {
  const all: readonly ChallengePose[] = [
    'front',
    'left',
    'right',
    'up',
    'down',
    'mouth',
    'nearer',
    'farther',
  ];
  expect(all.filter(isChipKept)).toEqual(['front', 'left', 'right', 'up', 'down', 'mouth']);
});
