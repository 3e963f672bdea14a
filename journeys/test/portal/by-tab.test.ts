import { readFile } from 'node:fs/promises';
import { createServiceAccount } from '@titular/server/access-tokens/index.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { operatorOf } from '@titular/test-kit';
import type { WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { readStop } from './looks/check-keyboard.ts';
import { button, heading, homeOf, part } from './open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';
import { addPasskey } from './virtual-passkey.ts';

/** More stops than any way to what a task needs has. */
const MAX_STOPS = 60;

let journey: PortalJourney;
let merchant: PortalMerchant;
let receiver: WebhookReceiver;
/** What the merchant's receiver answers; then 204. */
const planned: number[] = [];

beforeAll(async () => {
  journey = await startPortal();
  merchant = await openMerchant(journey);
  receiver = await merchant.listen({ answer: () => ({ status: planned.shift() ?? 204, body: 'received' }) });
  await createCompany(operatorOf(journey.service), journey.tenant.tenantId, { name: 'Second company' });
});
afterAll(async () => {
  await receiver.close();
  await journey.close();
});

/** Fingers that know Tab, Shift, Enter, Space and the arrows alone. */
type Fingers = {
  /** Goes on, or back, to the one that is wanted; every stop on the way has to be marked and in sight. */
  to(place: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
  press(key: 'Enter' | 'Space' | 'ArrowDown' | 'ArrowUp'): Promise<void>;
  /** Goes there and presses. */
  use(place: Locator, key?: 'Enter' | 'Space'): Promise<void>;
  type(text: string): Promise<void>;
};

const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement);

/** The name of what has the focus, which is to be seen. */
async function checkStop(page: Page): Promise<string> {
  const stop = await readStop(page);
  if (stop === 'out') return stop;
  expect(stop.fault).toBeUndefined();
  return stop.name;
}

function fingersAt(page: Page): Fingers {
  let hasBegun = false;
  const fingers: Fingers = {
    async to(place, key = 'Tab') {
      await place.waitFor({ state: 'attached' });
      // What was done before left the focus somewhere on the page.
      if (hasBegun) await expect.poll(() => readStop(page)).not.toBe('out');
      hasBegun = true;
      const passed: string[] = [];
      while (!(await isFocused(place))) {
        await page.keyboard.press(key);
        passed.push(await checkStop(page));
        expect(passed.length, `${place} is not on the way: ${passed.join(', ')}`).toBeLessThan(MAX_STOPS);
      }
      await checkStop(page);
    },
    press: (key) => page.keyboard.press(key),
    async use(place, key = 'Enter') {
      await fingers.to(place);
      await fingers.press(key);
    },
    type: (text) => page.keyboard.insertText(text),
  };
  return fingers;
}

/** An order whose person was approved. */
async function approve(): Promise<{ id: string; orderNumber: string }> {
  const orderNumber = `T-${crypto.randomUUID()}`;
  const { id } = await merchant.create({ orderNumber });
  await merchant.step(id, 'approve');
  return { id, orderNumber };
}

const search = (page: Page): Locator => page.getByRole('combobox', { name: 'Search' });
const section = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
const copied = ({ page }: Desk): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Somebody with the role, signed in and at home. */
async function sitDown(role: 'support' | 'reviewer' | 'developer' | 'admin') {
  const desk = await journey.sitDown(await journey.add(role));
  const { page } = desk;
  await page.goto(homeOf(journey));
  await search(page).waitFor();
  return { desk, page, fingers: fingersAt(page) };
}

async function findOrder(fingers: Fingers, page: Page, orderNumber: string): Promise<void> {
  await fingers.to(search(page), 'Shift+Tab');
  await fingers.type(orderNumber);
  await fingers.press('Enter');
  await heading(page, orderNumber).waitFor();
}

describe('by Tab, Enter, Space and the arrows alone', () => {
  test('somebody signs in, finds an order, and sends a new link (P48, task 1)', async () => {
    const orderNumber = `T-${crypto.randomUUID()}`;
    const { id } = await merchant.create({ orderNumber });
    await merchant.step(id, 'attempt-too-dark');
    const desk = await journey.openDesk();
    const { page } = desk;
    const { passkey } = await journey.add('support');
    await page.goto(homeOf(journey));
    const fingers = fingersAt(page);
    await fingers.to(button(page, 'Sign in with a passkey'));
    // The field of the name would take one that is there before, without a key.
    await addPasskey(desk, passkey);
    await fingers.press('Enter');
    await search(page).waitFor();
    await findOrder(fingers, page, orderNumber);
    await page.getByText('The last attempt failed: Too dark.').waitFor();
    await fingers.use(button(page, 'New link'));
    await fingers.use(button(page, 'Make the link'));
    const secret = page.locator('.secret');
    await secret.waitFor();
    const link = await secret.textContent();
    await fingers.use(button(page, 'Copy link'), 'Space');
    await expect.poll(() => copied(desk)).toBe(link);
    await fingers.use(button(page, 'Close').last());
    await secret.waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('support reads what a receiver answered, and sends again (P48, task 2)', async () => {
    planned.push(500);
    const { orderNumber } = await approve();
    await receiver.next();
    const { desk, page, fingers } = await sitDown('support');
    await findOrder(fingers, page, orderNumber);
    await fingers.use(part(page, 'Webhooks'));
    await page.getByText('500').first().waitFor();
    await fingers.use(button(page, 'Send again'), 'Space');
    expect((await receiver.next()).event).toMatchObject({ type: 'transaction.finished' });
    await page.getByText('Try 2').waitFor();
    expectNoFaults(desk);
  });

  test('a reviewer looks at a picture, and closes it (P48, task 3)', async () => {
    const { id, orderNumber } = await approve();
    await merchant.addPicture(id);
    const { desk, page, fingers } = await sitDown('reviewer');
    await fingers.use(section(page, 'Transactions'));
    await fingers.use(page.getByRole('link', { name: orderNumber }));
    await fingers.use(part(page, 'Attempts'));
    await fingers.use(button(page, /^Look at the picture of step 1/).first());
    await fingers.to(page.getByRole('dialog').getByRole('textbox'));
    await fingers.type('ticket 4711');
    await fingers.use(button(page, 'Show the picture'));
    const picture = page.getByRole('img', { name: /Picture of step 1/ });
    await picture.waitFor();
    await fingers.use(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    await picture.waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('support gives the evidence of an approval (P48, task 4)', async () => {
    const { orderNumber } = await approve();
    const { desk, page, fingers } = await sitDown('support');
    await fingers.use(section(page, 'Transactions'));
    await fingers.use(page.getByRole('link', { name: orderNumber }));
    await fingers.use(part(page, 'Decision'));
    const downloading = page.waitForEvent('download');
    await fingers.use(button(page, /document/i));
    const download = await downloading;
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    expectNoFaults(desk);
  });

  test('a developer rotates a client secret (P48, task 5)', async () => {
    const { tenantId } = journey.tenant;
    const account = `tab-${crypto.randomUUID()}`;
    const input = { tenantId, account, scopes: ['transactions:read'] as const, withKey: false };
    await createServiceAccount(operatorOf(journey.service), { ...input, withSecret: true });
    const { desk, page, fingers } = await sitDown('developer');
    await fingers.use(section(page, 'Service accounts'));
    await fingers.use(page.getByRole('link', { name: account, exact: true }));
    await fingers.use(button(page, 'Rotate'));
    await fingers.use(page.getByRole('dialog').getByRole('button', { name: 'Rotate' }));
    const secret = page.locator('.secret');
    await secret.waitFor();
    const shown = await secret.textContent();
    await fingers.use(button(page, 'Copy the secret'), 'Space');
    await expect.poll(() => copied(desk)).toBe(shown);
    await fingers.use(button(page, 'I have kept it'));
    await secret.waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });

  test('an admin invites a support agent for one company (P48, task 8)', async () => {
    const { desk, page, fingers } = await sitDown('admin');
    await fingers.use(section(page, 'Team'));
    await fingers.use(button(page, 'Invite'));
    const dialog = page.getByRole('dialog');
    const support = dialog.getByRole('radio', { name: /^Support/ });
    await fingers.to(support);
    await fingers.press('ArrowDown');
    await expect.poll(() => support.isChecked()).toBe(false);
    await fingers.press('ArrowUp');
    await expect.poll(() => support.isChecked()).toBe(true);
    await fingers.use(dialog.getByRole('checkbox', { name: 'Second company' }), 'Space');
    await fingers.use(button(page, 'Make the link'));
    const secret = page.locator('.secret');
    await secret.waitFor();
    const link = await secret.textContent();
    await fingers.use(button(page, 'Copy link'));
    await expect.poll(() => copied(desk)).toBe(link);
    await fingers.use(dialog.getByRole('button', { name: 'Done' }));
    await secret.waitFor({ state: 'detached' });
    expectNoFaults(desk);
  });
});
