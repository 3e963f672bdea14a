import type { PortalOperationName } from '@titular/contract';
import { receiverCookie } from '@titular/server/kernel/http/portal/portal-cookie.ts';
import { addMember, openBrowser } from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, outcomeOf, sendAny } from '../portal/portal-calls.ts';
import { newMerchant } from '../transactions/api.ts';
import { finish, register } from '../webhooks/log-fixture.ts';
import {
  actionsAbout,
  makeLink,
  openLink,
  openReceiverFixture,
  type ReceiverFixture,
} from './receiver-fixture.ts';

let fixture: ReceiverFixture;
let page: PortalBrowser;
let status = 204;

beforeAll(async () => {
  fixture = await openReceiverFixture(() => status);
  const { merchant, service } = fixture;
  await service.service.database.db
    .updateTable('companies')
    .set({ webhook_order_number: 'include' })
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  page = await openLink(fixture, (await makeLink(fixture)).code);
}, 360_000);
afterAll(() => fixture?.close());

const ofReceiver = operations.filter(([, { access }]) => access === 'receiver');

/** Deliveries to another endpoint of the same company, and to one of another tenant. */
async function foreignDeliveries(): Promise<string[]> {
  const { service, merchant } = fixture;
  const ids: string[] = [];
  for (const one of [merchant, await newMerchant(service)]) {
    const { endpointId } = await register(service, one, 'http://127.0.0.1:9/');
    await one.call('sendTestEvent', { id: endpointId });
    const { body } = await one.call('listDeliveries', { id: endpointId });
    ids.push(String((body['deliveries'] as { id: string }[])[0]?.id));
  }
  return ids;
}

const newest = async (body: object = {}) =>
  (await page.call('searchReceiverDeliveries', { body })).deliveries;

/** A transaction's end that the receiver got; ids of its transaction and delivery. */
async function deliver(orderNumber: string): Promise<{ transaction: string; id: string }> {
  const transaction = await finish(fixture.merchant, { orderNumber });
  await fixture.receiver.next();
  return eventually(async () => {
    const [row] = await newest({ transaction });
    expect(row?.state).not.toBe('sending');
    expect(row?.responseStatus).toBe(status);
    return { transaction, id: String(row?.id) };
  });
}

test('shows the endpoint without its query, and nothing of tenant, company and secret (P44)', async () => {
  const { text, body } = await page.send('readReceiverSession');
  const { url } = fixture.receiver;
  expect(body.endpoint).toMatchObject({ url, failures: 0, waiting: 0 });
  const { tenantId, companyId } = fixture.merchant.tenant;
  for (const hidden of [tenantId, companyId, fixture.endpointId, 'hidden', 'whsec_', 'trs_'])
    expect(text).not.toContain(hidden);
});

test('lists deliveries with what was answered, by outcome, type, transaction and order number (P44)', async () => {
  const [first, second] = [await deliver('order-1'), await deliver('order-2')];
  const ids = async (body: object) => (await newest(body)).map(({ id }) => id);
  expect((await ids({})).slice(0, 2)).toEqual([second.id, first.id]);
  expect(await ids({ orderNumber: 'order-1' })).toEqual([first.id]);
  expect(await ids({ orderNumber: 'order' })).toEqual([]);
  expect(await ids({ transaction: second.transaction })).toEqual([second.id]);
  expect(await ids({ state: 'failed' })).toEqual([]);
  expect(await ids({ type: 'endpoint.test' })).toEqual([]);
  expect((await newest({ limit: 1 }))[0]).toMatchObject({ state: 'delivered', responseStatus: 204 });
});

test('finds what an id or an order number of the same form names, as merchants may give any (P44)', async () => {
  const orderNumber = '7F3C9A1E-5B2D-4E8F-9C6A-D1E0B7F4A25C';
  const { transaction, id } = await deliver(orderNumber);
  const ids = async (about: string) =>
    (await newest({ transaction: about.toLowerCase(), orderNumber: about })).map((row) => row.id);
  const other = orderNumber.replace('7F', '8F');
  expect([await ids(orderNumber), await ids(transaction), await ids(other)]).toEqual([[id], [id], []]);
});

test('shows a delivery as it was sent, with the signature that the receiver verified, and never the secret (P44)', async () => {
  const { id } = await deliver('order-3');
  const received = fixture.receiver.deliveries.at(-1);
  const { text, body } = await page.send('readReceiverDelivery', { params: { delivery_id: id } });
  const headers = Object.fromEntries(
    (body.history[0]?.headers ?? []).map(({ name, value }) => [name, value]),
  );
  expect(received?.refusal).toBeUndefined();
  expect(headers).toMatchObject({
    'webhook-id': received?.headers['webhook-id'],
    'webhook-signature': received?.headers['webhook-signature'],
  });
  expect(body).toMatchObject({ request: received?.body, url: fixture.receiver.url });
  expect(text).not.toMatch(/whsec_|key=hidden/);
});

test('sends one delivery again, with an entry of who did (P17)', async () => {
  const { id } = await deliver('order-4');
  const { 'webhook-id': sent } = fixture.receiver.deliveries.at(-1)?.headers ?? {};
  await page.call('resendReceiverDelivery', { params: { delivery_id: id } });
  expect((await fixture.receiver.next()).headers['webhook-id']).toBe(sent);
  const entry = await fixture.service.service.database.db
    .selectFrom('audit_log')
    .select('actor')
    .where('subject', '=', `webhook-delivery/${id}`)
    .executeTakeFirst();
  expect(entry?.actor).toMatch(/^receiver:[0-9a-f-]{36}$/);
});

