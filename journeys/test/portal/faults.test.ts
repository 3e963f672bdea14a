import { asId } from '@titular/test-kit';
import { cutDatabase } from '@titular/test-kit/database/cut-database.ts';
import { describe, expect, test } from 'vitest';
import { beBusyOnce, button, fetchAsPage, heading, homeOf, part, transactionPage } from './open-pages.ts';
import { type Desk, expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();

const seated = async (): Promise<Desk> =>
  portal.journey.sitDown(await portal.journey.add('support'), { expectedStatuses: [500] });

describe('the database is gone for a while (P57)', () => {
  test('the page says so, keeps what was typed, and goes on by itself', async () => {
    const { id } = await portal.merchant.create();
    const desk = await seated();
    const { page } = desk;
    await page.goto(`${homeOf(portal.journey)}/transactions/new`);
    await heading(page, 'New transaction').waitFor();
    const order = page.getByRole('textbox', { name: 'Order number' });
    await order.fill('typed-before');
    const other = await desk.context.newPage();
    await other.goto(transactionPage(portal.journey, id));
    await other.getByRole('heading', { level: 2, name: 'Waiting for selfie' }).waitFor();
    const restore = await cutDatabase(portal.journey.service);
    try {
      await other.locator('.bar', { hasText: 'The server does not answer.' }).waitFor();
      expect(await other.getByRole('heading', { level: 2, name: 'Waiting for selfie' }).isVisible()).toBe(
        true,
      );
      const late = await desk.context.newPage();
      await late.goto(`${homeOf(portal.journey)}/transactions`);
      expect(await late.getByText('Sign in').count()).toBe(0);
      await restore();
      await late
        .getByRole('link', { name: /order-/ })
        .first()
        .waitFor();
    } finally {
      await restore();
    }
    await other.locator('.bar').waitFor({ state: 'detached' });
    expect(await order.inputValue()).toBe('typed-before');
    expectNoFaults(desk);
  });

  test('no act is done twice: by a double press, and where the answer was lost', async () => {
    const { id } = await portal.merchant.create();
    const desk = await seated();
    const { page } = desk;
    await page.goto(transactionPage(portal.journey, id));
    await page.route('**/link', async (route) => {
      await fetchAsPage(route, portal.journey);
      await route.abort('connectionfailed');
    });
    await button(page, 'New link').click();
    await button(page, 'Make the link').dblclick();
    await page.getByText('No answer came, so it is not known whether it was done.').waitFor();
    expect(await countLinks(id)).toBe(2);
    await page.unroute('**/link');
    // Nothing is sent before the page knows that the service is back.
    await page.locator('.bar').waitFor({ state: 'detached' });
    await button(page, 'Make the link').dblclick();
    await page.locator('.secret').waitFor();
    expect(await countLinks(id)).toBe(3);
    expectNoFaults(desk, /ERR_CONNECTION_FAILED/);
  });
});

describe('a service that is busy', () => {
  test('signs nobody out: the page asks again who it is, after Retry-After (P57)', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('support'), {
      expectedStatuses: [429],
    });
    const { page } = desk;
    const wasAsked = await beBusyOnce(page);
    // A page that takes the person for signed out signs them in again, with the passkey that it finds.
    const signIns: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/portal/api/sign-in/')) signIns.push(request.url());
    });
    await page.goto(homeOf(portal.journey));
    await page.getByRole('link', { name: 'Transactions' }).waitFor();
    expect([wasAsked(), signIns]).toEqual([true, []]);
    expectNoFaults(desk);
  });
});

