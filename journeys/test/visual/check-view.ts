import type { Page } from 'playwright-core';

/** Windows of phones, upright and on their side, of a tablet and of a computer. */
export const WINDOWS = [
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 740, height: 360 },
  { width: 568, height: 320 },
] as const;

/** Windows that are high enough for the actions to keep their place. */
const UPRIGHT = WINDOWS.filter(({ height }) => height > 360);

const NOTHING = 'none is there';

/** Those of the elements of which a part is out of the window or under something else. */
export const hiddenOf = (page: Page, selector: string): Promise<string[]> =>
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

/** The actions that are out of view in a window that is high enough, before anything is scrolled; leaves the window in another size. */
export async function findOutOfView(page: Page): Promise<string[]> {
  const outOfView: string[] = [];
  for (const size of UPRIGHT) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    const hidden = await hiddenOf(page, '.actions .button');
    outOfView.push(...hidden.filter((name) => name !== NOTHING).map((name) => `${size.width}: ${name}`));
  }
  return outOfView;
}
