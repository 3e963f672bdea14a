import type { TenantRole } from '@titular/contract';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, heading, part, transactionPage } from './open-pages.ts';
import { expectNoFaults, PHONE } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();

describe('two browsers', () => {
  test('what one changes is on the open page of the other within 3 seconds (P13)', async () => {
    const { id, orderNumber } = await waiting();
    const [acting, watching] = await Promise.all([seated('support'), seated('viewer')]);
    for (const { page } of [acting, watching]) {
      await page.goto(transactionPage(portal.journey, id));
      await heading(page, orderNumber).waitFor();
    }
    await button(acting.page, 'Cancel transaction').click();
    await button(acting.page, 'Yes, cancel it').click();
    await acting.page.getByRole('heading', { level: 2, name: 'Canceled' }).waitFor();
    await watching.page.getByRole('heading', { level: 2, name: 'Canceled' }).waitFor({ timeout: 3_000 });
    // A viewer sees that it happened, and an admin who did it.
    expect(await part(watching.page, 'Staff').count()).toBe(0);
    const admin = await seated('admin');
    await admin.page.goto(`${transactionPage(portal.journey, id)}?part=staff`);
    await admin.page.getByText(/by support [0-9a-f]{8}/).waitFor();
    for (const desk of [acting, watching, admin]) expectNoFaults(desk);
  });

  test('a hidden tab asks nothing, and is right when it is looked at again (P13)', async () => {
    const { id, orderNumber } = await waiting();
    const desk = await seated('viewer');
    const { page } = desk;
    await page.clock.install();
    await page.goto(transactionPage(portal.journey, id));
    await heading(page, orderNumber).waitFor();
    const asked: string[] = [];
    let answered = 0;
    page.on('request', (request) => asked.push(request.url()));
    page.on('response', () => (answered += 1));
    await page.clock.runFor(3_000);
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await setVisibility(page, 'hidden');
    // What was asked before is answered before the minutes pass.
    await expect.poll(() => answered).toBe(asked.length);
    asked.length = 0;
    await page.clock.runFor(600_000);
    expect(asked).toEqual([]);
    await portal.merchant.step(id, 'approve');
    await setVisibility(page, 'visible');
    await page.getByRole('heading', { level: 2, name: 'Approved' }).waitFor();
    expectNoFaults(desk);
  });

  test('a new link ends the pages before, and a selfie under way goes on (P6)', async () => {
    const { id, link } = await waiting();
    const person = await portal.journey.browser.newContext({ viewport: PHONE, locale: 'en-US' });
    const phone = await person.newPage();
    await phone.goto(link);
    await phone.locator('[data-screen="consent"]').waitFor();
    const desk = await seated('support');
    const { page } = desk;
    await page.goto(transactionPage(portal.journey, id));
    await button(page, 'New link').click();
    await page.getByText('Links and pages from before end at once.').waitFor();
    await button(page, 'Make the link').click();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const renewed = String(await page.locator('.secret').textContent());
    await phone.locator('[data-action="accept"]').click();
    await phone.getByRole('heading', { name: 'There is a newer link' }).waitFor();
    await phone.goto(renewed);
    await phone.locator('[data-screen="consent"]').waitFor();
    await button(page, 'Close').last().click();
    await page.locator('.secret').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(renewed.slice(-20));
    await button(page, 'New link').click();
    await page.getByRole('alertdialog').waitFor();
    expect(await page.locator('.secret').count()).toBe(0);
    expectNoFaults(desk);
  });
});

describe('acts that lost a race (P7)', () => {
  test('say what happened first and show the new state', async () => {
    const { id } = await waiting();
    const desk = await seated('support', [400]);
    const { page } = desk;
    await page.goto(transactionPage(portal.journey, id));
    await button(page, 'Cancel transaction').click();
    await button(page, 'Yes, cancel it').waitFor();
    await portal.merchant.step(id, 'approve');
    await button(page, 'Yes, cancel it').click();
    await page.getByText(/Something else happened first\. This is how it stands now: Approved/).waitFor();
    expectNoFaults(desk);
  });
});

async function waiting(): Promise<{ id: string; link: string; orderNumber: string }> {
  const orderNumber = `L-${crypto.randomUUID()}`;
  const { id, link } = await portal.merchant.create({ orderNumber });
  return { id, link, orderNumber };
}

const seated = async (role: TenantRole, expectedStatuses: readonly number[] = []) =>
  portal.journey.sitDown(await portal.journey.add(role), { expectedStatuses });

/** Hides the page, or shows it, as changing the tab does. */
const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now === 'hidden' });
    // It bubbles, as the browser's own does (HTML, page visibility).
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
