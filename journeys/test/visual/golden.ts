import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { findDifference } from './find-difference.ts';

/** Where the golden pictures are kept. */
export const goldenDirectory: string = fileURLToPath(new URL('../../golden', import.meta.url));

/** Sizes of the two windows: a phone, and a computer. */
export const GOLDEN_SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;

/** Where those of the portal are kept. */
export const portalGoldenDirectory: string = join(goldenDirectory, 'portal');

/** The file of a picture. */
export const goldenFile = (
  name: string,
  language: string,
  width: number,
  directory = goldenDirectory,
): string => join(directory, `${name}.${language}.${width}.png`);

/** A picture as it is kept: in few colours, so that the file is small. */
export const toGolden = (picture: Buffer): Promise<Buffer> =>
  sharp(picture).png({ palette: true, colours: 32, dither: 0, effort: 7 }).toBuffer();

/** Takes the whole page with nothing moving; leaves the window in that size. */
export async function takePicture(page: Page, size: { width: number; height: number }): Promise<Buffer> {
  await page.setViewportSize(size);
  // On a picture of the whole page a bar that sticks to the window's edge would cover the middle.
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('.actions-sticky')) {
      bar.style.position = 'static';
      // The line that tells of words below the bar comes and goes with the window.
      if (!bar.matches('.actions-bar')) bar.style.borderColor = 'transparent';
    }
  });
  const whole = await page.screenshot({ fullPage: true, animations: 'disabled' });
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('.actions-sticky')) bar.removeAttribute('style');
  });
  return whole;
}

/** Compares a picture as it was taken with its golden file; where they differ, both and their difference are in `directory`. */
export async function checkPicture(
  taken: Buffer,
  golden: string,
  directory: string,
): Promise<string | undefined> {
  const kept = await readFile(golden).catch(() => undefined);
  // Few colours are chosen only where many differ: that takes longer than all else.
  if (kept && !(await findDifference(taken, kept))) return undefined;
  const actual = await toGolden(taken);
  const difference = kept ? await findDifference(actual, kept) : { words: 'has no golden file' };
  if (!difference) return undefined;
  const name = golden.slice(dirname(golden).length + 1, -'.png'.length);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${name}.actual.png`), actual);
  if (difference.picture) await writeFile(join(directory, `${name}.difference.png`), difference.picture);
  return `${name} ${difference.words}`;
}
