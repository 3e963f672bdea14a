import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heading, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
}, 360_000);
afterAll(() => journey?.close());

const from = (page: Page) => page.getByLabel('From', { exact: true });
const daysOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return [searchParams.get('from'), searchParams.get('to')];
};

describe('a day that is typed by keyboard', () => {
  test('reaches the audit log once it is whole, as one step that Back takes back (P48)', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/audit`);
    await heading(page, 'Audit log').waitFor();
    await page.waitForLoadState('networkidle');
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/audit/search')) asked.push(request.postDataJSON());
    });
    const length = await page.evaluate(() => history.length);
    await from(page).focus();
    await page.keyboard.type('11202026');
    await expect.poll(() => daysOf(page)).toEqual(['2026-11-20', null]);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => history.length)).toBe(length + 1);
    expect(asked).toHaveLength(1);
    await page.goBack();
    await expect.poll(() => daysOf(page)).toEqual([null, null]);
    expect(await from(page).inputValue()).toBe('');
    expectNoFaults(desk);
  });

  test('goes on being typed in the simulator of limits, where each day brings other calls (F4, P48)', async () => {
    const desk = await journey.sitDown(await journey.add('developer'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/developers/limits?from=2026-11-19`);
    await heading(page, 'Limits').waitFor();
    await from(page).focus();
    await page.keyboard.type('11182026');
    await expect.poll(() => daysOf(page)[0]).toBe('2026-11-18');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => daysOf(page)[0]).toBe('2027-11-18');
    expect(await from(page).evaluate((field) => field === document.activeElement)).toBe(true);
    expectNoFaults(desk);
  });

  test('may be the last one of the calendar, in every list (P44)', async () => {
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    for (const path of ['transactions', 'audit', 'developers/calls', 'developers/limits']) {
      await page.goto(`${homeOf(journey)}/${path}?from=1000-01-01&to=9999-12-31`);
      await page.waitForLoadState('networkidle');
      expect(await page.locator('.failure').count(), path).toBe(0);
    }
    expectNoFaults(desk);
  });
});
