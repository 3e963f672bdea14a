import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { PAGE_LANGUAGES } from '@titular/contract';
import sharp, { type OverlayOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { DRESSED_LANGUAGE, dressedLooks, SMALL_PHONE } from './dressed-looks.ts';
import {
  findDifference,
  GOLDEN_SIZES,
  goldenDirectory,
  goldenFile,
  portalGoldenDirectory,
} from './golden.ts';
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

describe('the comparison of pictures', () => {
  const paint = (colour: string, extra: OverlayOptions[] = [], width = 100): Promise<Buffer> =>
    sharp({ create: { width, height: 100, channels: 3, background: colour } })
      .composite(extra)
      .png()
      .toBuffer();
  const mark = async (side: number) => ({
    input: await sharp({ create: { width: side, height: side, channels: 3, background: '#13242e' } })
      .png()
      .toBuffer(),
    left: 10,
    top: 10,
  });

  test('sees a word that is missing and another size, and lets pass what no eye sees', async () => {
    const golden = await paint('#f2f6f7');
    expect(await findDifference(await paint('#f2f6f7', [await mark(8)]), golden)).toMatchObject({
      words: 'differs in 64 pixels',
    });
    expect(await findDifference(await paint('#f2f6f7', [], 101), golden)).toMatchObject({
      words: 'is 101x100 instead of 100x100',
    });
    expect(await findDifference(await paint('#ffffff'), await paint('#0c151c'))).toBeDefined();
    expect(await findDifference(await paint('#f1f5f6', [await mark(3)]), golden)).toBeUndefined();
  });
});
