import { dictionaries } from '@titular/capture-page/i18n/all-languages.ts';
import { PAGE_LANGUAGES } from '@titular/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { looks, type ScreenState } from './screen-states.ts';

/** Longer than any result stays by itself. */
const LONG_MS = 180_000;

const stateNamed = (name: string): ScreenState => {
  const found = looks.find((look) => look.name === name);
  if (!found) throw new Error(`there is no look ${name}`);
  return found;
};

/** The addresses that the page leaves for. */
function leavingOf(page: Page): string[] {
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) left.push(request.url());
  });
  return left;
}

describe.each(['approved', 'not-approved'])('the result %s', (name) => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer();
  });
  afterAll(() => viewer.close());

  test('leaves by itself after a while', async () => {
    await lookAt(
      viewer,
      stateNamed(name),
      async (page) => {
        const left = leavingOf(page);
        await page.clock.fastForward(LONG_MS);
        await expect.poll(() => left).toEqual(['https://shop.example/back?id=1&status=approved']);
      },
      ['en'],
    );
  });

  test('stays for good once the person says so by keyboard, tells it to a screen reader in each language, and still leads on (WCAG 2.2.1)', async () => {
    for (const language of PAGE_LANGUAGES)
      await lookAt(
        viewer,
        { ...stateNamed(name), isLater: true },
        async (page) => {
          const left = leavingOf(page);
          await page.locator('[data-action="stay-on-page"]').press('Enter');
          const company = 'Loja Aurora';
          const words = dictionaries[language].staying.replaceAll('{company}', company);
          await expect.poll(() => page.locator('body > * > [aria-live="polite"]').textContent()).toBe(words);
          await page.clock.fastForward(LONG_MS);
          expect(
            await page.locator('[data-action]').evaluateAll((all) => all.map((one) => one.dataset.action)),
          ).toEqual(['continue']);
          expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
          expect(left).toEqual([]);
          await page.locator('[data-action="continue"]').click();
          await expect.poll(() => left.length).toBe(1);
        },
        [language],
      );
  });
});
