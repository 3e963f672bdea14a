import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey } from '@titular/test-kit';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMerchant } from './case-builders.ts';
import { part, transactionPage } from './open-pages.ts';
import { type Desk, expectNoFaults, type PortalJourney, startPortal } from './portal-fixture.ts';

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const KEPT_BYTES = 4_096;

const says =
  (status: number, body = '', headers: Record<string, string> = {}) =>
  (response: ServerResponse): unknown =>
    response.writeHead(status, headers).end(body);

/** What a receiver does, by the end of its address, and the words of the page about it. */
const BEHAVIOURS: readonly [name: string, act: (response: ServerResponse) => unknown, words: string][] = [
  ['takes', says(204), '204, taken'],
  ['markup', says(200, MARKUP, { 'content-type': 'text/html' }), MARKUP],
  ['long', says(200, 'y'.repeat(3 * KEPT_BYTES)), '200, taken'],
  ['redirects', says(302, '', { location: 'http://192.0.2.1/' }), '302, a redirect, which is never followed'],
  ['refuses', says(400, 'no such order'), '400, the receiver refuses it'],
  ['distrusts', says(401), '401, the receiver does not accept the signature or the credentials'],
  ['lost', says(404), '404, there is nothing at this address'],
  ['gone', says(410), '410, the receiver wants nothing more: the endpoint was switched off'],
  ['slower', says(429, '', { 'retry-after': '120' }), '429, the receiver asks for a slower pace'],
  ['broken', says(500, 'stack trace'), '500, the receiver has a fault'],
  ['cuts', (response) => response.socket?.destroy(), 'the connection was cut'],
  ['hangs', () => undefined, 'no complete answer in time'],
];

let journey: PortalJourney;
let receiver: Server;
let desk: Desk;
/** The address of a receiver that nobody runs. */
let nobody: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const name = request.url?.slice(1);
    request.resume().once('end', () => BEHAVIOURS.find(([one]) => one === name)?.[1](response));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  journey = await startPortal();
  const key = await openTenantKey(journey.service, journey.tenant.tenantId);
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  nobody = `http://127.0.0.1:${await findFreePort()}/nobody`;
  for (const url of [...BEHAVIOURS.map(([name]) => `${base}/${name}`), nobody])
    await registerEndpoint(journey.service.service.database.db, key, {
      ...journey.tenant,
      ...{ url, loopbackAllowed: true, timeoutMs: 1_000 },
    });
  const merchant = await openMerchant(journey);
  const { id } = await merchant.create();
  await merchant.step(id, 'cancel');
  desk = await journey.sitDown(await journey.add('support'));
  await desk.page.goto(transactionPage(journey, id));
  await part(desk.page, 'Webhooks').click();
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await journey.close();
});

const cardOf = (address: string) =>
  desk.page
    .locator('article')
    .filter({ has: desk.page.getByText(address, { exact: false }) })
    .first();

test.each([
  ...BEHAVIOURS.map(([name, , words]) => [name, words] as const),
  ['nobody', 'the connection was refused'] as const,
])('a receiver that is of the kind "%s" is told in words (P8)', async (name, words) => {
  await cardOf(`/${name}`).getByText(words).first().waitFor({ state: 'attached' });
});

test('an answer with markup is text, and of a long one the first 4 KiB are kept (P8, P44)', async () => {
  const { page } = desk;
  const markup = cardOf('/markup');
  await markup.getByText('What the receiver answered').click();
  await markup.locator('pre', { hasText: 'onerror' }).waitFor();
  expect(await markup.locator('img, script').count()).toBe(0);
  const long = await cardOf('/long').locator('pre', { hasText: /^y+/ }).textContent();
  expect(Buffer.byteLength(String(long))).toBeLessThanOrEqual(KEPT_BYTES);
  expect(Buffer.byteLength(String(long))).toBeGreaterThan(1_000);
  expect(await page.title()).not.toMatch(/^[12]/);
  expectNoFaults(desk);
});
