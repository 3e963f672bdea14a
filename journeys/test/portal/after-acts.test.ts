import { newCpf } from '@titular/test-kit';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, fetchAsPage, heading, homeOf } from './open-pages.ts';
import { type Desk, expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
const LOST = 'No answer came, so it is not known whether it was done.';
const PROVOKED = /ERR_CONNECTION_FAILED/;

/** Loses the answers of calls to a path, which are carried out, until the act that is made meanwhile has ended. */
async function losing(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await page.route(path, async (route) => {
    await fetchAsPage(route, portal.journey);
    await route.abort('connectionfailed');
  });
  await act();
  await page.getByText(LOST).waitFor();
  await page.unroute(path);
  // Nothing is sent before the page knows that the service is back.
  await page.locator('.bar').waitFor({ state: 'detached' });
}

const adminDesk = async (): Promise<Desk> => portal.journey.sitDown(await portal.journey.add('admin'));

/** What has the focus, in words. */
const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

describe('a lost answer (P57)', () => {
  test('of a new organization is made good by the same press: there is one', async () => {
    const { journey } = portal;
    const desk = await journey.sitDown(await addOperator(journey.service));
    const { page } = desk;
    const name = `Once ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto(`${journey.portalUrl}/op/tenants`);
    await button(page, 'New organization').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await losing(page, '**/portal/api/deployment/tenants', () => button(page, 'Create').click());
    await dialog.getByText('Pressing again with the same name creates nothing twice.').waitFor();
    await button(page, 'Create').click();
    await page.locator('.toaster li', { hasText: name }).waitFor();
    await page.getByRole('row', { name }).waitFor();
    expect(await page.getByRole('row', { name }).count()).toBe(1);
    expectNoFaults(desk, PROVOKED);
  });

  test('of an invitation shows what was made: the list is read again', async () => {
    const desk = await adminDesk();
    const { page } = desk;
    await page.goto(`${homeOf(portal.journey)}/team`);
    await button(page, 'Invite').click();
    await page.getByLabel('Name (only a note for you)').fill('Lost link');
    await losing(page, '**/invitations', () => button(page, 'Make the link').click());
    await page.locator('.list li', { hasText: 'Lost link' }).waitFor({ state: 'attached' });
    expectNoFaults(desk, PROVOKED);
  });

  test('of an erasure leads to its receipt also after a look at what was typed', async () => {
    const value = newCpf();
    await portal.merchant.create({ identity: { key: 'cpf', value } });
    const desk = await adminDesk();
    const { page } = desk;
    await page.goto(`${homeOf(portal.journey)}/data`);
    await button(page, 'Erase a person').click();
    await page.getByLabel('Document number').fill(value);
    await button(page, 'Continue').click();
    await losing(page, '**/erasures', () => button(page, 'Erase the person').click());
    await button(page, 'Back').click();
    await button(page, 'Continue').click();
    await button(page, 'Erase the person').click();
    await page.locator('.data-receipt').waitFor();
    const { count } = await portal.journey.service.service.database.db
      .selectFrom('erasures')
      .select((row) => row.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    expectNoFaults(desk, PROVOKED);
  });
});

describe('after an act', () => {
  test('the focus stays in the part whose line is gone, also through a dialog (P48, P49)', async () => {
    const { journey } = portal;
    const params = { tenant_id: journey.tenant.tenantId };
    const admin = await journey.add('admin');
    await admin.browser.call('inviteMember', {
      params,
      body: { role: 'viewer', companies: 'all', name: 'Gone' },
    });
    await admin.browser.call('startTransactionExport', { params, body: {} });
    const desk = await journey.sitDown(admin);
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/team`);
    await button(page, 'Withdraw the invitation of Gone').press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
    await button(page, 'Withdraw the invitation of Gone').waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Open invitations');
    await page.goto(`${homeOf(journey)}/exports`);
    await page.getByRole('button', { name: /^Delete: Transactions, \d/ }).press('Enter');
    await page.getByText('No files').waitFor();
    await expect.poll(() => focused(page)).toBe('Files');
    expectNoFaults(desk);
  });

  test('a transaction that was created by hand stands in the list that was read before (P1)', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    const orderNumber = `N-${crypto.randomUUID()}`;
    await page.goto(`${homeOf(portal.journey)}/transactions`);
    await page.getByRole('table', { name: 'Transactions' }).waitFor();
    await button(page, 'New transaction').click();
    await page.getByLabel('Order number').fill(orderNumber);
    await page.getByLabel('Identity', { exact: true }).fill(newCpf());
    await page.getByLabel('First 8 digits').fill('41111111');
    await page.getByLabel('Last 4 digits').fill('1111');
    await page.getByLabel('Name on the card').fill('Maria da Silva');
    await page.getByLabel('Value (optional)').fill('1.500');
    await button(page, 'Create and get the link').click();
    await page.getByText('This could be thousands or decimals.').waitFor();
    await page.getByLabel('Value (optional)').fill('1500');
    await button(page, 'Create and get the link').click();
    await heading(page, 'New transaction').waitFor();
    await page.locator('.secret').waitFor();
    await page.getByRole('link', { name: 'Transactions', exact: true }).first().click();
    await page.getByRole('link', { name: orderNumber }).waitFor();
    expectNoFaults(desk);
  });

  test('the same text is looked for anew at each press, also in the list of what was found', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    const beginning = `F-${crypto.randomUUID().slice(0, 8)}`;
    await page.goto(homeOf(portal.journey));
    const look = async (): Promise<void> => {
      await page.getByRole('combobox', { name: 'Search' }).fill(beginning);
      await page.keyboard.press('Enter');
    };
    await look();
    await page.getByText('Nothing found').waitFor();
    for (const [count, end] of ['1', '2', '3'].entries()) {
      await portal.merchant.create({ orderNumber: `${beginning}-${end}` });
      // A single hit opens at once.
      if (count === 0) continue;
      await look();
      await page.getByRole('link', { name: `${beginning}-${end}` }).waitFor();
      expect(await page.getByRole('link', { name: beginning }).count()).toBe(count + 1);
    }
    expectNoFaults(desk);
  });
});
