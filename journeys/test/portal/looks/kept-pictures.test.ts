import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { portalGoldenDirectory } from '../../visual/golden.ts';
import { parts } from './screens.ts';
import { picturesOf, portalGoldenFile } from './visit.ts';

test('no picture is kept of a screen that is not there, and no name stands for two', async () => {
  const wanted = Object.values(parts)
    .flat()
    .flatMap((screen) => picturesOf(screen).map((picture) => basename(portalGoldenFile(screen, picture))));
  expect(await readdir(portalGoldenDirectory)).toEqual(wanted.sort());
});