describe('a part that fails (P59)', () => {
  test('shows itself as failed with the request id, and the rest of the page stays', async () => {
    const { id } = await portal.merchant.create();
    await portal.merchant.step(id, 'approve');
    const desk = await seated();
    const { page } = desk;
    await page.route('**/receipt', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        headers: { 'x-request-id': '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90' },
        body: JSON.stringify({ code: '50000', message: 'made to fail' }),
      }),
    );
    await page.goto(transactionPage(portal.journey, id));
    await part(page, 'Decision').click();
    await button(page, /receipt/i)
      .first()
      .click();
    await page.getByText('0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90').waitFor();
    expect(await page.getByText('made to fail').count()).toBe(0);
    expect(await page.locator('.bar').count()).toBe(0);
    await page.getByRole('heading', { level: 2, name: 'Approved' }).waitFor();
    await part(page, 'Timeline').click();
    await page.getByText('Created').first().waitFor();
    expectNoFaults(desk);
  });

  test('says so above a list that could not be read again, and shows none of it to whom it is closed by now (P30)', async () => {
    const orderNumber = `kept-${crypto.randomUUID()}`;
    await portal.merchant.create({ orderNumber });
    const desk = await portal.journey.sitDown(await portal.journey.add('support'), {
      expectedStatuses: [403, 500],
    });
    const { page } = desk;
    const answering = (status: number, code: string) =>
      page.route('**/transactions/search', (route) =>
        route.fulfill({
          status,
          contentType: 'application/json',
          body: JSON.stringify({ code, message: '' }),
        }),
      );
    await page.goto(`${homeOf(portal.journey)}/transactions`);
    const row = page.getByRole('link', { name: orderNumber });
    await row.waitFor();
    await answering(500, '50000');
    await button(page, 'Refresh').click();
    await page.getByText('This part could not be shown').waitFor();
    expect(await row.count()).toBe(1);
    await answering(403, '40301');
    await button(page, 'Try again').click();
    await row.waitFor({ state: 'detached' });
    await page.unroute('**/transactions/search');
    await button(page, 'Try again').click();
    await row.waitFor();
    expect(await page.getByText('This part could not be shown').count()).toBe(0);
    expectNoFaults(desk);
  });

  test('whose data make it throw leaves the other parts', async () => {
    const { id } = await portal.merchant.create();
    await portal.merchant.step(id, 'attempt-too-dark');
    const desk = await seated();
    const { page } = desk;
    await page.route(`**/transactions/${id}`, async (route) => {
      if (route.request().resourceType() === 'document') return route.continue();
      const response = await fetchAsPage(route, portal.journey);
      const body = await response.json();
      body.captures.attempts[0].poses = 7;
      await route.fulfill({ response, json: body });
    });
    await page.goto(`${transactionPage(portal.journey, id)}?part=attempts`);
    await page.getByText('This part could not be shown').waitFor();
    await page.getByRole('heading', { level: 2, name: 'Waiting for selfie' }).waitFor();
    await page.getByText('Person and card').waitFor();
  });
});

describe('another release (P58)', () => {
  test('is offered as one reload, and nothing is lost by waiting', async () => {
    const desk = await seated();
    const { page } = desk;
    let version = '1.0.0';
    await page.route('**/portal/api/state', async (route) => {
      const response = await fetchAsPage(route, portal.journey);
      await route.fulfill({ response, json: { ...(await response.json()), version } });
    });
    const told = page.waitForResponse('**/portal/api/state');
    await page.goto(homeOf(portal.journey));
    await heading(page, /./).waitFor();
    await told;
    version = '1.1.0';
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('There is a new release of the portal.').waitFor();
    await page.getByRole('combobox').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('There is a new release of the portal.').waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('that no longer has a part of the old page reloads it by itself, once', async () => {
    const { id } = await portal.merchant.create();
    const desk = await portal.journey.sitDown(await portal.journey.add('support'), {
      expectedStatuses: [404],
    });
    const { page } = desk;
    await page.goto(homeOf(portal.journey));
    await page.getByRole('link', { name: 'Transactions' }).waitFor();
    await page.route('**/portal/assets/case-pages*', (route) => route.fulfill({ status: 404 }));
    const loads: string[] = [];
    page.on('framenavigated', (frame) => loads.push(frame.url()));
    page.once('load', () => void page.unroute('**/portal/assets/case-pages*'));
    await page.evaluate(
      (to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      },
      transactionPage(portal.journey, id),
    );
    await page.getByRole('heading', { level: 2, name: 'Waiting for selfie' }).waitFor();
  });
});

/** Links that were ever made for a transaction. */
async function countLinks(id: string): Promise<number> {
  const { count } = await portal.journey.service.service.database.db
    .selectFrom('capture_links')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('subject_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  return Number(count);
}
