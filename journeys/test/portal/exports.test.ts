import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { button, heading, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
});
afterAll(() => journey.close());

test('a list is exported as it is narrowed, its file is saved by who asked for it and by nobody else, and deleted (P14)', async () => {
  const waiting = [`=E-${crypto.randomUUID()}`, `E-${crypto.randomUUID()}`];
  for (const orderNumber of waiting) await merchant.create({ orderNumber });
  const { id } = await merchant.create({ orderNumber: `E-${crypto.randomUUID()}` });
  await merchant.step(id, 'approve');
  const desk = await journey.sitDown(await journey.add('support'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/transactions?status=waiting`);
  await button(page, 'Export as CSV').click();
  await heading(page, 'Files').waitFor();
  await page.getByText('status: Waiting for selfie').waitFor();
  const save = page.getByRole('button', { name: /^Save: Transactions, \d/ });
  await save.waitFor();
  const downloading = page.waitForEvent('download');
  await save.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^transactions-\d{4}-\d\d-\d\dT\d{4}Z\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  const lines = file.split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(',')[1]).toSorted()).toEqual(
    [`'${waiting[0]}`, waiting[1]].map((cell) => (cell?.startsWith("'") ? `"${cell}"` : cell)).toSorted(),
  );
  await page.getByText('2 rows saved.').first().waitFor();
  const colleague = await journey.sitDown(await journey.add('support'));
  await colleague.page.goto(`${homeOf(journey)}/exports`);
  await colleague.page.getByText('No files').waitFor();
  await page.getByRole('button', { name: /^Delete: Transactions, \d/ }).click();
  await page.getByText('No files').waitFor();
  expectNoFaults(desk);
  expectNoFaults(colleague);
});
