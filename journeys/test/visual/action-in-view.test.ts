import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hiddenOf, WINDOWS } from './check-view.ts';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { looks, type ScreenState } from './screen-states.ts';

/** Windows in which all that matters fits without scrolling. */
const SMALL = WINDOWS.filter(({ width }) => width < 1440);

const stateNamed = (name: string): ScreenState => {
  const found = looks.find((look) => look.name === name);
  if (!found) throw new Error(`there is no look ${name}`);
  return found;
};

describe('what is to be pressed is always in view (D8)', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer();
  });
  afterAll(() => viewer.close());

  test.each([
    ['consent', '[data-action="accept"], [data-action="decline"], .actions .legal'],
    ['consent-branded', '[data-action="accept"], [data-action="decline"], .actions .legal'],
    ['process-consent-creditprocess', '[data-action="accept"], [data-action="decline"], .actions .legal'],
    ['camera-primer', '[data-action="start-camera"]'],
  ] as const)('%s: at every size, in every language, before anything is scrolled', async (name, selector) => {
    await lookAt(viewer, stateNamed(name), async (page, language) => {
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        await expect
          .poll(async () => [language, size.width, await hiddenOf(page, selector)])
          .toEqual([language, size.width, []]);
      }
    });
  });

  test('consent: who asks, the order, the card and all that is consented to are read without scrolling', async () => {
    await lookAt(viewer, stateNamed('consent'), async (page, language) => {
      for (const size of SMALL) {
        await page.setViewportSize(size);
        const roomy = size.height > 700 ? ', .detail-roomy dd' : '';
        const selector = `.lead, .request > dl > .detail:not(.detail-roomy) dd, .points .point-line${roomy}`;
        const hidden = async () => hiddenOf(page, selector);
        // The smallest phone on its side has no room for all of it.
        if (size.height > 320)
          await expect
            .poll(async () => [language, size.width, await hidden()])
            .toEqual([language, size.width, []]);
        const lines = await page
          .locator('.detail-card:visible')
          .first()
          .evaluate((value) => value.getClientRects().length && value.getBoundingClientRect().height < 40);
        expect(lines).toBe(true);
      }
    });
  });

  test('consent: amount, order, card, day and website of the purchase are there once, in view where there is room (D7)', async () => {
    await lookAt(
      viewer,
      stateNamed('consent'),
      async (page) => {
        for (const size of WINDOWS) {
          await page.setViewportSize(size);
          const fold = page.locator('[data-part="details"]');
          const day = page.locator('.request dd', { hasText: '22 de novembro de 2026' });
          const site = page.locator('.request dd', { hasText: 'aurora.example' });
          for (const isOpen of [false, true]) {
            await fold.evaluate((one: HTMLDetailsElement, open) => {
              one.open = open;
            }, isOpen);
            const seen = size.height > 700 || isOpen ? 1 : 0;
            for (const row of [day, site])
              await expect.poll(() => row.filter({ visible: true }).count()).toBe(seen);
          }
        }
      },
      ['pt'],
    );
  });

  test('consent: every word behind a point is one press away, on the same screen', async () => {
    await lookAt(
      viewer,
      stateNamed('consent'),
      async (page) => {
        for (const summary of await page.locator('.points summary').all()) await summary.click();
        await expect.poll(() => page.locator('.point-text:visible').count()).toBe(4);
        expect(await page.locator('[data-screen="consent"]').count()).toBe(1);
      },
      ['pt'],
    );
  });

  test('the tips before the camera are seen on small phones', async () => {
    await lookAt(viewer, stateNamed('camera-primer'), async (page, language) => {
      for (const size of WINDOWS.slice(0, 3)) {
        await page.setViewportSize(size);
        await expect
          .poll(async () => [language, size.width, await hiddenOf(page, '.tip')])
          .toEqual([language, size.width, []]);
      }
    });
  });
});
