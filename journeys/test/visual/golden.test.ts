import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { PAGE_LANGUAGES } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { DRESSED_LANGUAGE, dressedLooks, SMALL_PHONE } from './dressed-looks.ts';
import { GOLDEN_SIZES, goldenDirectory, goldenFile, portalGoldenDirectory } from './golden.ts';
import { looks } from './screen-states.ts';

describe('the golden pictures', () => {
  test('no picture is kept of a screen that is not there, and no name stands for two', async () => {
    const wanted = looks.flatMap(({ name }) =>
      PAGE_LANGUAGES.flatMap((language) =>
        GOLDEN_SIZES.map(({ width }) => basename(goldenFile(name, language, width))),
      ),
    );
    const small = dressedLooks.map(({ name }) =>
      basename(goldenFile(name, DRESSED_LANGUAGE, SMALL_PHONE.width)),
    );
    const kept = await readdir(goldenDirectory);
    const portal = basename(portalGoldenDirectory);
    expect(kept.filter((name) => name !== portal)).toEqual([...wanted, ...small].sort());
  });
});
