import { checkerSource } from '../journeys/test/visual/check-accessibility.ts';
import type { BrowserPage } from './browser.ts';

/** As much of the checker as is used here. */
type Checker = {
  run(
    page: Document,
    options: object,
  ): Promise<{
    passes: unknown[];
    violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
  }>;
};

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

// Runs in the page: a screen that fades in has other colours until it is there.
async function awaitRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}

/** What axe finds against WCAG 2.2 A and AA and best practice on the page as it is, as rule and place. */
export async function findViolations(page: BrowserPage): Promise<string[]> {
  await page.inject(checkerSource);
  await page.run(awaitRest);
  const { violations, passed } = await page.run(async (values) => {
    const checker = (window as unknown as { axe: Checker }).axe;
    const found = await checker.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    const places = found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
    return { violations: places, passed: found.passes.length };
  }, RULES);
  if (passed === 0) throw new Error('the checker looked at nothing');
  return violations;
}

/** Pixels by which the page is wider than its window, negative beside a scroll bar; what is wider has to be scrolled sideways. */
export const findOverflow = (page: BrowserPage): Promise<number> =>
  page.run(() => document.documentElement.scrollWidth - window.innerWidth);
