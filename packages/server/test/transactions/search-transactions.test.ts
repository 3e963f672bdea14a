import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

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

type Line = { id: string; orderNumber: string; status: string };
const linesOf = (body: Record<string, unknown>): Line[] => body['transactions'] as Line[];
const ordersOf = async (query: Record<string, string>): Promise<string[]> =>
  linesOf((await merchant.list(query)).body).map((line) => line.orderNumber);

async function create(...orderNumbers: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const orderNumber of orderNumbers) {
    clock.advanceSeconds(1);
    ids.push(String((await merchant.create({ orderNumber })).body['id']));
  }
  return ids;
}

describe('the list', () => {
  test('listTransactions 200: is newest first, page after page, without a gap or a repeat while more are made', async () => {
    const orders = Array.from({ length: 7 }, (_, index) => `order-${index}`);
    await create(...orders);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await merchant.list({ limit: '3', ...(cursor ? { cursor } : {}) });
      seen.push(...linesOf(body).map((line) => line.orderNumber));
      cursor = body['nextCursor'] as string | undefined;
      await create(`later-${seen.length}`);
    } while (cursor);
    expect(seen).toEqual(orders.reverse());
  });

  test('listTransactions 200: finds an order number exactly, or by its beginning, whatever signs it has', async () => {
    await create('A_1%x', 'A_1%y', 'AB1%x', 'a_1%x', 'A\\1');
    expect(await ordersOf({ orderNumber: 'A_1%x' })).toEqual(['A_1%x']);
    expect(await ordersOf({ orderNumberPrefix: 'A_1%' })).toEqual(['A_1%y', 'A_1%x']);
    expect(await ordersOf({ orderNumberPrefix: 'A\\' })).toEqual(['A\\1']);
    expect(await ordersOf({ orderNumberPrefix: 'none' })).toEqual([]);
  });

  test('listTransactions 200: narrows by status, company and time, all at once', async () => {
    const [first = ''] = await create('one', 'two', 'three');
    await merchant.cancel(first);
    expect(await ordersOf({ status: 'canceled' })).toEqual(['one']);
    expect(await ordersOf({ status: 'waiting', company: merchant.tenant.companyId })).toEqual([
      'three',
      'two',
    ]);
    expect(await ordersOf({ company: crypto.randomUUID() })).toEqual([]);
    const middle = clock.now().toISOString();
    expect(await ordersOf({ createdFrom: middle })).toEqual(['three']);
    expect(await ordersOf({ createdBefore: middle })).toEqual(['two', 'one']);
  });

  test('listTransactions 200: what is due is ended before it is shown', async () => {
    await service.service.database.db
      .updateTable('companies')
      .set({ transaction_expiry_seconds: 60 })
      .where('company_id', '=', merchant.tenant.companyId)
      .execute();
    clock.advanceSeconds(2);
    await create('old');
    clock.advanceSeconds(60);
    expect(linesOf((await merchant.list()).body)).toMatchObject([{ orderNumber: 'old', status: 'expired' }]);
    expect(await ordersOf({ status: 'waiting' })).toEqual([]);
  });

  test('listTransactions 200: shows a tenant its own alone, and nothing of person or card (R17, R22)', async () => {
    await create('mine');
    const other = await newMerchant(service);
    expect(linesOf((await other.list()).body)).toEqual([]);
    const { text } = await merchant.list();
    for (const secret of ['Maria', '41111111', '1111"', 'cpf']) expect(text).not.toContain(secret);
  });

  test.each([
    ['status', 'status=done'],
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=1e1'],
    ['cursor', 'cursor=next'],
    ['company', 'company=mine'],
    ['createdFrom', 'createdFrom=yesterday'],
    ['createdFrom', 'createdFrom=2026-13-01T00:00:00Z'],
    ['createdBefore', 'createdBefore=2026-11-20'],
    ['orderNumber', 'orderNumber='],
    ['orderNumber', 'orderNumber=a&orderNumber=b'],
    ['orderNumberPrefix', `orderNumberPrefix=${'x'.repeat(101)}`],
    ['tenant', 'tenant=other'],
    ['__proto__', '__proto__=x'],
  ])('listTransactions 400: a bad %s is refused by its name: %s', async (field, query) => {
    const { status, body } = await merchant.list(query);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(body['message']).toContain(field);
  });

  test('listTransactions 400: bytes that are no text are refused, never a fault (R26)', async () => {
    for (const query of ['orderNumber=%00', 'orderNumber=%FF', 'orderNumberPrefix=%ED%A0%80']) {
      const response = await fetch(`${service.url}/api/public/v1/walletid/transactions?${query}`, {
        headers: { authorization: `Bearer ${merchant.token}` },
      });
      expect([200, 400], query).toContain(response.status);
    }
  });
});

