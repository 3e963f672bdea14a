import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { button, heading, homeOf } from './open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
});
afterAll(() => journey.close());

const open = async (search = ''): Promise<Desk> => {
  const desk = await journey.sitDown(await journey.add('developer'));
  await desk.page.goto(`${homeOf(journey)}/developers/sandbox${search}`);
  await heading(desk.page, 'Sandbox').waitFor();
  return desk;
};

describe('the sandbox in the portal', () => {
  test('takes a step by hand where a scenario waits, and shows the end again after a reload (P9, P13)', async () => {
    const desk = await open();
    const { page } = desk;
    await button(page, 'Run: inconclusive-after-90-seconds').click();
    const title = page.getByRole('heading', { name: 'Run of inconclusive-after-90-seconds' });
    await title.waitFor();
    expect(await title.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await page.getByLabel('What happens').inputValue()).toBe('reject');
    await button(page, 'Take this step').click();
    await page.getByText('It ended as the catalogue says.').waitFor();
    await page.getByText('No webhook was sent').waitFor();
    await page.reload();
    await page.getByText('It ended as the catalogue says.').waitFor();
    await button(page, 'Close the run').click();
    await title.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expectNoFaults(desk);
  });

  test('shows what a refused call is answered, and that the same call is served then (P9)', async () => {
    const desk = await open();
    const { page } = desk;
    await page.getByLabel('Search scenarios').fill('42901 then served');
    await button(page, 'Run: error-42901-then-served').click();
    await page.getByText('createTransaction: 429, 42901').waitFor();
    await page.getByText('createTransaction again: 200, served').waitFor();
    expectNoFaults(desk);
  });

  test('runs a process to its end, and finds nothing where no scenario matches (P9)', async () => {
    const desk = await open();
    const { page } = desk;
    await button(page, 'Run: process-finished').first().click();
    await page.getByText('It ended as the catalogue says.').waitFor();
    await page.getByRole('link', { name: 'Open the process' }).waitFor();
    await page.getByLabel('Search scenarios').fill('no such thing');
    await page.getByText('No scenario matches').waitFor();
    expectNoFaults(desk);
  });

  test('says that the runs of a minute are used up, and nothing has run (P9, limits)', async () => {
    const person = await journey.add('developer');
    const params = { tenant_id: journey.tenant.tenantId };
    const body = { scenario: 'approved', company: journey.tenant.companyId };
    const runs = Array.from({ length: 31 }, () => person.browser.send('runPortalScenario', { params, body }));
    expect((await Promise.all(runs)).map(({ status }) => status)).toContain(429);
    const desk = await journey.sitDown(person, { expectedStatuses: [429] });
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/developers/sandbox`);
    await button(page, 'Run: approved').first().click();
    await page.getByText('An organization runs 30 scenarios a minute from here.').waitFor();
    expect(await page.getByRole('heading', { name: 'Run of approved' }).count()).toBe(0);
    expectNoFaults(desk);
  });

  test('copies a run as a command, and shows a transaction that another way led elsewhere (P48)', async () => {
    const { id } = await merchant.create({ orderNumber: `S-${crypto.randomUUID()}` });
    await merchant.step(id, 'cancel');
    const desk = await open(`?scenario=approved&transaction=${id}`);
    const { page } = desk;
    await page.getByText('It ended otherwise than the catalogue says').waitFor();
    await button(page, 'Copy as command: approved').first().click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('npx titular sandbox run approved');
    expectNoFaults(desk);
  });
});
