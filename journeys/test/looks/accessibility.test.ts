import { dictionaries } from '@titular/capture-page/i18n/messages.ts';
import { PAGE_LANGUAGES } from '@titular/contract';
import axe, { type RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Looker, lookAt, openLooker } from './look-at.ts';
import { looks } from './looks.ts';

/** Guidance is spoken one text at a time, and not one upon the other. */
const SPOKEN_WITHIN_MS = 10_000;
const PHONE = { width: 390, height: 844 };
/** All rules on the light page; of them only the one for colours can find another answer on the dark one. */
const CHECKS: readonly (readonly ['light' | 'dark', RunOnly])[] = [
  ['light', { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }],
  ['dark', { type: 'rule', values: ['color-contrast'] }],
];

/** What axe finds against WCAG 2.1 A and AA, as rule and place; the source runs in the page as the test's own, past its policy. */
async function findViolations(page: Page, runOnly: RunOnly): Promise<string[]> {
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

/** What a screen reader is told: the title of the document, one heading, two places that speak, and whether it or the field in error has the focus. */
const readOut = (page: Page) =>
  page.evaluate(() => {
    const headings = [...document.querySelectorAll('h1')];
    const [title] = headings;
    const live = [...document.querySelectorAll('body [aria-live]')].filter((place) => !place.closest('main'));
    return {
      headings: headings.length,
      isTitled: document.title.startsWith(title?.textContent ?? '-'),
      isFocused: document.activeElement === (document.querySelector('[aria-invalid="true"]') ?? title),
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
    '%s has nothing against WCAG 2.1 AA, in each language, light and dark, and tells a screen reader where it is',
    async (_name, look) => {
      // Who has opened something on the screen stays where the last press left the focus.
      const isFocused = /^[a-z-]+$/.test(look.press?.at(-1) ?? 'none');
      const wrong: string[] = [];
      await lookAt(looker, look, async (page, language) => {
        if (language === PAGE_LANGUAGES[0])
          expect(await readOut(page)).toEqual({
            headings: 1,
            isTitled: true,
            isFocused,
            speaks: ['polite', 'assertive'],
            landmarks: 1,
          });
        await page.setViewportSize(PHONE);
        for (const [colorScheme, runOnly] of CHECKS) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const violation of await findViolations(page, runOnly))
            wrong.push(`${language} ${colorScheme}: ${violation}`);
        }
      });
      expect(wrong).toEqual([]);
    },
  );

  test.each([
    ['camera-left', 'polite', 'poseLeft'],
    ['camera-nearer', 'polite', 'poseNearer'],
    ['camera-dark', 'polite', 'hintTooDark'],
    ['camera-offline', 'polite', 'connectionLost'],
    ['camera-end', 'polite', 'stepDone'],
  ] as const)('%s is spoken, %s, in the language of the page', async (name, urgency, key) => {
    const look = looks.find((one) => one.name === name);
    if (!look) throw new Error(`there is no look ${name}`);
    await lookAt(looker, look, async (page, language) => {
      const place = page.locator(`body [aria-live="${urgency}"]:not(main *)`);
      await expect
        .poll(() => place.textContent(), { timeout: SPOKEN_WITHIN_MS })
        .toBe(dictionaries[language][key]);
    });
  });
});