describe('the history', () => {
  test('readTransactionHistory 200: tells every step with who, when and why', async () => {
    const [id = ''] = await create('one');
    clock.advanceSeconds(60);
    await merchant.cancel(id);
    const { body } = await merchant.history(id.toUpperCase());
    expect(body).toMatchObject({ id, orderNumber: 'one', status: 'canceled', module: 'post' });
    expect(body['history']).toMatchObject([
      { version: 1, event: 'create', status: 'waiting', actor: 'merchant', reasons: [] },
      {
        version: 2,
        event: 'cancel',
        status: 'canceled',
        actor: 'merchant',
        reasons: ['canceled_by_merchant'],
      },
    ]);
  });

  test("readTransactionHistory 404: another tenant's and a random id are alike; 400 for what is no id", async () => {
    const other = await newMerchant(service);
    const theirs = String((await other.create()).body['id']);
    const [foreign, random] = [await merchant.history(theirs), await merchant.history(crypto.randomUUID())];
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
  });

  test('readTransactionHistory 400: a text that is no id is refused', async () => {
    expect((await merchant.history('nonsense')).body['code']).toBe('40004');
  });
});

describe('canceling', () => {
  test('cancelTransaction 200: ends a waiting transaction, and once more answers the same with one step and one event', async () => {
    const [id = ''] = await create('one');
    for (let times = 0; times < 3; times += 1)
      expect((await merchant.cancel(id)).body).toEqual({ status: 'canceled' });
    expect((await merchant.read(id)).body).toEqual({ status: 'canceled' });
    const events = await service.service.database.db
      .selectFrom('events')
      .select(['status', 'sequence'])
      .where('transaction_id', '=', asId(id))
      .execute();
    expect(events).toEqual([{ status: 'canceled', sequence: 2 }]);
  });

  test('cancelTransaction 200: of 16 at once over two processes all succeed and one step is made (R75)', async () => {
    const second = await startTestService({ sharedWith: service, clock });
    try {
      const [id = ''] = await create('one');
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => merchant.cancel(id, index % 2 ? second : service)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect((await merchant.history(id)).body['history']).toHaveLength(2);
    } finally {
      await second.close();
    }
  });

  test.each(['processing', 'approved', 'inconclusive', 'expired'])(
    'cancelTransaction 400: one that is %s is refused and stays (R75)',
    async (status) => {
      const [id = ''] = await create('one');
      await service.service.database.db
        .updateTable('transactions')
        .set({ status })
        .where('transaction_id', '=', asId(id))
        .execute();
      expect((await merchant.cancel(id)).body['code']).toBe('40046');
      expect((await merchant.read(id)).body['status']).toBe(status);
    },
  );

  test('cancelTransaction 404: an id that nobody of the tenant has is not found', async () => {
    expect((await merchant.cancel(crypto.randomUUID())).body['code']).toBe('40401');
  });

  test('createTransaction 200: after a cancel the same data may start anew', async () => {
    const same = { orderNumber: 'again', identity: { key: 'cpf', value: '52998224725' } };
    const first = await merchant.create(same);
    await merchant.cancel(String(first.body['id']));
    expect((await merchant.create(same)).status).toBe(200);
  });
});
