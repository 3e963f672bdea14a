import { inviteTestMember } from '@titular/test-kit/portal/people.ts';
import type { CDPSession } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { button, heading, homeOf } from './open-pages.ts';
import { expectNoFaults } from './portal-fixture.ts';
import { usePortal } from './use-portal.ts';
import { addAuthenticator } from './virtual-passkey.ts';

const IDLE_MINUTES = 15;

const portal = usePortal();

describe('an invitation in the browser', () => {
  test('is taken with a passkey, and neither its code nor the recovery codes stay in the page (P21, P22, P43)', async () => {
    const code = await inviteTestMember(portal.journey.service, portal.journey.tenant.tenantId, {
      role: 'support',
    });
    const desk = await portal.journey.openDesk();
    const { page } = desk;
    await addAuthenticator(desk);
    await page.goto(`${portal.journey.portalUrl}/invite#${code}`);
    await page.getByLabel('Your name').fill('Ana Ñandú');
    expect(page.url()).toBe(`${portal.journey.portalUrl}/invite`);
    await button(page, 'Create the passkey').click();
    await heading(page, 'Your recovery codes').waitFor();
    const codes = (await page.locator('.codes li, .recovery-codes li').allTextContents()).map((one) =>
      one.trim(),
    );
    expect(codes.length).toBeGreaterThanOrEqual(8);
    await page.getByText('I have kept the codes in a safe place').click();
    await button(page, 'Go to the portal').click();
    await page.getByRole('combobox').waitFor();
    const content = await page.content();
    for (const secret of [code, ...codes]) expect(content).not.toContain(secret);
    expectNoFaults(desk);
    await page.goto(`${portal.journey.portalUrl}/invite#${code}`);
    await page.getByText('This link does not work').waitFor();
  });
});

describe('signing in on the way', () => {
  test('a link that names an order opens it after the sign-in, and the number is in no address (P2)', async () => {
    const orderNumber = `P2 ${crypto.randomUUID()}`;
    await portal.merchant.create({ orderNumber });
    const person = await portal.journey.add('support');
    const desk = await portal.journey.sitDown(person);
    await desk.context.clearCookies();
    const { page } = desk;
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`${homeOf(portal.journey)}/orders#${encodeURIComponent(orderNumber)}`);
    // The browser offers the passkey in the field of the name, and this one takes it by itself.
    await heading(page, orderNumber).waitFor();
    expect(page.url()).toContain('/transactions/');
    // The browser opens what it was given; from then on the number is nowhere.
    const later = addresses.filter((address) => !address.includes('/orders#'));
    expect(later.length).toBeGreaterThan(5);
    expect(decodeURIComponent(later.join('\n'))).not.toContain(orderNumber);
    expect(await page.title()).not.toContain(orderNumber);
    expectNoFaults(desk);
  });

  test('keeps its secret from scripts: no storage, no address, no readable cookie (P27)', async () => {
    const desk = await portal.journey.sitDown(await portal.journey.add('viewer'));
    const { page, context } = desk;
    await context.clearCookies();
    await page.goto(homeOf(portal.journey));
    await page.getByRole('link', { name: 'Transactions' }).waitFor();
    const [cookie, ...more] = (await context.cookies()).filter(({ value }) => value.startsWith('tps_'));
    expect(more).toEqual([]);
    expect(cookie).toMatchObject({ name: 'titular-portal', path: '/', httpOnly: true, sameSite: 'Strict' });
    const readable = await page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const kept = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
      return JSON.stringify([
        document.cookie,
        location.href,
        databases,
        kept,
        document.documentElement.outerHTML,
      ]);
    });
    expect(readable).not.toMatch(/tps_|tpc_/);
    expect(readable).not.toContain(cookie?.value.slice(4));
    expectNoFaults(desk);
  });

  test('no page can be put into a frame (P43)', async () => {
    const desk = await portal.journey.openDesk();
    const { page } = desk;
    const document = await page.request.get(homeOf(portal.journey));
    expect(document.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    await page.goto('about:blank');
    await page.setContent(`<iframe src="${homeOf(portal.journey)}"></iframe>`);
    const frame = page.frames()[1];
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/');
  });
});

describe('the lock', () => {
  test('puts everything away after 15 minutes without a touch, and gives an unsent form and the focus of the heading back (P29, P49)', async () => {
    const orderNumber = `canary-${crypto.randomUUID()}`;
    await portal.merchant.create({ orderNumber });
    const desk = await portal.journey.sitDown(await portal.journey.add('support'));
    const { page } = desk;
    await page.clock.install();
    await page.goto(`${homeOf(portal.journey)}/transactions`);
    await page.getByRole('link', { name: orderNumber }).waitFor();
    await page.keyboard.press('n');
    const order = page.getByRole('textbox', { name: 'Order number' });
    await order.fill('typed before the lock');
    await page.clock.runFor(60_000 * IDLE_MINUTES + 1_000);
    await page.getByText('Locked').waitFor();
    const focused = (): Promise<unknown> => page.evaluate(() => document.activeElement?.outerHTML);
    await expect.poll(focused).toMatch(/^<button.*Unlock with a passkey/);
    const session = await desk.context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const kept = await page.evaluate(() =>
      [
        document.documentElement.outerHTML,
        JSON.stringify({ ...localStorage }),
        JSON.stringify({ ...sessionStorage }),
      ].join(),
    );
    for (const canary of [orderNumber, 'typed before the lock']) expect(kept).not.toContain(canary);
    expect(await heapOf(session)).not.toContain(orderNumber);
    await button(page, 'Unlock with a passkey').click();
    await order.waitFor();
    expect(await order.inputValue()).toBe('typed before the lock');
    await expect.poll(focused).toMatch(/^<h1/);
    expectNoFaults(desk);
  });
});

/** Every text in the memory of a page, as its heap snapshot lists them. */
async function heapOf(session: CDPSession): Promise<string> {
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', {});
  return chunks.join('');
}
