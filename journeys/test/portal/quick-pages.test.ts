import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { heading, homeOf } from './open-pages.ts';
import { type Desk, expectNoFaults, PHONE } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();

/** The script of the page of one transaction. */
const CASE_SCRIPT = /\/portal\/assets\/case-pages-/;

async function openList(before: (page: Page) => Promise<unknown>): Promise<Desk & { orderNumber: string }> {
  const orderNumber = `A-${crypto.randomUUID()}`;
  await portal.merchant.create({ orderNumber });
  const desk = await portal.journey.sitDown(await portal.journey.add('support'), { viewport: PHONE });
  const { page } = desk;
  const ready = before(page);
  await page.goto(`${homeOf(portal.journey)}/transactions`);
  await page.getByRole('link', { name: orderNumber }).waitFor();
  await ready;
  return { ...desk, orderNumber };
}

describe('from the list to a transaction', () => {
  test('what its page is made of comes while nobody presses anything: a press asks for the transaction alone (P51, P56)', async () => {
    const desk = await openList((page) => page.waitForResponse(CASE_SCRIPT));
    const { page, orderNumber } = desk;
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: orderNumber }).click();
    await heading(page, orderNumber).waitFor();
    expect(asked.map((path) => path.replace(/\/[0-9a-f-]{36}/g, '/…'))).toEqual([
      '/portal/api/t/…/transactions/…',
    ]);
    expectNoFaults(desk);
  });

  test('the list stays as it is until the page is there, however late that comes (P49, P56)', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const desk = await openList((page) =>
      page.route(CASE_SCRIPT, async (route) => {
        await held;
        await route.continue();
      }),
    );
    const { page, orderNumber } = desk;
    const table = await page.getByRole('table', { name: 'Transactions' }).elementHandle();
    await page.getByRole('link', { name: orderNumber }).click();
    await page.waitForURL(/\/transactions\/[0-9a-f-]{36}$/);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await table?.evaluate((element) => element.isConnected)).toBe(true);
    release();
    await heading(page, orderNumber).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expectNoFaults(desk);
  });
});

test('who is signed in is asked while the first words are on their way, and once (P56)', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const desk = await portal.journey.sitDown(await portal.journey.add('viewer'));
  const { page } = desk;
  await page.route(/\/portal\/assets\/early-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/portal/api/session')) asked.push(request.method());
  });
  const answered = page.waitForResponse((response) => response.url().endsWith('/portal/api/session'));
  await page.goto(homeOf(portal.journey));
  await answered;
  expect(await page.locator('#app *').count()).toBe(0);
  release();
  await heading(page, 'Home').waitFor();
  expect(asked).toEqual(['GET']);
  expectNoFaults(desk);
});
