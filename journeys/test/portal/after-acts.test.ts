import { newCpf } from '@titular/test-kit';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, fetchAsPage, heading, homeOf, transactionPage } from './open-pages.ts';
import { type Desk, expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();
const LOST = 'No answer came, so it is not known whether it was done.';
const PROVOKED = /ERR_CONNECTION_FAILED/;

/** Loses the answers of acts at a path, which are carried out, until the one that is made meanwhile has ended. */
async function losing(page: Page, path: string | RegExp, act: () => Promise<void>): Promise<void> {
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
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

  test('of a switch or a deletion of an endpoint shows what is, in the list and on its page', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('developer'), {
      expectedStatuses: [404],
    });
    const { page } = desk;
    const [first, second] = await Promise.all([portal.merchant.listen(), portal.merchant.listen()]);
    const act = async (url: string, words: string): Promise<void> => {
      await button(page, `Actions for ${url}`).click();
      await page.getByRole('menuitem', { name: words, exact: true }).click();
      await losing(page, /\/endpoints\/[0-9a-f-]{36}$/, () =>
        page.getByRole('alertdialog').getByRole('button', { name: words, exact: true }).click(),
      );
    };
    const cancel = () => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`${homeOf(portal.journey)}/developers/endpoints`);
    await act(first.url, 'Switch off');
    await cancel();
    await page.getByRole('row', { name: first.url }).getByText('Off: switched off').waitFor();
    await act(first.url, 'Delete');
    await cancel();
    await page.getByRole('row', { name: first.url }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: second.url }).click();
    await heading(page, /^Webhook endpoint$/).waitFor();
    await act(second.url, 'Switch off');
    await cancel();
    await page.getByRole('heading', { name: /^This endpoint is off/ }).waitFor();
    await act(second.url, 'Delete');
    await cancel();
    await page.getByRole('heading', { name: /^This endpoint is off/ }).waitFor({ state: 'detached' });
    expectNoFaults(desk, PROVOKED);
  });

  test('of a cancellation shows that it is canceled', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    const { id } = await portal.merchant.create();
    await page.goto(transactionPage(portal.journey, id));
    await button(page, 'Cancel transaction').click();
    await losing(page, '**/cancel', () => button(page, 'Yes, cancel it').click());
    await page.getByRole('heading', { level: 2, name: 'Canceled' }).waitFor();
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

  test('of an entry into an organization leads in, and of a leave out (P46)', async () => {
    const { journey } = portal;
    const desk = await journey.sitDown(await addOperator(journey.service));
    const { page } = desk;
    const inside = new RegExp(`/t/${journey.tenant.tenantId}`);
    const bar = page.getByRole('complementary', { name: 'You are in an organization as operator' });
    const lose = (path: string) =>
      page.route(path, async (route) => {
        await fetchAsPage(route, journey);
        await route.abort('connectionfailed');
      });
    await page.goto(`${journey.portalUrl}/op/tenants/${journey.tenant.tenantId}`);
    await button(page, 'Enter').click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 4711');
    await lose('**/enter');
    await page.keyboard.press('Enter');
    await bar.waitFor();
    await expect.poll(() => page.url()).toMatch(inside);
    await lose('**/leave');
    await bar.getByRole('button', { name: 'Leave' }).click();
    await bar.waitFor({ state: 'detached', timeout: 10_000 });
    await expect.poll(() => page.url()).not.toMatch(inside);
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

  test('a toast that is closed by keyboard gives the focus back to where it was, else to the heading (P48, P49)', async () => {
    const { journey } = portal;
    const admin = await journey.add('admin');
    await admin.browser.call('startTransactionExport', {
      ...{ params: { tenant_id: journey.tenant.tenantId }, body: {} },
    });
    const desk = await journey.sitDown(admin);
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/exports`);
    const copy = page.getByRole('button', { name: /^Copy as command: Delete/ });
    const dismiss = button(page, 'Dismiss');
    await copy.press('Enter');
    await dismiss.focus();
    await dismiss.press('Enter');
    await dismiss.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^Copy as command: Delete/);
    await copy.press('Enter');
    await dismiss.focus();
    await page.evaluate(() => document.querySelector('.export-line')?.remove());
    await dismiss.press('Enter');
    await expect.poll(() => focused(page)).toBe('Files');
    expectNoFaults(desk);
  });

  test('the line of a list says what the case that is open beside it says', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    const orderNumber = `B-${crypto.randomUUID()}`;
    const { id } = await portal.merchant.create({ orderNumber });
    await page.goto(`${homeOf(portal.journey)}/transactions`);
    await page.getByRole('link', { name: orderNumber }).click();
    await page.getByRole('complementary', { name: 'Opened transaction' }).waitFor();
    const line = page.getByRole('row', { name: orderNumber });
    expect(await line.locator('.col-attempts').textContent()).toBe('0');
    await portal.merchant.addPicture(id);
    await portal.merchant.step(id, 'approve');
    await line.getByText('Approved').waitFor();
    await expect.poll(() => line.locator('.col-attempts').textContent()).toBe('1');
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
