import { type PortalAnswer, portalCalls } from '@titular/contract';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { newCpf, operatorOf } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startBy } from '../sandbox/process-scenario-fixture.ts';
import { createBy } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';

const NAUGHTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE transactions; --",
  '{{7*7}} #{7*7} <%= 7*7 %>',
  'ÅÄÖ ñ ç 漢字 😀 Ω≈ç√',
  '=cmd|calc!A0',
  `a${'\u0301'.repeat(60)}`,
  'x'.repeat(100),
] as const;

let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let support: PasskeyPerson;
/** What the receiver answers next. */
let next: { status: number; body?: string };

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  next = { status: 204 };
  receiver = await startWebhookReceiver({ answer: () => next });
  receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
  support = await addMember(service, merchant.tenant.tenantId, { role: 'support' });
}, 360_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const params = (ids: object = {}) => ({ tenant_id: merchant.tenant.tenantId, ...ids });
const newOne = async (changes: object = {}): Promise<string> =>
  String((await merchant.create({ ...changes })).body['id']);
const read = (transaction_id: string, etag?: string) =>
  support.browser.send(
    'readTransactionCase',
    { params: params({ transaction_id }) },
    etag === undefined ? {} : { headers: { 'if-none-match': etag } },
  );
type Case = PortalAnswer<'readTransactionCase'>;
const withoutTime = ({ readAt: _readAt, ...body }: Case): Omit<Case, 'readAt'> => body;

