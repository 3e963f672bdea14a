import { fetchToken } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const BURST = 10;
const SENT = 40;

let journey: PortalJourney;

beforeAll(async () => {
  journey = await startPortal();
}, 360_000);
afterAll(() => journey.close());

/** Sends calls of the API at once; answers how many were refused. */
async function send(count: number): Promise<number> {
  const { service, tenant } = journey;
  const authorization = `Bearer ${await fetchToken(service, tenant)}`;
  const statuses = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await fetch(`${service.url}/api/public/v1/limits`, { headers: { authorization } });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return statuses.filter((status) => status === 429).length;
}

test('a developer sees what was refused, who had it, and by keyboard which limits would have done (F4, P11, P48)', async () => {
  const { db } = journey.service.service.database;
  await db
    .updateTable('tenants')
    .set({ rate_per_second: 10, rate_burst: BURST })
    .where('tenant_id', '=', journey.tenant.tenantId)
    .execute();
  const refused = await eventually(async () => {
    const count = await send(SENT);
    expect(count).toBeGreaterThan(0);
    return count;
  });
  await eventually(async () => {
    const rows = await db.selectFrom('api_calls').select('repeated').where('code', '=', '42901').execute();
    expect(rows.reduce((sum, { repeated }) => sum + repeated + 1, 0)).toBe(refused);
  });
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(homeOf(journey));
  await page.getByRole('link', { name: 'Limits' }).click();
  await heading(page, 'Limits').waitFor();
  await page.getByText(`10 a second, ${BURST} at once`).waitFor();
  const number = page.getByRole('link', { name: String(refused), exact: true });
  await number.waitFor();
  await page.getByText(/The rate limit really refused/).waitFor();

  const slider = page.getByRole('slider', { name: 'Burst: calls at once' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(page.url()).searchParams.get('burst')).toBe(String(BURST + 1));
  await page.keyboard.press('End');
  await page
    .getByText(/none of .* calls would have been refused/)
    .first()
    .waitFor();
  await page.keyboard.press('Home');
  await page
    .getByText(/calls? would have been refused\. The longest wait/)
    .first()
    .waitFor();
  await page.getByText('The same as a table').click();
  await expect.poll(() => page.locator('.chart-table tbody tr').count()).toBeGreaterThan(0);
  await page.getByText('Copy as command').last().click();
  await page.getByText('npx titular limits simulate access.log --rate 10 --burst 1').waitFor();

  await number.click();
  await heading(page, 'API calls').waitFor();
  await page.getByRole('button', { name: /^Since / }).waitFor();
  await page.getByText('42901').first().waitFor();
  await page.goBack();
  await heading(page, 'Limits').waitFor();
  expect(new URL(page.url()).searchParams.get('burst')).toBe('1');
  expectNoFaults(desk);
});

test('what cannot be read says so in its place, and goes on after a press (P59)', async () => {
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  const times = /\/limits\/calls$/;
  await page.route(times, (route) => route.fulfill({ status: 400, json: { code: '40002', message: 'x' } }));
  await page.goto(`${homeOf(journey)}/developers/limits`);
  await page.getByText('Rate of calls').first().waitFor();
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await page.unroute(times);
  await again.click();
  await page.locator('.chart').waitFor();
});

test('a member of some companies is told why limits are not for them, and support has no such page (P32)', async () => {
  const { companyId } = journey.tenant;
  const narrow = await journey.sitDown(await journey.add('developer', [companyId]));
  await narrow.page.goto(`${homeOf(journey)}/developers/limits`);
  await narrow.page.getByText('You see some companies only').waitFor();
  const support = await journey.sitDown(await journey.add('support'));
  await support.page.goto(homeOf(journey));
  await support.page.getByRole('link', { name: 'Transactions' }).first().waitFor();
  expect(await support.page.getByRole('link', { name: 'Limits' }).count()).toBe(0);
  for (const desk of [narrow, support]) expectNoFaults(desk);
});
