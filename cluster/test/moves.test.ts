import { expect, test } from 'vitest';
import type { Verdict } from '../src/load/judge.ts';
import { beyond, figuresOfMove, type Step } from '../src/trials/moves/move-figures.ts';

const VERDICT: Verdict = {
  ...{ sent: 100, acknowledged: 90, lost: 0, doubled: 0, written: 0, longestGapSeconds: 2 },
  ...{ answers: { '200': 90, '503 50001': 8, '403 40301': 2 }, outsideContract: 8, slowestSeconds: 1 },
};
const STEPS: readonly Step[] = [
  { step: 'begun', atMs: 1_000 },
  { step: 'fenced', atMs: 31_500 },
  { step: 'switched', atMs: 35_000, closedMs: 400 },
  { step: 'clearing', atMs: 36_000, rows: 10 },
  { step: 'moved', atMs: 45_000, rows: 1_000 },
];
const find = (steps: readonly Step[], what: string, verdict = VERDICT) =>
  figuresOfMove(verdict, steps).find((figure) => figure.what.startsWith(`move: ${what}`));

test('a move tells how long the copy, the pause and the deletion took (S59)', () => {
  expect(find(STEPS, 'copy and')?.value).toBe('30.5 s');
  expect(find(STEPS, 'nobody served')).toMatchObject({ value: '400 ms', isMet: true });
  expect(find(STEPS, 'deleting')?.value).toBe('10.0 s');
  expect(find(STEPS, 'rows of')?.value).toBe('1000');
});

test('a pause of more than 5 s and a switch that never came are missed (S59)', () => {
  const slow = STEPS.map((step) => (step.closedMs === undefined ? step : { ...step, closedMs: 5_001 }));
  expect(find(slow, 'nobody served')?.isMet).toBe(false);
  expect(find(STEPS.slice(0, 1), 'nobody served')?.isMet).toBe(false);
  expect(find(STEPS.slice(0, 1), 'copy and')?.value).toBe('not told');
});

test('503 while a tenant is closed and 403 of the other cell are in the contract, other answers are not (S59)', () => {
  expect(find(STEPS, 'answers outside')?.isMet).toBe(true);
  expect(find(STEPS, 'answers outside', { ...VERDICT, outsideContract: 11 })).toMatchObject({
    ...{ value: '1', isMet: false },
  });
});

test('what broke an invariant before a move is not held against it, and anything more is (S59)', () => {
  const broken = (name: string, count: number) => ({ name, what: 'rows', broken: count });
  expect(
    beyond([broken('I4', 7), broken('I5', 3), broken('I2', 1)], [broken('I4', 7), broken('I5', 1)]),
  ).toEqual([broken('I4', 0), broken('I5', 2), broken('I2', 1)]);
});
