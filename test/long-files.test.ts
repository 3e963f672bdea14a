import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Durations,
  divideLongFiles,
  EACH_LANDING,
  LONG_SECONDS,
  listLeftOut,
  ROOT,
  SHARES,
  shareOfCommit,
} from '../scripts/durations.ts';

const anyDurations = fc.dictionary(fc.string(), fc.double({ min: 0, max: 400, noNaN: true }));

test('only files that were timed, and took longer than the limit, are long', () => {
  const durations = { 'a.test.ts': LONG_SECONDS, 'c.test.ts': LONG_SECONDS + 0.1, 'b.test.ts': 99 };
  expect(divideLongFiles(durations).flat().sort()).toEqual(['b.test.ts', 'c.test.ts']);
});

test('each long file is in one share, and no share takes longer than another by more than one file', () => {
  fc.assert(
    fc.property(anyDurations, (durations: Durations) => {
      const shares = divideLongFiles(durations);
      const long = Object.keys(durations).filter(
        (path) => (durations[path] ?? 0) > LONG_SECONDS && !EACH_LANDING.includes(path),
      );
      expect(shares.flat().sort()).toEqual(long.sort());
      const seconds = shares.map((paths) => paths.reduce((sum, path) => sum + (durations[path] ?? 0), 0));
      const longestFile = Math.max(0, ...long.map((path) => durations[path] ?? 0));
      expect(Math.max(...seconds) - Math.min(...seconds)).toBeLessThanOrEqual(longestFile + 1e-6);
    }),
  );
});

test('a landing runs one share of the long files, a run without words none, and each share is left out by the others', () => {
  const shares = Array.from({ length: SHARES }, (_, index) => String(index + 1));
  const all = listLeftOut('none');
  const ran = shares.map((share) => all.filter((path) => !listLeftOut(share).includes(path)));
  const inOne = (paths: readonly string[]): string[] =>
    paths.filter((path) => !EACH_LANDING.includes(path)).sort();
  expect(inOne(ran.flat())).toEqual(inOne(all));
  expect(listLeftOut('')).toEqual([]);
});

test('every landing runs the smoke of torture and the orders of the simulator, whatever its share; a run without words none of them', () => {
  for (const path of EACH_LANDING) {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(listLeftOut('none')).toContain(path);
    for (let share = 1; share <= SHARES; share += 1) expect(listLeftOut(String(share))).not.toContain(path);
  }
});

test('commits fall on each share', () => {
  const hashes = ['00000000aa', '00000001aa', '00000002aa', 'ffffffff00'];
  expect(hashes.map(shareOfCommit)).toEqual([1, 2, 3, 1]);
});

test('what lands must pass with a share of the long files', () => {
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm test -- --landing$/m);
});
