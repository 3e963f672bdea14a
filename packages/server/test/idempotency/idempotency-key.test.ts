import { deleteExpiredAnswers, lockIdempotencyKey } from '@titular/server/idempotency/idempotency-store.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import {
  createManualClock,
  fetchToken,
  newTransactionBody,
  openTenantKey,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeOf, Phone } from '../captures/phone.ts';
import { type Answer, checked, type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
});

const newKey = (): string => `order-${crypto.randomUUID()}`;

async function send(
  key: string,
  body: Record<string, unknown>,
  target: TestService = service,
  token: string = merchant.token,
): Promise<Answer> {
  const response = await fetch(`${target.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  return checked('createTransaction', response);
}

const countOf = async (): Promise<number> =>
  (
    await service.service.database.db
      .selectFrom('transactions')
      .select('transaction_id')
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .execute()
  ).length;

test('createTransaction 200: the same key and body give the same answer, to the byte, and its link works (R74)', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  const first = await send(key, body);
  expect(first.status).toBe(200);
  for (let times = 0; times < 3; times += 1) expect((await send(key, body)).text).toBe(first.text);
  expect(await countOf()).toBe(1);
  expect((await new Phone(service).open({ code: codeOf(first.body['link']) })).status).toBe(200);
});

const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, part]) => [name, reversed(part)]),
      )
    : value;

test('createTransaction 200: the order of the members, also of inner ones, makes no other body', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  const first = await send(key, body);
  const again = reversed(body) as Record<string, unknown>;
  expect(JSON.stringify(again)).not.toBe(JSON.stringify(body));
  expect((await send(key, again)).text).toBe(first.text);
  expect(await countOf()).toBe(1);
});

const keptOf = (tenantId: TenantId) =>
  service.service.database.db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();

test('createTransaction 200: an earlier release that still runs knows the body again, as it knows it', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  await send(key, body);
  const { tenantId } = merchant.tenant;
  const tenantKey = await openTenantKey(service, tenantId);
  const known = tenantKey.hash('idempotent request', JSON.stringify(body));
  expect((await keptOf(tenantId)).request_hash.equals(known)).toBe(true);
});

test('createTransaction 400: a key that an earlier release took anew answers no body of before', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  await send(key, body);
  await service.service.database.db
    .updateTable('idempotency_keys')
    .set({ request_hash: Buffer.alloc(32) })
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .execute();
  expect((await send(key, body)).body['code']).toBe('40028');
});

test('createTransaction 200: a body that an earlier release kept is known again in the order in which it came', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  const first = await send(key, body);
  const { tenantId } = merchant.tenant;
  await service.service.database.db
    .updateTable('idempotency_keys')
    .set({ meaning_hash: null })
    .where('tenant_id', '=', tenantId)
    .execute();
  expect((await send(key, body)).text).toBe(first.text);
  expect((await send(key, reversed(body) as typeof body)).body['code']).toBe('40028');
});

test('createTransaction 200: of 32 at once over two processes all get the one answer (R74)', async () => {
  const second = await startTestService({ sharedWith: service, clock });
  try {
    for (let round = 0; round < 5; round += 1) {
      const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) => send(key, body, index % 2 ? second : service)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await countOf()).toBe(round + 1);
    }
  } finally {
    await second.close();
  }
});

test('createTransaction 400: the same key with another body is refused and creates nothing (R74)', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  await send(key, body);
  const other = await send(key, { ...body, orderNumber: 'another' });
  expect([other.status, other.body['code']]).toEqual([400, '40028']);
  expect(await countOf()).toBe(1);
});

test("createTransaction 200: keys are a tenant's own (R17, R74)", async () => {
  const key = newKey();
  const other = await newMerchant(service);
  const ours = await send(key, newTransactionBody(merchant.tenant.companyId));
  const theirs = await send(key, newTransactionBody(other.tenant.companyId), service, other.token);
  expect([ours.status, theirs.status]).toEqual([200, 200]);
  expect(theirs.body['id']).not.toBe(ours.body['id']);
});

test('createTransaction 200: a refusal is not kept; the same request may succeed later', async () => {
  const key = newKey();
  const body = newTransactionBody(merchant.tenant.companyId);
  const setActive = (active: boolean) =>
    service.service.database.db
      .updateTable('companies')
      .set({ active })
      .where('company_id', '=', merchant.tenant.companyId)
      .execute();
  await setActive(false);
  expect((await send(key, body)).body['code']).toBe('40404');
  await setActive(true);
  clock.advanceSeconds(2);
  expect((await send(key, body)).status).toBe(200);
});

test('createTransaction 200: without the key the same data is replicated, with it the answer is given again (R73, R74)', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  const first = await send(key, body);
  expect((await merchant.createRaw(JSON.stringify(body))).body['code']).toBe('40027');
  expect((await send(newKey(), body)).body['code']).toBe('40027');
  expect((await send(key, body)).text).toBe(first.text);
});

test('createTransaction 200: the answer is kept for 24 hours and then forgotten', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  const first = await send(key, body);
  clock.advanceSeconds(86_399);
  const fresh = await fetchToken(service, merchant.tenant);
  expect((await send(key, body, service, fresh)).text).toBe(first.text);
  await deleteExpiredAnswers(service.service.database.db, clock.now(), 1_000);
  expect((await send(key, body, service, fresh)).text).toBe(first.text);
  clock.advanceSeconds(1);
  expect((await send(key, { ...body, orderNumber: 'new' }, service, fresh)).body['id']).not.toBe(
    first.body['id'],
  );
  clock.advanceSeconds(86_400);
  expect(await deleteExpiredAnswers(service.service.database.db, clock.now(), 1_000)).toBeGreaterThan(0);
  const left = await service.service.database.db.selectFrom('idempotency_keys').select('key_hash').execute();
  expect(left).toEqual([]);
});

test('createTransaction 200: neither the answer nor the key rests in the clear (R90)', async () => {
  const key = newKey();
  const first = await send(key, newTransactionBody(merchant.tenant.companyId));
  const rows = await service.service.database.db
    .selectFrom('idempotency_keys')
    .select(['key_hash', 'request_hash', 'sealed_answer'])
    .execute();
  const bytes = Buffer.concat(
    rows.flatMap((row) => [row.key_hash, row.request_hash, row.sealed_answer ?? Buffer.alloc(0)]),
  );
  for (const canary of [key, codeOf(first.body['link']), String(first.body['id'])])
    expect(bytes.includes(canary)).toBe(false);
});

test.each(['', ' ', 'a b', 'x'.repeat(256), 'é'])(
  'createTransaction 400: the key %j is refused (R35)',
  async (key) => {
    const { status, body } = await send(key, newTransactionBody(merchant.tenant.companyId));
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(body['message']).toContain('Idempotency-Key');
  },
);

test('createTransaction 400: while the first with a key takes all too long, another is told so and holds nothing up (R69, R74)', async () => {
  const [key, body] = [newKey(), newTransactionBody(merchant.tenant.companyId)];
  const { db } = service.service.database;
  const tenantKey = await openTenantKey(service, merchant.tenant.tenantId);
  const answers = await db.transaction().execute(async (trx) => {
    await lockIdempotencyKey(trx, merchant.tenant.tenantId, tenantKey.hash('idempotency key', key));
    const waiting = Array.from({ length: 20 }, () => send(key, body));
    expect((await merchant.create()).status).toBe(200);
    return Promise.all(waiting);
  });
  expect(new Set(answers.map((one) => one.body['code']))).toEqual(new Set(['40029']));
  expect((await send(key, body)).status).toBe(200);
});

test('createTransaction 200: with ever new keys, many more at once than there are connections, all are carried out', async () => {
  const statuses = await Promise.all(
    Array.from(
      { length: 60 },
      async () => (await send(newKey(), newTransactionBody(merchant.tenant.companyId))).status,
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('createTransaction 200: the kept answer is given also when the request would be refused by now (R74)', async () => {
  const one = await newMerchant(service);
  const [key, body] = [newKey(), JSON.stringify({ ...newTransactionBody(one.tenant.companyId), value: 90 })];
  const first = await one.createRaw(body, { 'idempotency-key': key });
  expect(first.status).toBe(200);
  await service.service.database.db
    .updateTable('companies')
    .set({ active: false, maximum_value: '10' })
    .where('company_id', '=', one.tenant.companyId)
    .execute();
  // Settings are believed for two seconds.
  clock.advanceSeconds(3);
  expect((await one.create()).status).toBe(404);
  const again = await one.createRaw(body, { 'idempotency-key': key });
  expect([again.status, again.text]).toEqual([200, first.text]);
});
