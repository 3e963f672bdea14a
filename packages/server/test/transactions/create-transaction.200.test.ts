import {
  createManualClock,
  newCpf,
  newTransactionBody,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const same = () => ({
  identity: { key: 'cpf', value: newCpf() },
  orderNumber: `same-${crypto.randomUUID()}`,
});

async function setStatus(id: unknown, status: string): Promise<void> {
  await service.service.database.db
    .updateTable('transactions')
    .set({ status })
    .where('transaction_id', '=', asId(String(id)))
    .execute();
}

test('createTransaction 200: answers id, status, a one-time link and an SDK token', async () => {
  const { body } = await merchant.create();
  expect(Object.keys(body).sort()).toEqual(['id', 'link', 'status', 'token']);
  expect(body['status']).toBe('waiting');
  expect(String(body['link'])).toMatch(new RegExp(`^${service.url}/c/[A-Za-z0-9_-]{32}$`));
});

test('createTransaction 200: the link follows the configured address, whatever a client says in headers (R36)', async () => {
  const { tenant } = merchant;
  const spoofed = {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    'x-forwarded-proto': 'https',
  };
  const { body } = await merchant.createRaw(JSON.stringify(newTransactionBody(tenant.companyId)), spoofed);
  expect(new URL(String(body['link'])).origin).toBe(service.url);
});

test.each([
  ['1.25E7', '12500000.0000'],
  ['1E2', '100.0000'],
  ['1.0E-4', '0.0001'],
])(
  'createTransaction 200: keeps a value written as %s as the exact decimal %s (C6)',
  async (written, kept) => {
    const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId, { value: 7 })).replace(
      '"value":7',
      `"value":${written}`,
    );
    const { body: answer } = await merchant.createRaw(body);
    const row = await service.service.database.db
      .selectFrom('transactions')
      .select('value')
      .where('transaction_id', '=', asId(String(answer['id'])))
      .executeTakeFirstOrThrow();
    expect(row.value).toBe(kept);
  },
);

test.each([
  ['text', '"order-7"', 'order-7'],
  ['a number', '12345678901234567890', '12345678901234567890'],
  ['zero', '0', '0'],
])(
  'createTransaction 200: keeps an order number given as %s as the text it was written as',
  async (_form, json, kept) => {
    const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId, { orderNumber: '@' })).replace(
      '"@"',
      json,
    );
    const { status, body: answer } = await merchant.createRaw(body);
    expect(status).toBe(200);
    const row = await service.service.database.db
      .selectFrom('transactions')
      .select('order_number')
      .where('transaction_id', '=', asId(String(answer['id'])))
      .executeTakeFirstOrThrow();
    expect(row.order_number).toBe(kept);
  },
);

test.each(['inconclusive', 'expired', 'canceled', 'unknown-share', 'absent-holder', 'fast-inconclusive'])(
  'createTransaction 200: the same data may start anew after the earlier one ended as %s',
  async (status) => {
    const data = same();
    const first = await merchant.create(data);
    await setStatus(first.body['id'], status);
    expect((await merchant.create(data)).status).toBe(200);
  },
);

test('createTransaction 200: an open transaction whose time has passed is ended and makes room for the same data', async () => {
  const data = same();
  const first = await merchant.create(data);
  const { db } = service.service.database;
  const overdue = { expires_at: new Date(clock.now().getTime() + 1000) };
  await db
    .updateTable('transactions')
    .set(overdue)
    .where('transaction_id', '=', asId(String(first.body['id'])))
    .execute();
  expect((await merchant.create(data)).status).toBe(400);
  clock.advanceSeconds(1);
  expect((await merchant.create(data)).status).toBe(200);
  expect((await merchant.read(String(first.body['id']))).body).toEqual({ status: 'expired' });
});

test('createTransaction 200: where no capture could be approved, a company that checks at create gets only id and status', async () => {
  const other = await newMerchant(service);
  await service.service.database.db
    .updateTable('companies')
    .set({ module: 'pre', template_policy: 'require-reference' })
    .where('company_id', '=', other.tenant.companyId)
    .execute();
  const { body } = await other.create();
  expect(Object.keys(body).sort()).toEqual(['id', 'status']);
  expect(body['status']).toBe('fast-inconclusive');
  const event = await service.service.database.db
    .selectFrom('events')
    .select(['type', 'status', 'sequence'])
    .where('transaction_id', '=', asId(String(body['id'])))
    .executeTakeFirstOrThrow();
  expect(event).toEqual({ type: 'transaction.finished', status: 'fast-inconclusive', sequence: 1 });
});
