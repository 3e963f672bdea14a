import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_SECONDS, listLongFiles, ROOT, readDurations } from '../scripts/durations.ts';

test('only files that were timed, and took longer than the limit, are left out of a short run', () => {
  const durations = { 'a.test.ts': LONG_SECONDS, 'c.test.ts': LONG_SECONDS + 0.1, 'b.test.ts': 99 };
  expect(listLongFiles(durations)).toEqual(['b.test.ts', 'c.test.ts']);
  expect(listLongFiles().every((path) => existsSync(join(ROOT, path)))).toBe(true);
});

test('every timed file is there, so that no name of a file that is gone leaves another out', () => {
  expect(Object.keys(readDurations()).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('what lands must pass with the long files', () => {
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm test -- --all$/m);
});
