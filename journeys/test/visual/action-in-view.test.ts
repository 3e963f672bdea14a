import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookAt, openViewer, type Viewer } from './open-viewer.ts';
import { looks, type ScreenState } from './screen-states.ts';

const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 740, height: 360 },
  { width: 568, height: 320 },
] as const;

/** Windows in which all that matters fits without scrolling. */
const SMALL = WINDOWS.filter(({ width }) => width < 1440);

/** Windows that are high enough for the actions to keep their place. */
const UPRIGHT = WINDOWS.filter(({ height }) => height > 360);

const NOTHING = 'none is there';

const stateNamed = (name: string): ScreenState => {
  const found = looks.find((look) => look.name === name);
  if (!found) throw new Error(`there is no look ${name}`);
  return found;
};

/** Those of the elements of which a part is out of the window or under something else. */
const hiddenOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    ([chosen, nothing]) => {
      const found = [...document.querySelectorAll(chosen)];
      if (found.length === 0) return [nothing];
      return found
        .filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const corners = [
            [left + 2, top + 2],
            [right - 2, bottom - 2],
          ] as const;
          return corners.some(([x, y]) => {
            const at = document.elementFromPoint(x, y);
            return at === null || !(element.contains(at) || at.contains(element));
          });
        })
        .map((element) => element.textContent ?? '');
    },
    [selector, NOTHING] as const,
  );

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

describe('on every screen the actions are in view (D8)', () => {
  let viewer: Viewer;
  beforeAll(async () => {
    viewer = await openViewer();
  });
  afterAll(() => viewer.close());

  test.concurrent.each(looks.map((look) => [look.name, look] as const))(
    '%s: at five sizes',
    async (_name, look) => {
      const outOfView: string[] = [];
      await lookAt(
        viewer,
        look,
        async (page) => {
          for (const size of UPRIGHT) {
            await page.setViewportSize(size);
            await page.evaluate(() => scrollTo(0, 0));
            const hidden = await hiddenOf(page, '.actions .button');
            outOfView.push(
              ...hidden.filter((name) => name !== NOTHING).map((name) => `${size.width}: ${name}`),
            );
          }
        },
        ['pt'],
      );
      expect(outOfView).toEqual([]);
    },
  );
});
