import { newCpf } from '@titular/test-kit';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, heading, homeOf } from './open-pages.ts';
import { type Desk, expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';

const IDLE_MS = 15 * 60_000 + 1_000;

const portal = usePortal();

/** A page of somebody of the tenant whose clock can be moved. */
async function openAt(path: string, role: 'admin' | 'developer'): Promise<Desk> {
  const desk = await portal.journey.sitDown(await portal.journey.add(role));
  await desk.page.clock.install();
  await desk.page.goto(`${homeOf(portal.journey)}${path}`);
  return desk;
}

/** Leaves the page alone until it locks, with nothing of what was typed in it, and comes back as the same person. */
async function lockAndReturn(page: Page, typed: string): Promise<void> {
  await page.clock.runFor(IDLE_MS);
  await page.getByText('Locked').waitFor();
  expect(await page.content()).not.toContain(typed);
  await button(page, 'Unlock with a passkey').click();
  await page.getByText('Locked').waitFor({ state: 'detached' });
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const typedIn = (page: Page, label: string): Promise<string> =>
  dialogOf(page).getByLabel(label, { exact: true }).inputValue();

/** Adds an endpoint over the page, and opens it. */
async function addEndpoint(page: Page, url: string): Promise<void> {
  await button(page, 'Add endpoint').click();
  await dialogOf(page).getByLabel('Address').fill(url);
  await dialogOf(page).getByRole('button', { name: 'Add endpoint' }).click();
  await button(page, 'I have kept it').click();
  await page.getByRole('link', { name: url }).click();
  await heading(page, /^Webhook endpoint$/).waitFor();
}

describe('a form in a dialog, over the lock (P29)', () => {
  test('is there again with what was typed, and no more once it was closed', async () => {
    const desk = await openAt('/developers/endpoints', 'developer');
    const { page } = desk;
    await button(page, 'Add endpoint').click();
    await dialogOf(page).getByLabel('Address').fill('https://kept.example/hooks');
    await dialogOf(page).getByLabel('Description').fill('typed before the lock');
    await dialogOf(page).getByText('All, future ones too').click();
    await dialogOf(page).getByText('New link wanted').click();
    await lockAndReturn(page, 'kept.example');
    await dialogOf(page).waitFor();
    expect(await typedIn(page, 'Address')).toBe('https://kept.example/hooks');
    expect(await typedIn(page, 'Description')).toBe('typed before the lock');
    expect(await dialogOf(page).getByRole('checkbox', { name: 'New link wanted' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await button(page, 'Add endpoint').click();
    expect(await typedIn(page, 'Address')).toBe('');
    await lockAndReturn(page, 'kept.example');
    await button(page, 'Add endpoint').waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    expectNoFaults(desk);
  });

  test('about one endpoint sends after it what was changed alone, and then is over', async () => {
    const desk = await openAt('/developers/endpoints', 'developer');
    const { page } = desk;
    const url = `https://shop.example/${crypto.randomUUID()}`;
    await addEndpoint(page, url);
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    await dialogOf(page).getByLabel('Description').fill('words of a shop');
    await lockAndReturn(page, 'words of a shop');
    expect(await typedIn(page, 'Description')).toBe('words of a shop');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await dialogOf(page).getByRole('button', { name: 'Change', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ description: 'words of a shop' });
    await page.getByText('words of a shop').first().waitFor();
    await lockAndReturn(page, 'words of a shop');
    await page.getByText('words of a shop').first().waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    expectNoFaults(desk);
  });

  test('never has a secret: a private key that was pasted is gone, and so is one that is shown', async () => {
    const desk = await openAt('/developers/accounts', 'admin');
    const { page } = desk;
    const name = `kept-${crypto.randomUUID().slice(0, 8)}`;
    await button(page, 'Create account').click();
    await dialogOf(page).getByLabel('Name').fill(name);
    await lockAndReturn(page, name);
    expect(await typedIn(page, 'Name')).toBe(name);
    await dialogOf(page).getByRole('button', { name: 'Create account' }).click();
    const secret = (await page.locator('.account-secret').textContent()) ?? '';
    await lockAndReturn(page, secret);
    await page.getByRole('link', { name, exact: true }).click();
    expect(await dialogOf(page).count()).toBe(0);
    await button(page, 'Add key').click();
    await dialogOf(page).getByLabel('Public key').fill('-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG');
    await lockAndReturn(page, 'MIGHAgEAMBMG');
    expect(await typedIn(page, 'Public key')).toBe('');
    expectNoFaults(desk);
  });

  test('that erases a person begins again with what was typed, and nothing was sent', async () => {
    const desk = await openAt('/data', 'admin');
    const { page } = desk;
    const value = newCpf();
    await button(page, 'Erase a person').click();
    await dialogOf(page).getByLabel('Document number').fill(value);
    await button(page, 'Continue').click();
    await button(page, 'Erase the person').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await lockAndReturn(page, value);
    expect(await typedIn(page, 'Document number')).toBe(value);
    expect(await button(page, 'Erase the person').count()).toBe(0);
    expect(sent.filter((url) => url.endsWith('/erasures'))).toEqual([]);
    expectNoFaults(desk);
  });

  test('that enters an organization has the reason again, and nobody has entered', async () => {
    const { journey } = portal;
    const desk = await journey.sitDown(await addOperator(journey.service));
    const { page } = desk;
    await page.clock.install();
    await page.goto(`${journey.portalUrl}/op/tenants/${journey.tenant.tenantId}`);
    await button(page, 'Enter').click();
    await dialogOf(page).getByLabel('Reason').fill('Ticket 4711');
    await lockAndReturn(page, 'Ticket 4711');
    expect(await typedIn(page, 'Reason')).toBe('Ticket 4711');
    expect(
      await page.getByRole('complementary', { name: 'You are in an organization as operator' }).count(),
    ).toBe(0);
    expectNoFaults(desk);
  });

  test('is nobody else’s: whoever signs in meanwhile gets none of it', async () => {
    const desk = await openAt('/developers/endpoints', 'developer');
    const { page, context } = desk;
    const { portalUrl } = portal.journey;
    const typed = 'https://of-somebody-else.example/';
    /** Signs another person in, in another tab of the browser. */
    const changeOver = async (): Promise<void> => {
      const other = await portal.journey.add('developer');
      const cookies = [...other.browser.cookies].map(([name, value]) => ({ name, value, url: portalUrl }));
      await context.addCookies(cookies);
      const tab = await context.newPage();
      await tab.goto(homeOf(portal.journey));
      const answered = page.waitForResponse('**/portal/api/session');
      await tab.evaluate(() => new BroadcastChannel('titular-portal').postMessage('unlocked'));
      await answered;
      await tab.close();
    };
    await button(page, 'Add endpoint').click();
    await dialogOf(page).getByLabel('Address').fill(typed);
    await page.clock.runFor(IDLE_MS);
    await page.getByText('Locked').waitFor();
    await changeOver();
    await button(page, 'Add endpoint').waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    // The same where the page was not locked.
    await button(page, 'Add endpoint').click();
    await dialogOf(page).getByLabel('Address').fill(typed);
    await changeOver();
    await dialogOf(page).waitFor({ state: 'detached' });
    await button(page, 'Add endpoint').click();
    expect(await typedIn(page, 'Address')).toBe('');
    expectNoFaults(desk);
  });
});

test('a lock that the network does not bring takes away everything at once all the same (P29)', async () => {
  const orderNumber = `canary-${crypto.randomUUID()}`;
  await portal.merchant.create({ orderNumber });
  const desk = await portal.journey.sitDown(await portal.journey.add('support'));
  const { page } = desk;
  await page.route('**/lock-screen-*.js', (route) => route.abort());
  await page.clock.install();
  await page.goto(`${homeOf(portal.journey)}/transactions`);
  await page.getByRole('link', { name: orderNumber }).waitFor();
  await page.clock.runFor(IDLE_MS);
  await expect.poll(() => page.content()).not.toContain(orderNumber);
  expectNoFaults(desk, /ERR_FAILED|dynamically imported module/);
});
