import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

const PHONE = { width: 390, height: 844 };
/** Every rule of WCAG 2.2 A and AA, and best practice. */
const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
};
/** The one rule that can find another answer on the dark page. */
const CONTRAST: RunOnly = { type: 'rule', values: ['color-contrast'] };
const CHECKS = { light: ALL_RULES, dark: CONTRAST } as const;

/** A rule and the places, as a selector, where what it finds is known and meant. */
export type KnownFinding = { rule: string; places: string };

/** The checker's own script: it is to be in the page before the page's first one, past its policy. */
export const checkerSource: string = axe.source;

/** What axe finds against WCAG 2.2 A and AA and best practice in light, or against the contrast in dark, as rule and place; leaves the page in less motion. */
export async function findViolationsIn(
  page: Page,
  colorScheme: keyof typeof CHECKS,
  known: readonly KnownFinding[] = [],
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const given = { runOnly: CHECKS[colorScheme], known };
  const { violations, passed } = await page.evaluate(async ({ runOnly, known }) => {
    const checker = (window as unknown as { axe: typeof axe }).axe;
    // A colour on its way to another one is neither.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
    const found = await checker.run(document, { runOnly, resultTypes: ['violations'], elementRef: true });
    const violations = found.violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => !known.some(({ rule, places }) => rule === id && element?.matches(places)))
        .map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
    return { violations, passed: found.passes.length };
  }, given);
  if (passed === 0) throw new Error('the checker looked at nothing');
  return violations.map((violation) => `${colorScheme}: ${violation}`);
}

/** What is against WCAG 2.2 A and AA and best practice on a phone, light and dark; leaves the page in less motion and dark. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.setViewportSize(PHONE);
  return [...(await findViolationsIn(page, 'light')), ...(await findViolationsIn(page, 'dark'))];
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
