import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portalGoldenDirectory } from '../../visual/golden.ts';
import { PHONE } from '../portal-fixture.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { DIFFERENCES, findInTitle, picturesOf, portalGoldenFile, Viewer } from './visit.ts';

const WHAT_TO_DO = `look at the pictures in ${DIFFERENCES}; if they are as they should be: npm run golden --workspace @titular/journeys`;
const NOTHING = { differences: [], layout: [], violations: [], lostFocus: [], title: [], faults: [] };

let viewer: Viewer;
beforeAll(async () => {
  viewer = await Viewer.open();
});
afterAll(() => viewer.close());

describe('every screen looks as it was last looked at; nothing is cut off, against WCAG 2.2 AA, lost to the focus, named in the title, or against the policy', () => {
  test.each(screens.map((screen) => [screen.name, screen] as const))(
    '%s (P39, P44, P47, P48, P49)',
    async (_name, screen) => {
      expect(await viewer.visit(screen), WHAT_TO_DO).toEqual(NOTHING);
    },
  );
});

const screenNamed = (name: string): Screen => {
  const found = screens.find((screen) => screen.name === name);
  if (!found) throw new Error(`there is no screen ${name}`);
  return found;
};
const focusedTag = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.tagName);

describe('a change of page (P49)', () => {
  test('moves the focus to the heading, and names the document without order, person or id', () =>
    viewer.show(screenNamed('home'), async ({ page }) => {
      const sections = page.getByRole('navigation', { name: 'Sections' });
      for (const section of ['Transactions', 'Processes', 'Team', 'Audit log', 'Home']) {
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
    viewer.show(screenNamed('approved-timeline'), async ({ page }) => {
      const speaking = page.locator('.toaster[role=status][aria-live=polite]');
      expect(await speaking.textContent()).toBe('');
      await page.getByRole('button', { name: 'Copy id' }).click();
      await expect.poll(() => speaking.locator('li').count()).toBe(1);
      expect(await page.locator('[aria-live=assertive]').count()).toBe(0);
    }));
});

test('no picture is kept of a screen that is not there, and no name stands for two', async () => {
  const wanted = screens.flatMap((screen) =>
    picturesOf(screen).map(({ width }) => basename(portalGoldenFile(screen, width))),
  );
  expect(await readdir(portalGoldenDirectory)).toEqual(wanted.sort());
});
