import type { ChallengePose } from '@titular/contract';
import type { PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import { chipError, findBetterChip, isChipKept } from '@titular/server/captures/challenge/movement-chips.ts';
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

test('the first step has none before it', () => {
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
