import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

const PHONE = { width: 390, height: 844 };
/** All rules on the light page; of them only the one for colours can find another answer on the dark one. */
const CHECKS: readonly (readonly ['light' | 'dark', RunOnly])[] = [
  [
    'light',
    {
      type: 'tag',
      values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
    },
  ],
  ['dark', { type: 'rule', values: ['color-contrast'] }],
];

/** The checker's own script: it is to be in the page before the page's first one, past its policy. */
export const checkerSource: string = axe.source;

/** What axe finds against WCAG 2.2 A and AA and best practice, as rule and place. */
async function findOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  const { violations, passed } = await page.evaluate(async (only) => {
    const checker = (window as unknown as { axe: typeof axe }).axe;
    const found = await checker.run(document, { runOnly: only, resultTypes: ['violations'] });
    const violations = found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
    return { violations, passed: found.passes.length };
  }, runOnly);
  if (passed === 0) throw new Error('the checker looked at nothing');
  return violations;
}

/** What is against WCAG 2.2 A and AA and best practice on a phone, light and dark; leaves the page in less motion and dark. */
export async function findViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.setViewportSize(PHONE);
  for (const [colorScheme, runOnly] of CHECKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const violation of await findOf(page, runOnly)) violations.push(`${colorScheme}: ${violation}`);
  }
  return violations;
}

/** What a screen reader finds on a page. */
export type ReadOut = {
  headings: number;
  isTitled: boolean;
  isFocused: boolean;
  speaks: (string | null)[];
  landmarks: number;
};

/** The title of the document, one heading, two places that speak, and whether it, a field in error or a link to copy has the focus. */
export const readOut = (page: Page): Promise<ReadOut> =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')];
    const [title] = headings;
    const live = [...document.querySelectorAll('body [aria-live]')].filter((place) => !place.closest('main'));
    return {
      headings: headings.length,
      isTitled: document.title.startsWith(title?.textContent ?? '-'),
      isFocused:
        document.activeElement ===
        (document.querySelector('[aria-invalid="true"], .link-field, .actions h2') ?? title),
      speaks: live.map((place) => place.getAttribute('aria-live')),
      landmarks: document.querySelectorAll('main').length,
    };
  });
