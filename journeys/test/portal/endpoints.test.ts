import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { fetchToken, openTenantKey, operatorOf } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeOf } from './open-pages.ts';
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

test('the types of events are chosen where an endpoint is added, and where it is changed', async () => {
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  const dialog = page.getByRole('dialog');
  const settings = page.getByRole('region', { name: 'Settings' });
  await page.goto(`${homeOf(journey)}/developers/endpoints`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('Address').fill('https://shop.example/chosen');
  await dialog.getByText('All, future ones too').click();
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByText('Choose at least one type.').waitFor();
  await dialog.getByText('Transaction finished').click();
  await dialog.getByText('New link wanted').click();
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('link', { name: 'https://shop.example/chosen' }).click();
  await settings.getByText('Transaction finished, New link wanted').waitFor();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  await dialog.getByText('All, future ones too').click();
  await dialog.getByRole('button', { name: 'Change' }).click();
  await settings.getByText('All events').waitFor();
  expectNoFaults(desk);
});

test('an address that credentials were given for is not changed without them, and the page says so', async () => {
  const { service, tenant } = journey;
  const authorization = `Bearer ${await fetchToken(service, tenant)}`;
  const made = await fetch(`${service.url}/api/public/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      company: tenant.companyId,
      url: 'https://shop.example/guarded',
      authentication: { kind: 'basic', user: 'shop', password: 'a long enough password' },
    }),
  });
  expect(made.status).toBe(200);
  const { id } = (await made.json()) as { id: string };
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await page.goto(`${homeOf(journey)}/developers/endpoints/${id}`);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://shop.example/moved');
  await dialog.getByText('Its webhooks carry credentials').waitFor();
  await dialog.getByRole('button', { name: 'Change' }).click();
  expect(sent).toEqual([]);
  await dialog.getByLabel('Address').fill('https://shop.example/guarded');
  await dialog.getByLabel('Description').fill('the guarded one');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await page.getByText('the guarded one').first().waitFor();
  expectNoFaults(desk);
});

test('acts on an endpoint are copied as the commands that do the same (F10)', async () => {
  const { service, tenant } = journey;
  const { tenantId, companyId } = tenant;
  const key = await openTenantKey(service, tenantId);
  const url = 'https://shop.example/by-command';
  const wanted = { tenantId, companyId, url, environment: 'test', loopbackAllowed: true } as const;
  const { endpointId } = await registerEndpoint(service.service.database.db, key, wanted);
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/endpoints/${endpointId}`);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const expectCopied = (command: string) =>
    expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`npx titular webhooks ${command} --tenant ${tenantId}`);
  await choose('Copy as command');
  await expectCopied(`test ${endpointId}`);
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  for (const [name, command] of [
    ['Change', `change ${endpointId} '--description=Shop of Ana'`],
    ['Replace the secret', `rotate-secret ${endpointId} --overlap 86400s --out .titular/webhook.whsec`],
    ['Switch off', `disable ${endpointId}`],
    ['Delete', `delete ${endpointId}`],
  ] as const) {
    await choose(name);
    if (name === 'Change') await dialog.getByLabel('Description').fill('Shop of Ana');
    await dialog.getByRole('button', { name: 'Copy as command' }).click();
    await expectCopied(command);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
  expectNoFaults(desk);
});

test('only a whole id gets from the filter of the event log into the address, and Back takes it out (P38)', async () => {
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/events`);
  const field = page.getByLabel('Id of a transaction or process');
  for (const typed of ['52998224725', 'Zenobia Canaria', 'x'.repeat(36)]) {
    await field.fill(typed);
    expect(new URL(page.url()).search).toBe('');
  }
  await page.getByText('This is no whole id.').waitFor();
  const id = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b';
  await field.fill(id.toUpperCase());
  await page.getByText('Nothing matches these filters').waitFor();
  expect(new URL(page.url()).search).toBe(`?transaction=${id}`);
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('');
  expectNoFaults(desk);
});

test('every one of 230 endpoints is reached, page by page, and stays in sight when one is changed (P7, P53)', async () => {
  const { service, tenant } = journey;
  const { tenantId } = tenant;
  const companyId = await createCompany(operatorOf(service), tenantId, { name: 'Many Endpoints' });
  const key = await openTenantKey(service, tenantId);
  for (let index = 0; index < 230; index += 1) {
    const url = `https://shop.example/many/${index}`;
    const wanted = { tenantId, companyId, url, environment: 'test', loopbackAllowed: true } as const;
    await registerEndpoint(service.service.database.db, key, wanted);
  }
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/endpoints?company=${companyId}`);
  const rows = page.locator('main tbody tr');
  const more = page.getByRole('button', { name: 'Show more endpoints' });
  for (const [shown, words] of [
    [20, '20 endpoints shown'],
    [120, '120 endpoints shown'],
    [220, '220 endpoints shown'],
  ] as const) {
    await page.getByText(words, { exact: true }).waitFor();
    expect(await rows.count()).toBe(shown);
    await more.focus();
    await page.keyboard.press('Enter');
  }
  await page.getByText('230 endpoints shown', { exact: true }).waitFor();
  await more.waitFor({ state: 'detached' });
  const oldest = rows.filter({
    has: page.getByRole('link', { name: 'https://shop.example/many/0', exact: true }),
  });
  await oldest.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await oldest.getByText('Off: switched off').waitFor();
  expect(await rows.count()).toBe(230);
  expectNoFaults(desk);
}, 120_000);
