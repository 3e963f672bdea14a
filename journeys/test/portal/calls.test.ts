import { fetchToken, newTransactionBody } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const CANARY = 'canary-order-77';
const REFUSED = 3;

let journey: PortalJourney;

beforeAll(async () => {
  journey = await startPortal();
}, 360_000);
afterAll(() => journey.close());

/** Calls the API as the merchant's system does; answers the status. */
async function create(changes: object): Promise<number> {
  const { service, tenant } = journey;
  const response = await fetch(`${service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await fetchToken(service, tenant)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...newTransactionBody(tenant.companyId), ...changes }),
  });
  await response.arrayBuffer();
  return response.status;
}

test('a developer learns why calls were refused and what to do, from the menu to one call (F10, P4, P38)', async () => {
  expect(await create({ orderNumber: CANARY })).toBe(200);
  for (let count = 0; count < REFUSED; count += 1)
    expect(await create({ orderNumber: CANARY, card: { binDigits: '1' } })).toBe(400);
  const { db } = journey.service.service.database;
  await eventually(async () => {
    const rows = await db.selectFrom('api_calls').select('call_id').where('code', '=', '40002').execute();
    expect(rows).toHaveLength(REFUSED);
  });
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(homeOf(journey));
  await page.getByRole('link', { name: 'API calls' }).click();
  await heading(page, 'API calls').waitFor();
  const cause = page.locator('.cause', { hasText: '40002' });
  await cause.getByText('Correct the named field and send the request again.').waitFor();
  const number = cause.getByRole('link', { name: `${REFUSED} calls`, exact: true });
  const opened = page.context().waitForEvent('page');
  await number.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  await expect.poll(() => page.locator('.calls-list:focus').count()).toBe(0);
  await number.click();
  await page.waitForURL(/\?code=40002$/);
  const rows = page.locator('.row-table tbody tr[data-row]');
  await expect.poll(() => rows.count()).toBe(REFUSED);
  await page.getByText('Copy as command').click();
  await page.getByText('--data-urlencode code=40002').waitFor();
  await rows.first().getByRole('link').click();
  await heading(page, 'API call').waitFor();
  await page.getByText('Why it was refused').waitFor();
  await page.getByText('"binDigits": "[text of 1]"').waitFor();
  expect(await page.content()).not.toContain(CANARY);
  await page.keyboard.press('Escape');
  await heading(page, 'API calls').waitFor();
  expect(page.url()).toMatch(/\?code=40002$/);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => rows.count()).toBe(REFUSED);
  expectNoFaults(desk);
});

test('a member of some companies is told why the log is not for them, and support has no such page (P32)', async () => {
  const { companyId } = journey.tenant;
  const narrow = await journey.sitDown(await journey.add('developer', [companyId]));
  await narrow.page.goto(homeOf(journey));
  await narrow.page.getByRole('link', { name: 'API calls' }).click();
  await narrow.page.getByText('You see some companies only').waitFor();
  const support = await journey.sitDown(await journey.add('support'));
  await support.page.goto(homeOf(journey));
  await support.page.getByRole('link', { name: 'Transactions' }).first().waitFor();
  expect(await support.page.getByRole('link', { name: 'API calls' }).count()).toBe(0);
  for (const desk of [narrow, support]) expectNoFaults(desk);
});
