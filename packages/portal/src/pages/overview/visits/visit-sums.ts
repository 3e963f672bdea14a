import type { Figures } from '@titular/contract';
import { PAGE_HURDLES, PAGE_STEPS, type PageHurdle, type PageStep } from '@titular/contract/page-steps';

type Pages = Figures['pages'];
type Browser = Pages[number]['browser'];

/** How many sessions of a family of browser came to each step. */
export type BrowserSteps = { browser: Browser; steps: Readonly<Record<PageStep, number>> };

/** Sessions that told of an event, of one family of browser or of all. */
export const sessionsOf = (pages: Pages, event: PageStep | PageHurdle, browser?: Browser): number =>
  pages
    .filter((one) => one.event === event && (browser === undefined || one.browser === browser))
    .reduce((sum, { sessions }) => sum + sessions, 0);

/** How far each family of browser came, the one that opened pages most often first. */
export function rankBrowsers(pages: Pages): BrowserSteps[] {
  const browsers = [...new Set(pages.map(({ browser }) => browser))];
  return browsers
    .map((browser) => {
      const steps = PAGE_STEPS.map((step) => [step, sessionsOf(pages, step, browser)]);
      return { browser, steps: Object.fromEntries(steps) as Record<PageStep, number> };
    })
    .filter(({ steps }) => steps.opened > 0)
    .toSorted((one, other) => other.steps.opened - one.steps.opened);
}

/** Hurdles that sessions told of, the most frequent first. */
export const rankHurdles = (pages: Pages): { hurdle: PageHurdle; sessions: number }[] =>
  PAGE_HURDLES.map((hurdle) => ({ hurdle, sessions: sessionsOf(pages, hurdle) }))
    .filter(({ sessions }) => sessions > 0)
    .toSorted((one, other) => other.sessions - one.sessions);
