import type { Page } from 'playwright-core';

/** A small phone, and a window at 400 %. */
const WINDOWS = [
  { width: 360, height: 640 },
  { width: 320, height: 256 },
] as const;

const MAX_STOPS = 40;

/** What has the focus, where a part of it lies outside of the window or under the bar. */
const coveredFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at || at === document.body) return 'end';
    const box = at.getBoundingClientRect();
    const bar = document.querySelector('.actions-sticky');
    const edge = bar && !bar.contains(at) ? bar.getBoundingClientRect() : undefined;
    const isUnder = edge !== undefined && box.bottom > edge.top + 1 && box.top < edge.bottom - 1;
    const isOut = box.bottom <= 0 || box.top >= innerHeight;
    const name = at.getAttribute('data-action') ?? (at.id || at.className || at.tagName);
    return isUnder || isOut ? `${name} from ${box.top} to ${box.bottom}, bar at ${edge?.top}` : undefined;
  });

/** Waits until what appears has appeared, and what follows the window's size has followed it. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = (one: Animation): boolean => one.effect?.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });

/** Goes by keyboard through everything, with every fold open, and tells what was covered; leaves the folds open. */
export async function findCovered(page: Page): Promise<string[]> {
  const covered: string[] = [];
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    for (const fold of await page.locator('details').all())
      await fold.evaluate((one: HTMLDetailsElement) => {
        one.open = true;
      });
    await page.evaluate(() => {
      (document.activeElement as HTMLElement | null)?.blur();
      scrollTo(0, 0);
    });
    await settle(page);
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      await page.keyboard.press('Tab');
      const found = await coveredFocus(page);
      if (found === 'end') break;
      if (found) covered.push(`${size.width}: ${found}`);
    }
  }
  return covered;
}
