import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Looker, lookAt, openLooker } from './look-at.ts';
import { looks } from './looks.ts';

const PHONE = { width: 390, height: 844 };
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];
const SCHEMES = ['light', 'dark'] as const;

/** What axe finds against WCAG 2.1 A and AA, as rule and place; the source runs in the page as the test's own, past its policy. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations, passed } = await page.evaluate(async (tags) => {
    const checker = (window as unknown as { axe: typeof axe }).axe;
    const found = await checker.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    const violations = found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
    );
    return { violations, passed: found.passes.length };
  }, RULES);
  if (passed === 0) throw new Error('the checker looked at nothing');
  return violations;
}

/** What a screen reader is told: the language, the title of the document, one heading that has the focus, and two places that speak. */
const readOut = (page: Page) =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')];
    const [title] = headings;
    const live = [...document.querySelectorAll('body [aria-live]')].filter((place) => !place.closest('main'));
    return {
      headings: headings.length,
      isTitled: document.title.startsWith(title?.textContent ?? '-'),
      isFocused: document.activeElement === title,
      speaks: live.map((place) => place.getAttribute('aria-live')),
      landmarks: document.querySelectorAll('main').length,
    };
  });

describe('every screen, for everybody', () => {
  let looker: Looker;
  beforeAll(async () => {
    looker = await openLooker();
    await looker.context.addInitScript({ content: axe.source });
  });
  afterAll(() => looker.close());

  test.each(looks.map((look) => [look.name, look] as const))(
    '%s has nothing against WCAG 2.1 AA, in each language, light and dark',
    async (_name, look) => {
      const wrong: string[] = [];
      await lookAt(looker, look, async (page, language) => {
        await page.setViewportSize(PHONE);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const violation of await findViolations(page))
            wrong.push(`${language} ${colorScheme}: ${violation}`);
        }
      });
      expect(wrong).toEqual([]);
    },
  );

  test.each(looks.map((look) => [look.name, look] as const))(
    '%s tells a screen reader where it is: the heading has the focus and names the document',
    async (_name, look) => {
      await lookAt(
        looker,
        look,
        async (page) =>
          expect(await readOut(page)).toEqual({
            headings: 1,
            isTitled: true,
            // Who has pressed something on the way stays where the last press left the focus.
            isFocused: look.name !== 'camera-primer-last',
            speaks: ['polite', 'assertive'],
            landmarks: 1,
          }),
        ['pt'],
      );
    },
  );
});
