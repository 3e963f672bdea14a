import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG_SECONDS, listLongFiles, ROOT } from '../scripts/durations.ts';

test('only files that were timed, and took longer than the limit, are left out of a short run', () => {
  const durations = { 'a.test.ts': LONG_SECONDS, 'c.test.ts': LONG_SECONDS + 0.1, 'b.test.ts': 99 };
  expect(listLongFiles(durations)).toEqual(['b.test.ts', 'c.test.ts']);
});

test('what lands must pass with the long files', () => {
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm test -- --all$/m);
});
