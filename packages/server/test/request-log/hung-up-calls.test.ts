import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

const API = '/api/public/v1/walletid';

/** Sends a request, and hangs up while its work waits for the lock; the work goes on after that. */
async function hangUpOn(lock: RawBuilder<unknown>, path: string, body?: object): Promise<void> {
  const giveUp = new AbortController();
  await db()
    .transaction()
    .execute(async (trx) => {
      await lock.execute(trx);
      const answer = fetch(`${service.url}${path}`, {
        method: 'POST',
        signal: giveUp.signal,
        headers: {
          authorization: `Bearer ${merchant.token}`,
          'idempotency-key': crypto.randomUUID(),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const hungUp = expect(answer).rejects.toThrow();
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
        expect(rows).toHaveLength(1);
      });
      giveUp.abort();
      await hungUp;
      // Two requests later the server has heard of it.
      await merchant.call('readLimits');
      await merchant.call('readLimits');
    });
}

const callsOf = async (operation: string): Promise<Record<string, unknown>[]> => {
  const { body } = await merchant.call('listCalls', { query: { operation } });
  return body['calls'] as Record<string, unknown>[];
};

test('listCalls 200: a call whose client hangs up while it is carried out is there once, with its account and status 499 (S30)', async () => {
  const created = await merchant.create();
  const id = String(created.body['id']);
  await hangUpOn(sql`SELECT FROM transactions FOR UPDATE`, `${API}/transactions/${id}/cancel`);
  await eventually(async () =>
    expect(await callsOf('cancelTransaction')).toMatchObject([
      { account: 'shop', status: 499, transaction: id, repeated: 0 },
    ]),
  );
  expect((await merchant.read(id)).body['status']).toBe('canceled');
  // What was answered meanwhile has been written too: none is there twice.
  await eventually(async () => expect(await callsOf('readTransaction')).toMatchObject([{ status: 200 }]));
  expect(await callsOf('cancelTransaction')).toHaveLength(1);
});

test('listCalls 200: a transaction whose answer nobody waited for is named by the call that made it (S30)', async () => {
  const orderNumber = crypto.randomUUID();
  const body = newTransactionBody(merchant.tenant.companyId, { orderNumber });
  await hangUpOn(sql`LOCK TABLE transaction_history IN EXCLUSIVE MODE`, `${API}/transaction`, body);
  const [made] = await eventually(async () => {
    const found = (await merchant.list({ orderNumber })).body['transactions'] as { id: string }[];
    expect(found).toHaveLength(1);
    return found;
  });
  await eventually(async () => {
    const { body: listed } = await merchant.call('listCalls', { query: { transaction: String(made?.id) } });
    expect(listed['calls']).toMatchObject([{ operation: 'createTransaction', status: 499 }]);
  });
});

test('listCalls 200: a refusal that its client did not wait for is there as what it is (S30)', async () => {
  const id = String((await merchant.create()).body['id']);
  await merchant.cancel(id);
  await hangUpOn(sql`SELECT FROM transactions FOR UPDATE`, `${API}/transactions/${id}/link`);
  await eventually(async () =>
    expect(await callsOf('renewLink')).toMatchObject([{ status: 400, code: '40050' }]),
  );
});
