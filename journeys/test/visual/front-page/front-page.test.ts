import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PICTURE_FILE, ROOT, readSources, SOURCES_FILE } from './front-page-files.ts';

const MAX_LINES = 120;
const MAX_KILOBYTES = 150;

test('the front page shows the result before any command, and has 120 lines at most', async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  const picture = readme.indexOf('](docs/pictures/first-transaction.webp)');
  expect(picture).toBeGreaterThan(0);
  expect(picture).toBeLessThan(readme.indexOf('```'));
});

test('its picture was made from the page and the demo as they are; `npm run front-page` of the journeys makes it anew', async () => {
  expect(JSON.parse(await readFile(SOURCES_FILE, 'utf8'))).toEqual(await readSources());
  expect((await stat(PICTURE_FILE)).size / 1_000).toBeLessThan(MAX_KILOBYTES);
});
