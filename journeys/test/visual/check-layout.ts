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

/** What a page's layout has to keep to; the rest are selectors. */
export type LayoutRules = {
  /** Pixels that what is pressed measures at least, either way. */
  least: number;
  /** What only unfolds more words, and how much it measures at least. */
  folds: string;
  leastOfFolds: number;
  /** What lies over the page, and may cover the rest of it. */
  layers: string;
  /** What scrolls by itself, so that its content may reach beyond the window. */
  scrollers: string;
  /** Texts that nobody reads to their end. */
  cutTexts: string;
};

const CAPTURE_RULES: LayoutRules = {
  least: MIN_TARGET,
  folds: '.point-summary',
  leastOfFolds: MIN_FOLD_TARGET,
  layers: '.actions-sticky',
  scrollers: ':not(*)',
  cutTexts: '.link-field',
};

/** What is cut off, lies on something else, or is too small to be pressed, as the page stands; links within a sentence may be of its height (WCAG 2.2, 2.5.8). */
export const findLayoutFaults = (page: Page, rules: LayoutRules): Promise<string[]> =>
  page.evaluate(({ least, folds, leastOfFolds, layers, scrollers, cutTexts }) => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide`);
    const nameOf = (element: Element) =>
      element.getAttribute('data-action') ??
      `${element.tagName.toLowerCase()}.${element.getAttribute('class')} "${element.textContent?.slice(0, 24)}"`;
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const boxes = [
      ...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, button, select, input, summary, img'),
    ]
      .filter((element) => isSeen(element) && !element.closest('.visually-hidden'))
      .map((element) => ({ element, box: element.getBoundingClientRect(), layer: element.closest(layers) }))
      .filter(({ box }) => box.width > 1);
    for (const { element, box } of boxes) {
      const isOutside = box.left < -1 || box.right > root.clientWidth + 1;
      if (isOutside && !element.parentElement?.closest(scrollers))
        faults.push(`${nameOf(element)} is cut off`);
      if (element.matches(cutTexts)) continue;
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        faults.push(`${nameOf(element)} hides a part of its words`);
    }
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element)) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 2 && height > 2) faults.push(`${nameOf(other.element)} lies on ${nameOf(one.element)}`);
      }
    for (const target of document.querySelectorAll('button, select, summary, input, label.way, a')) {
      // A button for screen readers alone, in a box of a pixel.
      if ((target.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
      const place = target.closest('label') ?? target;
      const box = place.getBoundingClientRect();
      const wanted = target.matches(folds) ? leastOfFolds : least;
      const isInSentence = target.matches('a') && getComputedStyle(target).display === 'inline';
      if (isSeen(target) && !isInSentence && Math.min(box.width, box.height) < wanted)
        faults.push(`${nameOf(target)} is ${Math.round(box.width)} by ${Math.round(box.height)}`);
    }
    return [...new Set(faults)];
  }, rules);

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
    for (const fault of await findLayoutFaults(page, CAPTURE_RULES))
      faults.push(`${condition.name}: ${fault}`);
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