describe('a case over HTTP', () => {
  test('has a version, is answered 304 without a body while nothing changes, and anew when anything does (row 22)', async () => {
    const id = await newOne();
    await eventually(async () => {
      const { body } = await read(id);
      if (body.calls.length === 0) throw new Error('the create is not in the log yet');
    });
    let seen = await read(id);
    expect(seen.status).toBe(200);
    expect(seen.headers.etag).toMatch(/^"[\w-]{43}"$/);
    const changes: Record<string, () => Promise<unknown>> = {
      'a new link': () =>
        support.browser.call('renewTransactionLink', { params: params({ transaction_id: id }), body: {} }),
      'a look at the person': () =>
        service.service.database.db
          .updateTable('transactions')
          .set({ erasure_requested_at: new Date() })
          .where('transaction_id', '=', asId(id))
          .execute(),
      'a call of the API': () => merchant.read(id),
      'a cancellation': () =>
        support.browser.call('cancelByHand', { params: params({ transaction_id: id }), body: {} }),
    };
    for (const [what, change] of Object.entries(changes)) {
      const same = await read(id, `W/${seen.headers.etag}, "other"`);
      expect([same.status, same.text, same.headers.etag], what).toEqual([304, '', seen.headers.etag]);
      await change();
      const before = seen;
      seen = await eventually(async () => {
        const changed = await read(id, before.headers.etag);
        if (changed.status !== 200) throw new Error(`${what} does not show`);
        return changed;
      });
    }
  });

  test('is ended first when its time is over, for a reader who has its last version too (row 22)', async () => {
    const id = await newOne();
    const { db } = service.service.database;
    await eventually(async () => expect((await read(id)).body.calls).not.toEqual([]));
    const { etag } = (await read(id)).headers;
    expect((await read(id, etag)).status).toBe(304);
    const past = new Date(Date.now() - 1_000);
    await db
      .updateTable('transactions')
      .set({ expires_at: past })
      .where('transaction_id', '=', asId(id))
      .execute();
    const late = await read(id, etag);
    expect([late.status, late.body.transaction.status]).toEqual([200, 'expired']);
  });

  test('is as if it was not there for who may not see its company, with its version and without (P33)', async () => {
    const id = await newOne();
    const companies = [
      await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' }),
    ];
    const other = await addMember(service, merchant.tenant.tenantId, { role: 'support', companies });
    const { etag } = (await read(id)).headers;
    const asked = { params: params({ transaction_id: id }) };
    for (const headers of [{}, { 'if-none-match': String(etag) }, { 'if-none-match': '"none"' }]) {
      const { status, body } = await other.browser.send('readTransactionCase', asked, { headers });
      expect([status, (body as unknown as { code: string }).code]).toEqual([404, '40420']);
    }
  });

  test('never keeps its version while what it says differs (row 22)', async () => {
    const ids = [await newOne()];
    for (const scenario of ['approved', 'no-face-then-approved', 'person-changed-then-approved'])
      ids.push(String((await createBy(merchant, scenario)).body['id']));
    const known = new Map<string, string>();
    for (let round = 0; round < 6; round += 1)
      for (const id of ids) {
        const { headers, body } = await read(id);
        const text = JSON.stringify(withoutTime(body));
        const version = `${id} ${headers.etag}`;
        expect(known.get(version) ?? text).toBe(text);
        known.set(version, text);
      }
  });

  test('shows of a delivery what was sent, the first 4 KiB of the answer as text, the error and the next attempt; sending again shows in the same list (P8)', async () => {
    next = { status: 500, body: `<b>broken</b> ${'é'.repeat(10_000)}` };
    const id = await newOne();
    await merchant.cancel(id);
    const failed = await eventually(async () => {
      const [delivery] = (await read(id)).body.deliveries;
      if (!delivery?.history[0]) throw new Error('not sent yet');
      return delivery;
    });
    expect(failed).toMatchObject({
      type: 'transaction.finished',
      url: receiver.url,
      nextAttemptAt: expect.any(String),
    });
    expect(failed.history[0]).toMatchObject({ number: 1, responseStatus: 500 });
    expect(failed.history[0]?.response?.startsWith('<b>broken</b> é')).toBe(true);
    expect(Buffer.byteLength(failed.history[0]?.response ?? '')).toBeLessThanOrEqual(4_096);
    expect(JSON.parse(failed.request)).toMatchObject({
      id: failed.eventId,
      transactionId: id,
      status: 'canceled',
    });
    expect(receiver.deliveries.map(({ body }) => body)).toContain(failed.request);
    next = { status: 204 };
    const sent = await support.browser.call('resendPortalDelivery', {
      params: params({ delivery_id: failed.id }),
      body: {},
    });
    expect(sent).toEqual({ deliveryId: failed.id });
    await eventually(async () => {
      const { deliveries } = (await read(id)).body;
      expect(deliveries).toHaveLength(1);
      expect(deliveries[0]).toMatchObject({ id: failed.id, state: 'delivered' });
      expect(deliveries[0]?.history.at(-1)).toMatchObject({ responseStatus: 204 });
    });
    const row = await support.browser.call('find', { params: params(), body: { text: id } });
    expect(row.transactions[0]?.webhooks).toBe('delivered');
  });

  test.each(NAUGHTY)('finds and shows %j as text, whole and unchanged (P44)', async (text) => {
    const orderNumber = text.slice(0, 100);
    next = { status: 200, body: text };
    const id = await newOne({ orderNumber });
    const found = await support.browser.call('find', { params: params(), body: { text: orderNumber } });
    expect(found).toMatchObject({ took: 'order_number', open: { kind: 'transaction', id } });
    expect(found.transactions[0]?.orderNumber).toBe(orderNumber);
    await merchant.cancel(id);
    await eventually(async () => {
      const { body, headers } = await read(id);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      expect(body.transaction.orderNumber).toBe(orderNumber);
      expect(body.deliveries[0]?.history[0]?.response).toBe(text);
    });
  });

  test('shows a person masked everywhere: no identity, name or digit beyond the mask is in any answer that was not asked to show it (R95, P38)', async () => {
    const cpf = newCpf();
    const card = {
      binDigits: '52998224',
      lastDigits: '7255',
      name: 'Zenaide Quirino',
      expirationDate: '11/38',
    };
    const orderNumber = 'canary-order';
    const id = await newOne({ identity: { key: 'cpf', value: cpf }, card, orderNumber });
    const process = idOf(await startBy(service, merchant, 'process-finished', { cpf }));
    const answers = [
      (await read(id)).text,
      (await support.browser.send('readProcessCase', { params: params({ process_id: process }) })).text,
      (await support.browser.send('find', { params: params(), body: { text: cpf } })).text,
      (await support.browser.send('searchPortalTransactions', { params: params(), body: {} })).text,
      (await support.browser.send('searchPortalProcesses', { params: params(), body: {} })).text,
    ];
    for (const text of answers)
      expect(text).not.toMatch(new RegExp(`${cpf}|${cpf.slice(0, 6)}|Quirino|QUIRINO|52998224|11/38`));
    const shown = await support.browser.call('revealTransactionField', {
      params: params({ transaction_id: id }),
      body: { field: 'identity' },
    });
    expect(shown).toEqual({ field: 'identity', value: cpf });
  });

  test('says of an erased person and of deleted pictures that they are so, and refuses nothing to read (row 23)', async () => {
    const id = String((await createBy(merchant, 'approved')).body['id']);
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
    await service.service.database.db
      .updateTable('transactions')
      .set({
        sealed_identity: Buffer.alloc(0),
        sealed_card: Buffer.alloc(0),
        erased_at: new Date(),
        order_number: 'erased',
      })
      .where('transaction_id', '=', asId(id))
      .execute();
    const { status, body } = await read(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: [],
      captures: { images: 'erased' },
      transaction: { orderNumber: 'erased' },
    });
    expect(body.transaction.erasedAt).toBeDefined();
    for (const act of ['reveal', 'view_pictures', 'read_evidence']) expect(body.acts).not.toContain(act);
    expect([...Value.Errors(portalCalls.readTransactionCase.answer, body)]).toEqual([]);
  });
});
