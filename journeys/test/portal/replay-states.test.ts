import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { operatorOf } from '@titular/test-kit';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, part, transactionPage } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
const PART = '**/portal/assets/replay-view*';
const momentMark = (page: Page) => page.getByText('You are looking at this transaction as it stood on');

/** The page of a transaction at an instant of long after; the last known is shown. */
const pageAt = (id: string, at = '2099-01-01T00:00:00Z'): string =>
  `${transactionPage(portal.journey, id)}?at=${at}`;

describe('the part that shows an earlier moment', () => {
  test('has its place before it comes, and the heading is there (P32, loading)', async () => {
    const { id } = await portal.merchant.create({ orderNumber: 'S-1' });
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    let send: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(PART, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pageAt(id));
    await page.getByRole('heading', { level: 1, name: 'S-1' }).waitFor();
    await page.locator('.case .skeleton-shown').waitFor();
    expect(await page.getByRole('link', { name: 'Transactions' }).count()).toBeGreaterThan(0);
    send();
    await momentMark(page).waitFor();
    // The settings of then come after it, in a place of their own.
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
    expectNoFaults(desk);
  });

  test('that does not come says so in its place, and comes when it is asked for again (P32, failed)', async () => {
    const { id } = await portal.merchant.create({ orderNumber: 'S-2' });
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    await page.route(PART, (route) => route.abort('connectionfailed'));
    await page.goto(pageAt(id));
    await page.getByText('This part could not be shown').waitFor();
    // It may belong to another release: the page loads itself once more before it gives up.
    await page.getByText('There is a new release of the portal.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'S-2' }).waitFor();
    await page.unroute(PART);
    await button(page, 'Try again').click();
    await momentMark(page).waitFor();
    await page.getByText('"status": "waiting"').waitFor();
    expectNoFaults(desk, /ERR_CONNECTION_FAILED|dynamically imported module/);
  });

  test('says before the creation that there was nothing, and after it that nothing had been sent (P32, empty)', async () => {
    const { id } = await portal.merchant.create({ orderNumber: 'S-3' });
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    await page.goto(pageAt(id, '2020-01-01T00:00:00Z'));
    await page.locator('.empty', { hasText: 'It was created on' }).waitFor();
    expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe(
      'The transaction did not exist yet.',
    );
    expect(await page.locator('.panel').count()).toBe(0);
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.getByText('No webhook had been sent by then.').waitFor();
    await part(page, 'Attempts').click();
    await page.locator('.parts .empty').waitFor();
    expectNoFaults(desk);
  });

  test('shows a role no part that the present keeps from it, and of a company out of reach the same as of nobody (P32, P33, forbidden)', async () => {
    const { journey, merchant } = portal;
    const { id } = await merchant.create({ orderNumber: 'S-4' });
    const viewer = await journey.sitDown(await journey.add('viewer'));
    const { page } = viewer;
    const partsOf = () => page.getByRole('navigation', { name: 'Parts of this case' }).allTextContents();
    await page.goto(transactionPage(journey, id));
    await part(page, 'Timeline').waitFor();
    const parts = await partsOf();
    expect(parts.join()).not.toMatch(/Calls|Staff/);
    await page.goto(`${pageAt(id)}&part=calls`);
    await momentMark(page).waitFor();
    expect(await partsOf()).toEqual(parts);
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    expectNoFaults(viewer);

    const { tenantId } = journey.tenant;
    const other = await createCompany(operatorOf(journey.service), tenantId, { name: 'Second company' });
    const person = await journey.add('support', [other]);
    const outside = await journey.sitDown(person, { expectedStatuses: [404] });
    for (const one of [id, '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90']) {
      await outside.page.goto(pageAt(one));
      await outside.page.getByText('There is nothing here under this address').waitFor();
      expect(await outside.page.locator('.moment').count()).toBe(0);
    }
    expectNoFaults(outside);
  });
});
