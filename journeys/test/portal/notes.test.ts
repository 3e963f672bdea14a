import { readFile } from 'node:fs/promises';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { button, fetchAsPage, homeOf, part } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
let merchant: PortalMerchant;

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
});
afterAll(() => journey?.close());

const newRejected = async (): Promise<string> => {
  const { id } = await merchant.create({ orderNumber: `N-${crypto.randomUUID()}` });
  await merchant.step(id, 'reject');
  return id;
};
const rowsOf = (id: string) =>
  journey.service.service.database.db
    .selectFrom('case_notes')
    .select(['note_id', 'verdict'])
    .where('transaction_id', '=', asId(id))
    .execute();

async function openStaff(role: 'reviewer' | 'support' | 'viewer', id: string) {
  const desk = await journey.sitDown(await journey.add(role));
  await desk.page.goto(`${homeOf(journey)}/transactions/${id}`);
  await part(desk.page, 'Timeline').waitFor();
  return desk;
}

describe('notes and verdicts on a transaction', () => {
  test('are written once also after a lost answer, stand newest first beside the status, and are withdrawn by their author (P48, P57)', async () => {
    const id = await newRejected();
    const desk = await openStaff('reviewer', id);
    const { page } = desk;
    await part(page, 'Staff').click();
    await page.route('**/notes', async (route) => {
      await fetchAsPage(route, journey);
      await route.abort('connectionfailed');
    });
    await page.getByLabel('Note', { exact: true }).fill('Rang twice.\nNobody there.');
    await button(page, 'Write note').click();
    await page.getByText('No answer came, so it is not known whether it was done.').waitFor();
    const written = await rowsOf(id);
    expect(written).toMatchObject([{ verdict: null }]);
    await page.unroute('**/notes');
    // Nothing is sent before the page knows that the service is back.
    await page.locator('.bar').waitFor({ state: 'detached' });
    await button(page, 'Write note').click();
    await page.locator('.toaster li', { hasText: 'The note was written.' }).waitFor();
    await page.locator('.note-text', { hasText: 'Nobody there.' }).waitFor();
    expect(await rowsOf(id)).toEqual(written);
    await page.getByLabel('Verdict', { exact: true }).selectOption('fraud');
    await button(page, 'Give verdict').dblclick();
    await page.locator('.verdict-line', { hasText: 'Verdict of the staff: Fraud' }).waitFor();
    expect(await rowsOf(id)).toHaveLength(2);
    await page.getByRole('heading', { name: 'Not confirmed' }).waitFor();
    expect(await page.locator('.note .badge').allTextContents()).toEqual(['Fraud', 'Note']);
    await button(page, 'Withdraw').first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.locator('.verdict-line').waitFor({ state: 'detached' });
    await page.getByText(/^Withdrawn /).waitFor();
    expectNoFaults(desk, /ERR_CONNECTION_FAILED/);
    const support = await openStaff('support', id);
    await part(support.page, 'Staff').click();
    await support.page.locator('.note-text', { hasText: 'Rang twice.' }).waitFor();
    expect(await support.page.getByLabel('Verdict', { exact: true }).count()).toBe(0);
    expect(await button(support.page, 'Withdraw').count()).toBe(0);
    const viewer = await openStaff('viewer', id);
    expect(await part(viewer.page, 'Staff').count()).toBe(0);
    expect(await viewer.page.content()).not.toContain('Rang twice');
    expectNoFaults(support);
    expectNoFaults(viewer);
  });
});

describe('the case file of a refusal', () => {
  test('is saved in the language that was chosen, with pictures only after a reason (F7, P5)', async () => {
    const id = await newRejected();
    await merchant.addPicture(id);
    const desk = await openStaff('reviewer', id);
    const { page } = desk;
    await button(page, 'Case file').click();
    await page.getByLabel('Language').selectOption('pt');
    await page.getByText('As a command').click();
    await page.getByText(`npx titular transactions case-file ${id}`).waitFor();
    await page.getByLabel('With pictures').check();
    await button(page, 'Make the file').click();
    await page.getByText('Please write at least 3 characters.').waitFor();
    await page.getByLabel('Reason').fill('chargeback 77');
    const downloading = page.waitForEvent('download');
    await button(page, 'Make the file').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`case-${id}.pdf`);
    const document = (await readFile(await download.path())).toString('latin1');
    expect(document.slice(0, 5)).toBe('%PDF-');
    expect(document).toContain('/Lang (pt-BR)');
    expect(document).toContain('/Subtype /Image');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expectNoFaults(desk);
    const support = await openStaff('support', id);
    await button(support.page, 'Case file').click();
    await button(support.page, 'Make the file').waitFor();
    expect(await support.page.getByLabel('With pictures').count()).toBe(0);
    expectNoFaults(support);
  });
});
