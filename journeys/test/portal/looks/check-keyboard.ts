import type { Page } from 'playwright-core';

const MAX_STOPS = 60;

/** Where the focus is, with what is wrong with how it shows; `out` where nothing of the page has it. */
export type Stop = { name: string; fault: string | undefined } | 'out';

/** Where the focus is: what marks it, and whether anything covers it or it lies outside of the window. */
export const readStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'out';
    const place = focused.closest('label') ?? focused;
    const name = `${focused.tagName.toLowerCase()}.${focused.getAttribute('class')} "${(focused.getAttribute('aria-label') ?? place.textContent ?? '').slice(0, 24)}"`;
    const box = place.getBoundingClientRect();
    const edges = {
      left: Math.max(box.left, 0),
      right: Math.min(box.right, innerWidth),
      top: Math.max(box.top, 0),
      bottom: Math.min(box.bottom, innerHeight),
    };
    if (edges.right - edges.left < 2 || edges.bottom - edges.top < 2)
      return { name, fault: `${name} has the focus outside of the window` };
    const row = place.closest('tr') ?? place;
    // Of the parts of a date the browser itself marks one.
    const isDate = focused.matches('input[type=date]');
    const isMarked =
      isDate ||
      [row, place, ...place.querySelectorAll('*')].some((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      });
    if (!isMarked) return { name, fault: `${name} has the focus, and nothing marks it` };
    const [x, y] = [(edges.left + edges.right) / 2, (edges.top + edges.bottom) / 2];
    // The corners may be round: a little within them.
    const points = [
      [x, y],
      [x, edges.top + 3],
      [x, edges.bottom - 3],
    ] as const;
    const isSeen = points.some(([left, top]) => {
      const above = document.elementFromPoint(left, top);
      return above !== null && (place.contains(above) || above.contains(place));
    });
    return { name, fault: isSeen ? undefined : `${name} has the focus, and is covered` };
  });

const MAX_FRAMES = 40;

/** Where the focus is once what follows it has come to rest: an open menu follows its button, and the window its focus, some frames later. */
async function readRestingStop(page: Page): Promise<Stop> {
  let stop = await readStop(page);
  for (let frame = 0; frame < MAX_FRAMES && stop !== 'out' && stop.fault; frame += 1) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    stop = await readStop(page);
  }
  return stop;
}

/** Goes by keyboard through what lies on top, or through the page itself, and tells where the focus is not to be seen (WCAG 2.2, 2.4.7 and 2.4.11). */
export async function findLostFocus(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  await page.evaluate(() => {
    scrollTo(0, 0);
    if (!document.querySelector('.modal, .popover'))
      document.querySelector<HTMLElement>('#content, .door h1')?.focus();
  });
  const seen = new Set<string>();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await readRestingStop(page);
    if (stop === 'out') break;
    if (stop.fault) faults.add(stop.fault);
    seen.add(stop.name);
  }
  if (seen.size === 0) faults.add('nothing is reached by keyboard');
  return [...faults];
}