test('sends all that failed since a time again, counted before (P17)', async () => {
  const { service, merchant, clock } = fixture;
  status = 500;
  const transaction = await finish(merchant, { orderNumber: 'order-5' });
  await fixture.receiver.next();
  const [row] = await eventually(async () => {
    const rows = await newest({ transaction });
    expect(rows[0]?.responseStatus).toBe(500);
    return rows;
  });
  await service.service.database.db
    .updateTable('deliveries')
    .set({ state: 'failed', finished_at: clock.now(), next_attempt_at: null })
    .where('delivery_id', '=', String(row?.id) as never)
    .execute();
  status = 204;
  // What failed at the moment of a resend counts as having failed again.
  clock.advanceSeconds(1);
  const since = new Date(clock.now().getTime() - 3_600_000).toISOString();
  expect(await page.call('countReceiverFailed', { body: { since } })).toMatchObject({ deliveries: 1 });
  expect(await page.call('resendReceiverFailed', { body: { since } })).toMatchObject({ deliveries: 1 });
  await fixture.receiver.next();
  await eventually(async () => expect((await newest({ transaction }))[0]?.state).toBe('delivered'));
});

test('sends a test event, with an entry of who did (P17)', async () => {
  await page.call('sendReceiverTest');
  expect((await fixture.receiver.next()).event?.type).toBe('endpoint.test');
  expect((await actionsAbout(fixture)).at(-1)).toMatch(/^webhook-endpoint\.test by receiver:/);
});

test('has no more sent for one network than a developer needs: it is open to somebody without an account (P24)', async () => {
  const other = await openReceiverFixture();
  const browser = await openLink(other, (await makeLink(other)).code);
  const outcomes: string[] = [];
  while (outcomes.length < 300 && outcomes.at(-1) !== '42903')
    outcomes.push(outcomeOf(await browser.send('sendReceiverTest')));
  const sent = outcomes.filter((one) => one === '200').length;
  expect([outcomes.at(-1), outcomes.length - sent]).toEqual(['42903', 1]);
  expect(sent).toBeGreaterThanOrEqual(60);
  // One more is let through every two seconds: on a slow machine the next call may be that one, and the call after it is not.
  const again = () => browser.send('resendReceiverFailed', { body: { since: '2026-01-01T00:00:00Z' } });
  const replies = [await again(), await again(), await again()];
  const refused = replies.find(({ status }) => status === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect(outcomeOf(await browser.send('readReceiverSession'))).toBe('200');
  await other.close();
});

describe('what is not of its endpoint', () => {
  test('is refused as a random id is: deliveries to others, and of other tenants (P33)', async () => {
    for (const name of ['readReceiverDelivery', 'resendReceiverDelivery'] as const) {
      const random = await sendAny(page, name);
      expect(outcomeOf(random)).toBe('40420');
      for (const delivery_id of [...(await foreignDeliveries()), 'x']) {
        const reply = await sendAny(page, name, { delivery_id });
        expect([reply.status, reply.text]).toEqual([random.status, random.text]);
      }
    }
  });

  test('stands in no list, whatever the body names (P33)', async () => {
    const foreign = await foreignDeliveries();
    expect((await newest({ limit: 100 })).filter(({ id }) => foreign.includes(id))).toEqual([]);
    const body = { endpoint: crypto.randomUUID() } as never;
    expect(outcomeOf(await page.send('searchReceiverDeliveries', { body }))).toBe('40002');
  });
});

describe('the cookie', () => {
  test('opens no call of people who sign in, nor theirs one of this page (P32)', async () => {
    const member = await addMember(fixture.service, fixture.params.tenant_id, { role: 'admin' });
    for (const [name] of ofReceiver) expect(outcomeOf(await sendAny(member.browser, name))).toBe('40340');
    const others = operations.filter(([, { access }]) => access !== 'receiver' && access !== 'anybody');
    for (const [name] of others)
      expect(outcomeOf(await sendAny(page, name, fixture.params)), name).toBe('40340');
  });

  test('is for no script and no other site, and under another name than the portal’s (P30)', async () => {
    const { code } = await makeLink(fixture);
    const { headers } = await openBrowser(fixture.service).send('openReceiverLink', { body: { code } });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^titular-receiver=trs_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800$/,
      ),
    ]);
  });

  test('belongs to the portal’s host alone where that has TLS (P30)', () => {
    expect(receiverCookie('https://portal.example', 'trs_x', 60)).toBe(
      '__Host-titular-receiver=trs_x; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure',
    );
  });

  test('is not enough without the token of the session (P31)', async () => {
    const changing = ofReceiver.filter(([, { method }]) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(4);
    const send = (name: PortalOperationName, token: string | null) =>
      sendAny(page, name, {}, { headers: { 'x-titular-csrf': token } });
    for (const [name] of changing)
      for (const token of [null, '', 'A'.repeat(43)])
        expect(outcomeOf(await send(name, token)), name).toBe('40344');
    expect(outcomeOf(await page.send('readReceiverSession'))).toBe('200');
  });
});

test('ends when the service switches the endpoint off, with an entry of the service (P17)', async () => {
  status = 410;
  await page.call('sendReceiverTest');
  await eventually(async () => expect(outcomeOf(await page.send('readReceiverSession'))).toBe('40340'));
  // Each session that was open has an entry.
  const byService = (await actionsAbout(fixture)).filter((action) => action.endsWith(' by service'));
  expect([...new Set(byService)]).toEqual([
    'webhook-endpoint.disable by service',
    'receiver-access.end by service',
  ]);
});
