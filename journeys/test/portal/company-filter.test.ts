import { randomUUID } from 'node:crypto';
import { createCompany, setCompanyActive } from '@titular/server/tenants/administer-tenants.ts';
import { changeMember } from '@titular/server/users/index.ts';
import { operatorOf } from '@titular/test-kit';
import { signInWithPasskey } from '@titular/test-kit/portal/people.ts';
import { addTenant } from '@titular/test-kit/start-test-service.ts';
import { expect, test } from 'vitest';
import { button, homeOf } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const portal = usePortal();

test('a company that is gone, or out of reach, is told as one, and the lists are whole again by one choice', async () => {
  const { journey, merchant } = portal;
  await merchant.create({ orderNumber: 'A-4712' });
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/transactions?company=${randomUUID()}`);
  const filter = page.getByLabel('Company', { exact: true });
  await filter.waitFor();
  expect(await filter.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
    'A company that is not here',
  );
  await filter.selectOption('All companies');
  await page.getByText('A-4712').first().waitFor();
  expect(new URL(page.url()).searchParams.has('company')).toBe(false);
  await filter.waitFor({ state: 'detached' });
  expectNoFaults(desk);
});

test('the company of the lists goes along from page to page, ends with "All companies", and stays behind in another tenant', async () => {
  const { journey } = portal;
  const { service, tenant } = journey;
  const operator = { ...operatorOf(service), clock: service.clock };
  const second = await createCompany(operator, tenant.tenantId, { name: 'Second shop' });
  const person = await journey.add('admin');
  const other = await addTenant(service);
  const joined = { role: 'admin', companies: 'all', isActive: true } as const;
  await changeMember(operator, other.tenantId, person.userId, joined, { mayJoin: true });
  const browser = await signInWithPasskey(service, person);
  const desk = await journey.sitDown({ ...person, browser });
  const { page } = desk;
  const companyOf = (): string | null => new URL(page.url()).searchParams.get('company');
  await page.goto(`${homeOf(journey)}/transactions`);
  const filter = page.getByLabel('Company', { exact: true });
  await filter.selectOption('Second shop');
  await expect.poll(companyOf).toBe(second);
  await page.getByRole('link', { name: 'Processes' }).first().click();
  await page.waitForURL(/\/processes/);
  expect(companyOf()).toBe(second);
  await filter.selectOption('All companies');
  await expect.poll(companyOf).toBe(null);
  await page.goto(`${homeOf(journey)}/transactions?company=${second}`);
  await page.getByRole('main').getByRole('button', { name: 'All companies' }).click();
  await expect.poll(companyOf).toBe(null);
  await filter.selectOption('Second shop');
  await expect.poll(companyOf).toBe(second);
  await button(page, /Switch to another organization/).click();
  await page.getByRole('menuitem').last().click();
  await page.waitForURL((url) => url.pathname.includes(other.tenantId));
  expect(companyOf()).toBe(null);
  expectNoFaults(desk);
});

test.each(['processes', 'developers/events'])(
  'the list of %s that its company alone leaves empty is whole again by one press',
  async (list) => {
    const { journey } = portal;
    const empty = await createCompany(operatorOf(journey.service), journey.tenant.tenantId, {
      name: 'Empty shop',
    });
    const desk = await journey.sitDown(await journey.add('developer'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/${list}?company=${empty}`);
    const main = page.getByRole('main');
    await main.getByText('Nothing matches these filters').waitFor();
    expect(await main.getByRole('button', { name: 'Clear all filters' }).count()).toBe(0);
    await main.getByRole('button', { name: 'All companies' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has('company')).toBe(false);
    expectNoFaults(desk);
  },
);

test('an endpoint is added to the company that its form shows, whatever company that is off the lists are narrowed to', async () => {
  const { journey } = portal;
  const { tenantId } = journey.tenant;
  const off = await createCompany(operatorOf(journey.service), tenantId, { name: 'Closed shop' });
  await setCompanyActive(operatorOf(journey.service), tenantId, off, false);
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/endpoints?company=${off}`);
  await button(page, 'Add endpoint').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://shop.example/webhooks');
  const shown = await dialog.getByLabel('Company').inputValue();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/endpoints$/.test(request.url()),
  );
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ company: shown });
  await page.getByRole('dialog', { name: /secret/i }).waitFor();
  expectNoFaults(desk);
});
