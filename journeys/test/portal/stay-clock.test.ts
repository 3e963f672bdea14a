import { addOperator } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
}, 360_000);
afterAll(() => journey?.close());

test('an operator whose machine is an hour ahead stays as long as the service says, and asks no more for it (P46)', async () => {
  const desk = await journey.sitDown(await addOperator(journey.service));
  const { page } = desk;
  await page.clock.install({ time: Date.now() + 3_700_000 });
  await page.goto(`${journey.portalUrl}/op/tenants/${journey.tenant.tenantId}`);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/portal/api/session')) asked += 1;
  });
  await button(page, 'Enter').click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 4711: webhooks are late');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('complementary', { name: 'You are in an organization as operator' });
  await bar.waitFor();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  await page.waitForLoadState('networkidle');
  expect(await bar.count()).toBe(1);
  expect(await page.getByText(/^Your stay in/).count()).toBe(0);
  expect(asked).toBeLessThan(6);
  expectNoFaults(desk);
});
