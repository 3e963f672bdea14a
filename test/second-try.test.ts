import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/durations.ts';
import type { RunOutcome } from '../scripts/run-outcome.ts';
import { afterSecondTry, mayTryAgain } from '../scripts/second-try.ts';

const file = (path: string, passed: number, ...tests: string[]) => ({ path, passed, tests });
const first: RunOutcome = { passed: 10, failed: 2, faults: 0, failedFiles: [file('a', 3, 'a1', 'a2')] };

test('up to six files that failed have a second try, more do not', () => {
  const files = (count: number) => Array.from({ length: count }, (_, at) => file(`f${at}`, 0, 't'));
  expect([0, 1, 6, 7].map((count) => mayTryAgain({ ...first, failedFiles: files(count) }))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('an error outside of any test and of every failed file is final', () => {
  expect(mayTryAgain({ ...first, faults: 1 })).toBe(false);
});

test('what a drawn seed found is final: a second seed would hide it', () => {
  const paths = [
    'packages/server/test/simulation/statuses/races.test.ts',
    'packages/server/test/simulation/memory/agreement.test.ts',
  ];
  for (const path of paths) {
    expect(existsSync(join(ROOT, path))).toBe(true);
    expect(mayTryAgain({ ...first, failedFiles: [file(path, 0, 't')] })).toBe(false);
    expect(mayTryAgain({ ...first, failedFiles: [file('a', 3, 'a1'), file(path, 0, 't')] })).toBe(false);
  }
  const other = 'cluster/test/torture.test.ts';
  expect(mayTryAgain({ ...first, failedFiles: [file(other, 0, 't')] })).toBe(true);
});

test('a wrong rule that chance did not find in the words looked for may be looked for again', () => {
  const path = 'packages/server/test/simulation/attempts/attempts.test.ts';
  const wrong = 'finds within the orders of a run that an attempt begins beside another';
  const triesAgain = (...tests: string[]): boolean =>
    mayTryAgain({ ...first, failedFiles: [file(path, 3, ...tests)] });
  expect(triesAgain(wrong)).toBe(true);
  expect(triesAgain(wrong, 'in 6000 orders nothing is lost')).toBe(false);
  expect(triesAgain()).toBe(false);
});

test('counts that the smoke of the torture suite missed are final; waits in vain have a second try', () => {
  const path = 'cluster/test/torture-smoke.test.ts';
  const names = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^(?:test\(| {2})'(.*)',/gm)].map(
    ([, name = '']) => name,
  );
  const triesAgain = (...tests: string[]): boolean =>
    mayTryAgain({ ...first, failedFiles: [file(path, 3, ...tests)] });
  const [final, ...others] = names.toSorted(
    (one, other) => Number(triesAgain(one)) - Number(triesAgain(other)),
  );
  expect(final).toContain('misses no count of any phase');
  expect(others.length).toBeGreaterThan(1);
  expect(triesAgain(...others)).toBe(true);
  expect(triesAgain(...others, final ?? '')).toBe(false);
  expect(triesAgain()).toBe(false);
});

test('each test is counted once, and one that needed its second try is named', () => {
  expect(afterSecondTry(first, { passed: 5, failed: 0, faults: 0, failedFiles: [] })).toEqual({
    lines: ['second try: a: a1', 'second try: a: a2'],
    passed: 12,
    failed: 0,
  });
});

test('a file that fails again fails the run and is not named as mended', () => {
  const second = { passed: 4, failed: 1, faults: 0, failedFiles: [file('a', 4, 'a1')] };
  expect(afterSecondTry(first, second)).toEqual({ lines: [], passed: 11, failed: 1 });
});
