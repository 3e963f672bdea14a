import { readFile } from 'node:fs/promises';
import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { newCpf, operatorOf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import type { WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { handsAt } from './hands.ts';
import { button, heading, homeOf, part } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

let journey: PortalJourney;
let merchant: PortalMerchant;
let receiver: WebhookReceiver;
/** What the merchant's receiver answers; then 204. */
const planned: number[] = [];

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
  receiver = await merchant.listen({ answer: () => ({ status: planned.shift() ?? 204, body: 'received' }) });
});
afterAll(async () => {
  await receiver.close();
  await journey.close();
});

describe('tasks, by the fewest acts', () => {
  test('1: finds an order by its number, reads why it failed, and sends a new link with 4 keys (P1, P6, P48)', async () => {
    const orderNumber = `A-${crypto.randomUUID()}`;
    const { id } = await merchant.create({ orderNumber });
    await merchant.step(id, 'attempt-too-dark');
    const desk = await journey.sitDown(await journey.add('support'));
    const { page } = desk;
    await page.goto(homeOf(journey));
    await page.getByRole('combobox').waitFor();
    const hands = handsAt(page);
    await hands.press('/');
    await hands.paste(orderNumber);
    await hands.press('Enter');
    await heading(page, orderNumber).waitFor();
    await page.getByText('The last attempt failed: Too dark.').waitFor({ timeout: 3000 });
    await hands.press('r');
    await page.getByRole('alertdialog').waitFor();
    await hands.press('l');
    const link = await page.locator('.secret').textContent();
    expect(link).toMatch(new RegExp(`^${journey.service.config.publicUrl}/c/[A-Za-z0-9_-]+$`));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect([hands.keys, hands.clicks]).toEqual([4, 0]);
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    expectNoFaults(desk);
  });

  test('2: finds an order, reads what its receiver answered, and sends the webhook again with 3 clicks (P8)', async () => {
    planned.push(500);
    const { orderNumber } = await approve();
    await receiver.next();
    const desk = await journey.sitDown(await journey.add('support'));
    const { page } = desk;
    await page.goto(homeOf(journey));
    const hands = handsAt(page);
    await hands.click(page.getByRole('combobox'));
    await hands.paste(orderNumber);
    await hands.press('Enter');
    await hands.click(part(page, 'Webhooks'));
    await page.getByText('500').first().waitFor();
    await page.getByText('received').first().waitFor({ state: 'attached' });
    await hands.click(button(page, 'Send again'));
    expect((await receiver.next()).event).toMatchObject({ type: 'transaction.finished' });
    expect([hands.keys, hands.clicks]).toEqual([1, 3]);
    await page.getByText('Try 2').waitFor();
    expectNoFaults(desk);
  });

  test('3: looks at a picture of an approval with 4 clicks, and leaves who, why and when (P5)', async () => {
    const { id, orderNumber } = await approve();
    await merchant.addPicture(id);
    const desk = await journey.sitDown(await journey.add('reviewer'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/transactions`);
    const hands = handsAt(page);
    await hands.click(page.getByRole('link', { name: orderNumber }));
    await hands.click(part(page, 'Attempts'));
    await hands.click(button(page, /^Look at the picture of step 1/).first());
    await hands.paste('ticket 4711');
    await hands.click(button(page, 'Show the picture'));
    await page.getByRole('img', { name: /Picture of step 1/ }).waitFor({ timeout: 3000 });
    expect([hands.keys, hands.clicks]).toEqual([0, 4]);
    await page.getByText('SHA-256 of the kept picture').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('img', { name: /Picture of step 1/ }).waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('4: gives the evidence of an approval with 3 clicks (R95)', async () => {
    const { orderNumber } = await approve();
    const desk = await journey.sitDown(await journey.add('support'));
    const { page } = desk;
    await page.goto(`${homeOf(journey)}/transactions`);
    const hands = handsAt(page);
    await hands.click(page.getByRole('link', { name: orderNumber }));
    await hands.click(part(page, 'Decision'));
    const downloading = page.waitForEvent('download');
    await hands.click(button(page, /document/i));
    const download = await downloading;
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    expect([hands.keys, hands.clicks]).toEqual([0, 3]);
    expectNoFaults(desk);
  });

  test('7: runs "too dark, then approved" with 2 clicks, and sees each webhook within 15 seconds (P9, P13)', async () => {
    const desk = await journey.sitDown(await journey.add('developer'));
    const { page } = desk;
    await page.goto(homeOf(journey));
    const hands = handsAt(page);
    await hands.click(page.getByRole('link', { name: 'Sandbox' }));
    const startedMs = Date.now();
    await hands.click(button(page, 'Run: too-dark-then-approved'));
    await page.getByText('Attempt 1: Too dark').waitFor();
    await page.getByText('It ended as the catalogue says.').waitFor({ timeout: 15_000 });
    const { event } = await receiver.next();
    expect(event).toMatchObject({ type: 'transaction.finished', status: 'approved' });
    await page.locator('.sandbox-deliveries .badge-good').waitFor({ timeout: 15_000 });
    expect(Date.now() - startedMs).toBeLessThan(15_000);
    expect([hands.keys, hands.clicks]).toEqual([0, 2]);
    for (const name of ['Open the event', 'Open the delivery', 'Open the transaction'])
      expect(await page.getByRole('link', { name }).first().getAttribute('href')).toContain(
        journey.tenant.tenantId,
      );
    expectNoFaults(desk);
  });

  test('9: erases a person by two people with 6 and 3 clicks, and gives the receipt (P36, P48)', async () => {
    const clock = createManualClock();
    const own = await startPortal({ clock });
    try {
      await eraseByTwo(own, clock);
    } finally {
      await own.close();
    }
  });

  test('8: invites a support agent for one company with 5 clicks (P21)', async () => {
    const operator = operatorOf(journey.service);
    await createCompany(operator, journey.tenant.tenantId, { name: 'Second company' });
    const desk = await journey.sitDown(await journey.add('admin'));
    const { page } = desk;
    await page.goto(homeOf(journey));
    const hands = handsAt(page);
    await hands.click(page.getByRole('link', { name: 'Team' }));
    await hands.click(button(page, 'Invite'));
    await hands.click(page.locator('label', { hasText: 'Second company' }));
    await hands.click(button(page, 'Make the link'));
    await hands.click(button(page, 'Copy link'));
    const link = await page.locator('.secret').textContent();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect([hands.keys, hands.clicks]).toEqual([0, 5]);
    await page.keyboard.press('Escape');
    await page.locator('.secret').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(new URL(String(link)).hash.slice(1));
    expectNoFaults(desk);
  });
});

/** Task 9, with authentications that are too old to erase by. */
async function eraseByTwo(own: PortalJourney, clock: ManualClock): Promise<void> {
  const value = newCpf();
  const shop = await openMerchant(own);
  const { id } = await shop.create({ identity: { key: 'cpf', value } });
  const operator = { ...operatorOf(own.service), clock };
  const owner = { kind: 'tenant', tenantId: own.tenant.tenantId } as const;
  await changeSettings(operator, owner, parseSettings('tenant', new Map([['two-person', 'on']])));
  const [first, second] = [await own.add('admin'), await own.add('admin')];
  await standLong(own, clock);
  clock.advanceSeconds(301);
  const desk = await own.sitDown(first);
  await desk.page.goto(homeOf(own));
  const hands = handsAt(desk.page);
  await hands.click(desk.page.getByRole('link', { name: 'Data' }));
  await hands.click(button(desk.page, 'Erase a person'));
  await hands.paste(value);
  await hands.click(button(desk.page, 'Continue'));
  await hands.click(button(desk.page, 'Propose the erasure'));
  await hands.click(button(desk.page, 'Confirm with a passkey'));
  await hands.click(button(desk.page, 'Done'));
  expect([hands.keys, hands.clicks]).toEqual([0, 6]);
  await desk.page.getByText('you', { exact: true }).waitFor();
  expect(await button(desk.page, /^Approve/).count()).toBe(0);
  const other = await own.sitDown(second);
  await other.page.goto(`${homeOf(own)}/data`);
  const others = handsAt(other.page);
  await others.click(button(other.page, /^Approve: CPF/));
  await others.paste(value);
  await others.click(button(other.page, 'Approve and erase'));
  await others.click(button(other.page, 'Confirm with a passkey'));
  const receipt = await other.page.locator('.data-receipt').textContent();
  expect(receipt?.split('.')).toHaveLength(3);
  expect([others.keys, others.clicks]).toEqual([0, 3]);
  await button(other.page, 'Copy receipt').click();
  await expect.poll(() => other.page.evaluate(() => navigator.clipboard.readText())).toBe(receipt);
  await button(other.page, 'Done').click();
  await other.page.getByText('Nothing waits.').waitFor();
  await button(other.page, /^Receipt: /).waitFor();
  expect(await other.page.content()).not.toContain(value);
  const { db } = own.service.service.database;
  const ended = await db
    .selectFrom('transactions')
    .select('status')
    .where('transaction_id', '=', asId(id))
    .execute();
  expect(ended).toEqual([{ status: 'canceled' }]);
  expectNoFaults(desk);
  expectNoFaults(other);
}

/** Makes every account older than an erasure by two asks for. */
async function standLong({ service }: PortalJourney, clock: ManualClock): Promise<void> {
  const { db } = service.service.database;
  const created_at = new Date(clock.now().getTime() - 172_800_000);
  await db.updateTable('user_memberships').set({ created_at }).execute();
  await db.updateTable('user_authenticators').set({ created_at }).execute();
}

/** An order whose person was approved. */
async function approve(): Promise<{ id: string; orderNumber: string }> {
  const orderNumber = `C-${crypto.randomUUID()}`;
  const { id } = await merchant.create({ orderNumber });
  await merchant.step(id, 'approve');
  return { id, orderNumber };
}
