import type { Page } from 'playwright-core';

/** Windows, sizes of text and directions in which each screen has to hold together. */
export const CONDITIONS = [
  { name: '360 by 640', width: 360, height: 640, zoom: 1, dir: 'ltr' },
  { name: '320 pixels (1.4.10)', width: 320, height: 640, zoom: 1, dir: 'ltr' },
  { name: 'text at 200 % (1.4.4)', width: 390, height: 844, zoom: 2, dir: 'ltr' },
  { name: 'a phone on its side', width: 740, height: 360, zoom: 1, dir: 'ltr' },
  { name: 'a tablet', width: 768, height: 1024, zoom: 1, dir: 'ltr' },
  { name: 'right to left', width: 390, height: 844, zoom: 1, dir: 'rtl' },
] as const;

const MIN_TARGET = 44;
/** Of what only unfolds more words (WCAG 2.2, 2.5.8 asks for 24). */
const MIN_FOLD_TARGET = 32;

const findOf = (page: Page, least: number): Promise<string[]> =>
  page.evaluate(
    ([side, foldSide]) => {
      const faults: string[] = [];
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
      const nameOf = (element: Element) =>
        element.getAttribute('data-action') ?? `${element.tagName.toLowerCase()}.${element.className}`;
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const boxes = [
        ...document.querySelectorAll('h1, h2, p, li, dt, dd, button, select, input, summary, img'),
      ]
        .filter((element) => isSeen(element) && !element.closest('.visually-hidden'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ element, box }) => box.width > 1 && !element.classList.contains('visually-hidden'));
      for (const { element, box } of boxes) {
        if (box.left < -1 || box.right > root.clientWidth + 1) faults.push(`${nameOf(element)} is cut off`);
        // Nobody reads a link to its end.
        if (element.matches('.link-field')) continue;
        if (
          element.scrollWidth > element.clientWidth + 1 &&
          getComputedStyle(element).overflowX !== 'visible'
        )
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
        const wanted = target.matches('.point-summary') ? foldSide : side;
        if (isSeen(target) && Math.min(box.width, box.height) < wanted)
          faults.push(`${nameOf(target)} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
      }
      return [...new Set(faults)];
    },
    [least, MIN_FOLD_TARGET] as const,
  );

/** Gives the page the window, the size of text and the direction. */
export const dress = (page: Page, { zoom, dir }: (typeof CONDITIONS)[number]): Promise<void> =>
  page.evaluate(
    ([size, direction]) => {
      document.documentElement.style.fontSize = `${100 * size}%`;
      document.documentElement.dir = direction;
      // The build writes logical sides by language for browsers that do not know them.
      if (direction === 'rtl') document.documentElement.lang = 'ar';
    },
    [zoom, dir] as const,
  );

/** What a person would stumble over under any of the conditions: what is cut off or lies on something else, and what is too small to be touched; leaves the page in less motion and undressed. */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' });
  const { lang, dir } = await page.evaluate(() => {
    const { lang, dir } = document.documentElement;
    return { lang, dir };
  });
  for (const condition of CONDITIONS) {
    await page.setViewportSize(condition);
    await dress(page, condition);
    for (const fault of await findOf(page, MIN_TARGET)) faults.push(`${condition.name}: ${fault}`);
  }
  await page.evaluate(
    (before) => {
      Object.assign(document.documentElement, before);
      document.documentElement.style.removeProperty('font-size');
    },
    { lang, dir },
  );
  return faults;
}
