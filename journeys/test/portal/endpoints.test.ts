import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
beforeAll(async () => {
  journey = await startPortal();
});
afterAll(() => journey?.close());

test('an endpoint is added in the page, and its secret leaves the page with its dialog (P43)', async () => {
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(`${journey.portalUrl}/t/${journey.tenant.tenantId}/developers/endpoints`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Address').fill('https://shop.example/webhooks');
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  const secret = await page.locator('.secret').textContent();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('rowheader', { name: 'https://shop.example/webhooks' }).waitFor();
  expect(await page.content()).not.toContain('whsec_');
  expectNoFaults(desk);
});
