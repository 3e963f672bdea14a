import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Looker, lookAt, openLooker } from './look-at.ts';
import { looks, type ScreenLook } from './looks.ts';

/** Windows, sizes of text and directions in which each screen has to hold together. */
const CONDITIONS = [
  { name: '360 by 640', width: 360, height: 640, zoom: 1, dir: 'ltr' },
  { name: '320 pixels (1.4.10)', width: 320, height: 640, zoom: 1, dir: 'ltr' },
  { name: 'text at 200 % (1.4.4)', width: 390, height: 844, zoom: 2, dir: 'ltr' },
  { name: 'a phone on its side', width: 740, height: 360, zoom: 1, dir: 'ltr' },
  { name: 'a tablet', width: 768, height: 1024, zoom: 1, dir: 'ltr' },
  { name: 'right to left', width: 390, height: 844, zoom: 1, dir: 'rtl' },
] as const;

const LEAST_TARGET = 44;

/** What a person would stumble over: what is cut off or lies on something else, and what is too small to be touched. */
const findFaults = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((side) => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
    const nameOf = (element: Element) =>
      element.getAttribute('data-action') ?? `${element.tagName.toLowerCase()}.${element.className}`;
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const boxes = [...document.querySelectorAll('h1, h2, p, li, dt, dd, button, select, input, summary, img')]
      .filter((element) => isSeen(element) && !element.closest('.visually-hidden'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width > 0 && !element.classList.contains('visually-hidden'));
    for (const { element, box } of boxes) {
      if (box.left < -1 || box.right > root.clientWidth + 1) faults.push(`${nameOf(element)} is cut off`);
      // Nobody reads a link to its end.
      if (element.matches('.link-field')) continue;
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        faults.push(`${nameOf(element)} hides a part of its words`);
    }
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        if (one.element.contains(other.element) || other.element.closest('.actions-sticky')) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 2 && height > 2) faults.push(`${nameOf(other.element)} lies on ${nameOf(one.element)}`);
      }
    for (const target of document.querySelectorAll('button, select, summary, input, label.way, a')) {
      const box = (target.closest('label') ?? target).getBoundingClientRect();
      if (isSeen(target) && Math.min(box.width, box.height) < side)
        faults.push(`${nameOf(target)} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
    }
    return [...new Set(faults)];
  }, least);

const dress = (page: Page, { zoom, dir }: (typeof CONDITIONS)[number]): Promise<void> =>
  page.evaluate(
    ([size, direction]) => {
      document.documentElement.style.fontSize = `${100 * size}%`;
      document.documentElement.dir = direction;
      // The build writes logical sides by language for browsers that do not know them.
      if (direction === 'rtl') document.documentElement.lang = 'ar';
    },
    [zoom, dir] as const,
  );

const lookNamed = (name: string): ScreenLook => {
  const found = looks.find((look) => look.name === name);
  if (!found) throw new Error(`there is no look ${name}`);
  return found;
};

describe('every screen holds together', () => {
  let looker: Looker;
  beforeAll(async () => {
    looker = await openLooker();
  });
  afterAll(() => looker.close());

  test.each(looks.map((look) => [look.name, look] as const))(
    '%s: nothing is cut off, covered or too small to be touched, at any size, with large text, right to left',
    async (_name, look) => {
      const wrong: string[] = [];
      await lookAt(
        looker,
        look,
        async (page, language) => {
          await page.emulateMedia({ reducedMotion: 'reduce' });
          for (const condition of CONDITIONS) {
            await page.setViewportSize(condition);
            await dress(page, condition);
            for (const fault of await findFaults(page, LEAST_TARGET))
              wrong.push(`${language} ${condition.name}: ${fault}`);
          }
        },
        ['pt', 'es'],
      );
      expect(wrong).toEqual([]);
    },
  );

  test.each([
    ['camera-left', 'left'],
    ['camera-right', 'right'],
  ] as const)(
    '%s: the arrow stands at that side of the mirrored picture in every direction of writing',
    async (name, side) => {
      await lookAt(
        looker,
        lookNamed(name),
        async (page) => {
          for (const condition of CONDITIONS) {
            await page.setViewportSize(condition);
            await dress(page, condition);
            const oval = await page.locator('.oval').boundingBox();
            const arrow = await page.locator('.arrow:not([hidden])').boundingBox();
            if (!oval || !arrow) throw new Error('the oval and one arrow are there');
            const middle = arrow.x + arrow.width / 2;
            expect(middle < oval.x + oval.width / 2 ? 'left' : 'right').toBe(side);
            expect(arrow.x).toBeGreaterThanOrEqual(0);
          }
        },
        ['en'],
      );
    },
  );

  test('with less motion nothing moves but the sign that something goes on, and that slowly', async () => {
    for (const name of ['loading', 'consent', 'camera-left', 'camera-nearer', 'camera-opening', 'approved'])
      await lookAt(
        looker,
        lookNamed(name),
        async (page) => {
          await page.emulateMedia({ reducedMotion: 'reduce' });
          const moving = await page.evaluate(() =>
            document
              .getAnimations()
              .map((one) => Number(one.effect?.getComputedTiming().duration))
              .filter((duration) => duration < 5_000),
          );
          expect([name, moving]).toEqual([name, []]);
        },
        ['en'],
      );
  });

  test('in forced colours buttons and fields keep an edge', async () => {
    await lookAt(
      looker,
      lookNamed('identity'),
      async (page) => {
        await page.emulateMedia({ forcedColors: 'active' });
        const edges = await page
          .locator('main button.button-primary, main input, main select')
          .evaluateAll((found) =>
            found.map((one) => {
              const { borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(one);
              return borderTopStyle === 'solid' && borderTopColor !== backgroundColor;
            }),
          );
        expect(edges).toEqual([true, true, true]);
      },
      ['en'],
    );
  });

  test('by keyboard alone from the consent to the camera, and the focus is seen at each stop', async () => {
    const consent = lookNamed('consent');
    const primer = lookNamed('camera-primer');
    const wire = { ...consent.wire, consent: primer.wire?.session ?? 'held' };
    await lookAt(
      looker,
      { ...consent, wire },
      async (page) => {
        const pressUntil = async (action: string): Promise<void> => {
          for (let count = 0; count < 20; count += 1) {
            await page.keyboard.press('Tab');
            const stop = await page.evaluate(() => {
              const { activeElement: at } = document;
              const { outlineStyle, outlineWidth } = getComputedStyle(at ?? document.body);
              const isShown = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
              return { action: at?.getAttribute('data-action'), isShown };
            });
            expect(stop.isShown, `the focus at ${stop.action}`).toBe(true);
            if (stop.action === action) return page.keyboard.press('Enter');
          }
          throw new Error(`no way to ${action}`);
        };
        await pressUntil('accept');
        await page.locator('[data-phase="primer"]').waitFor();
        await pressUntil('start-camera');
        await page.locator('.stage').waitFor();
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.getAttribute('data-action'))).toBe(
          'stop-camera',
        );
      },
      ['en'],
    );
  });
});
