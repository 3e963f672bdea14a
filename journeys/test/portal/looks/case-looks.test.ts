import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PHONE } from '../portal-fixture.ts';
import { lookAt } from './look-at.ts';
import type { Screen } from './screen.ts';
import { parts } from './screens.ts';
import { findInTitle } from './visit.ts';

const viewer = lookAt(parts.cases);

const screenNamed = (name: string): Screen => {
  const found = parts.cases.find((screen) => screen.name === name);
  if (!found) throw new Error(`there is no screen ${name}`);
  return found;
};
const focusedTag = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.tagName);

describe('a change of page (P49)', () => {
  test('moves the focus to the heading, and names the document without order, person or id', () =>
    viewer().show(screenNamed('transactions'), async ({ page }) => {
      const sections = page.getByRole('navigation', { name: 'Sections' });
      for (const section of ['Processes', 'Transactions', 'Team', 'Audit log', 'Home']) {
        await sections.getByRole('link', { name: section, exact: true }).click();
        await expect.poll(() => page.title()).toBe(`${section} · titular`);
        await expect.poll(() => focusedTag(page)).toBe('H1');
      }
      await sections.getByRole('link', { name: 'Transactions', exact: true }).click();
      await page.setViewportSize(PHONE);
      await page.getByRole('link', { name: 'A-1002' }).click();
      await page.getByRole('heading', { level: 1, name: 'A-1002' }).waitFor();
      await expect.poll(() => focusedTag(page)).toBe('H1');
      expect(await findInTitle(page)).toEqual([]);
    }));

  test('what came of an act is spoken once, politely, by a place that was there before', () =>
    viewer().show(screenNamed('approved-timeline'), async ({ page }) => {
      const speaking = page.locator('.toaster[role=status][aria-live=polite]');
      expect(await speaking.textContent()).toBe('');
      await page.getByRole('button', { name: 'Copy id' }).click();
      await expect.poll(() => speaking.locator('li').count()).toBe(1);
      expect(await page.locator('[aria-live=assertive]').count()).toBe(0);
    }));
});
