import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { promisify } from 'node:util';
import { addSecret, createServiceAccount } from '@titular/server/access-tokens/index.ts';
import { createManualClock, type ManualClock, operatorOf } from '@titular/test-kit';
import { authenticateAgain } from '@titular/test-kit/portal/people.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handsAt } from './hands.ts';
import { button, heading, homeOf } from './open-pages.ts';
import { expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const run = promisify(execFile);
const STALE_SECONDS = 600;
/** So many times later no token of before is alive, and the session was never idle for long. */
const STEPS_PAST_TOKENS = 7;

let journey: PortalJourney;
let clock: ManualClock;
beforeAll(async () => {
  clock = createManualClock();
  journey = await startPortal({ clock });
});
afterAll(() => journey?.close());

/** An account with a client secret, made by command. */
async function newAccount(): Promise<{ account: string; clientId: string; secret: string }> {
  const account = `shop-${crypto.randomUUID()}`;
  const { clientId, secret } = await createServiceAccount(
    { ...operatorOf(journey.service), clock },
    {
      ...{ tenantId: journey.tenant.tenantId, account, scopes: ['transactions:read'] },
      ...{ withKey: false, withSecret: true },
    },
  );
  return { account, clientId, secret: secret?.clientSecret ?? '' };
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

async function getToken(clientId: string, secret: string): Promise<number> {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  const response = await fetch(`${journey.service.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(body),
  });
  return response.status;
}

/** Somebody who authenticated too long ago for a dangerous act, at the list of accounts. */
async function sitDownStale() {
  const person = await journey.add('developer');
  clock.advanceSeconds(STALE_SECONDS);
  const desk = await journey.sitDown(person, { expectedStatuses: [403] });
  await desk.page.goto(`${homeOf(journey)}/developers/accounts`);
  return { ...desk, person };
}

test('5: rotates a client secret without an outage with 5 clicks, and later sees since when the old one is unused (P35, P43)', async () => {
  const { account, clientId, secret } = await newAccount();
  const desk = await sitDownStale();
  const { page } = desk;
  const hands = handsAt(page);
  await hands.click(page.getByRole('link', { name: account, exact: true }));
  await hands.click(button(page, 'Rotate'));
  await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Rotate' }));
  await hands.click(button(page, 'Confirm with a passkey'));
  await hands.click(button(page, 'Copy the secret'));
  const shown = (await page.locator('.secret').textContent()) ?? '';
  expect(shown).toMatch(/^tsk_/);
  await expect.poll(() => copied(page)).toBe(shown);
  expect([hands.keys, hands.clicks]).toEqual([0, 5]);
  // Both work, so nothing is out while the back end is given the new one.
  expect(await getToken(clientId, secret)).toBe(200);
  clock.advanceSeconds(60);
  expect(await getToken(clientId, shown)).toBe(200);
  await button(page, 'I have kept it').click();
  await page.locator('.secret').waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(shown);
  await page.reload();
  const old = page.getByRole('row', { name: `…${secret.slice(-4)}` });
  // A token of the old one may live for an hour after its last use.
  await old.getByText(/^Last token .*; may be in use until/).waitFor();
  for (let step = 0; step < STEPS_PAST_TOKENS; step += 1) {
    clock.advanceSeconds(STALE_SECONDS);
    await page.reload();
    await old.waitFor();
  }
  await old.getByText(/^Unused since/).waitFor();
  expect(await page.content()).not.toContain('tsk_');
  await page.getByRole('button', { name: `End now: …${secret.slice(-4)}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await button(page, 'Confirm with a passkey').click();
  await page
    .getByRole('row', { name: `…${secret.slice(-4)}` })
    .getByText(/^Ended/)
    .waitFor();
  expect([await getToken(clientId, secret), await getToken(clientId, shown)]).toEqual([401, 200]);
  expectNoFaults(desk);
});

/** Whether a text is anywhere in the memory of a page. */
async function isInMemory(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('').includes(text);
}

test('a secret that was shown leaves the memory of the page with its dialog (P43)', async () => {
  const { account } = await newAccount();
  const desk = await journey.sitDown(await journey.add('admin'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/accounts/${account}`);
  await button(page, 'Add secret').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add secret' }).click();
  const shown = (await page.locator('.secret').textContent()) ?? '';
  expect(await isInMemory(page, shown)).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.secret').waitFor({ state: 'detached' });
  await page.getByText(`…${shown.slice(-4)}`).waitFor();
  expect(await isInMemory(page, shown)).toBe(false);
  expectNoFaults(desk);
});

test('an account is created in the page, and the snippet of its page gets a token as it stands', async () => {
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  const account = `made-${crypto.randomUUID()}`;
  await page.goto(`${homeOf(journey)}/developers/accounts`);
  await button(page, 'Create account').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Not a name');
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await dialog.getByText('Use lower-case letters').waitFor();
  await dialog.getByLabel('Name').fill(account);
  await dialog.getByText('An admin gives persons:erase.').waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(7);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  const secret = (await page.locator('.secret').textContent()) ?? '';
  await button(page, 'I have kept it').click();
  await page.getByRole('link', { name: account, exact: true }).click();
  await button(page, 'Copy the snippet').click();
  await expect.poll(() => copied(page)).toContain('oauth2/token');
  const { stdout } = await run('sh', ['-c', await copied(page)], {
    env: { PATH: '/usr/bin:/bin:/usr/local/bin', CLIENT_SECRET: secret },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    token_type: 'Bearer',
    scope: 'transactions:write transactions:read',
  });
  await page.getByRole('row', { name: `…${secret.slice(-4)}` }).waitFor();
  expectNoFaults(desk);
});

test('a pasted private key stays in the browser, and its public half is registered (P43)', async () => {
  const { account } = await newAccount();
  const person = await journey.add('developer');
  const desk = await journey.sitDown(person);
  await authenticateAgain(person);
  const { page } = desk;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  await page.goto(`${homeOf(journey)}/developers/accounts/${account}`);
  await heading(page, 'Service account').waitFor();
  await button(page, 'Add key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Public key').fill(privatePem);
  await dialog.getByText('This is a private key.').waitFor();
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await dialog.getByLabel('Public key').fill(publicKey.export({ type: 'spki', format: 'pem' }) as string);
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await button(page, 'I have kept it').click();
  await page.getByRole('rowheader', { name: /^[\w-]{43}$/ }).waitFor();
  expect(sent.filter((body) => body.includes('PRIVATE KEY'))).toEqual([]);
  expect(sent.filter((body) => body.includes('PUBLIC KEY'))).toHaveLength(1);
  expectNoFaults(desk);
});

test('no key closes a dialog while its secret is on the way, and a lost answer leaves the secret listed and says so (P43)', async () => {
  const { account } = await newAccount();
  const { tenantId } = journey.tenant;
  const desk = await journey.sitDown(await journey.add('developer'));
  const { page } = desk;
  await page.goto(`${homeOf(journey)}/developers/accounts/${account}`);
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route('**/secrets', async (route) => {
    arrived.resolve();
    await release.promise;
    await route.continue();
  });
  await button(page, 'Add secret').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add secret' }).click();
  await arrived.promise;
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  release.resolve();
  const shown = (await page.locator('.secret').textContent()) ?? '';
  await button(page, 'I have kept it').click();
  await page.getByRole('button', { name: `End now: …${shown.slice(-4)}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await page.getByText(/^Ended/).waitFor();
  // What opened the dialog is gone with the row's end.
  await page.locator('#secrets h2:focus').waitFor();
  await page.unroute('**/secrets');
  await page.route('**/secrets', async (route) => {
    // The server adds one, and its answer is lost.
    await journey.service.service.database.db
      .transaction()
      .execute((trx) => addSecret({ ...operatorOf(journey.service), clock, db: trx }, tenantId, account));
    await route.abort();
  });
  await button(page, 'Add secret').click();
  await dialog.getByRole('button', { name: 'Add secret' }).click();
  await dialog.getByText('that you never saw, end that one').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('button', { name: /^End now: …/ })
    .nth(1)
    .waitFor();
});
