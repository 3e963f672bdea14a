import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { readBearerToken } from '@titular/server/kernel/http/admission/authenticate.ts';
import { createConcurrencyGate } from '@titular/server/kernel/http/admission/concurrency-gate.ts';
import { asId, fetchToken, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../../transactions/api.ts';
import { head } from './raw.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('what is left of the rate', () => {
  test('is told on every answer to a tenant, also on refusals', async () => {
    const merchant = await newMerchant(service, { ratePerSecond: 1, rateBurst: 50 });
    const answers: Answer[] = [
      await merchant.create(),
      await merchant.create({ company: 'x' }),
      await merchant.create({ company: unknownId }),
      await merchant.createRaw('{'),
      await merchant.createRaw('{}', { 'content-type': 'text/plain' }),
      await merchant.createRaw(new Uint8Array(40_000)),
      await merchant.read(unknownId),
      await merchant.read('nonsense'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 400, 400, 400, 404, 400]);
    for (const { headers } of answers) {
      for (const name of LIMIT_HEADERS) expect(headers.get(name), name).toMatch(/^[0-9]+$/);
      expect(headers.get('ratelimit-policy')).toBe('1;w=1;burst=50;name="rate", 1000;name="concurrency"');
    }
  });

  test('is told to nobody who did not show a token, and a refused token costs no budget', async () => {
    const merchant = await newMerchant(service, { ratePerSecond: 1, rateBurst: 3 });
    for (let count = 0; count < 10; count += 1) {
      const response = await fetch(`${service.url}/api/public/v1/walletid/transactions/${unknownId}`);
      expect(response.status).toBe(403);
      for (const name of LIMIT_HEADERS) expect(response.headers.has(name)).toBe(false);
    }
    expect((await merchant.read(unknownId)).headers.get('ratelimit-remaining')).toBe('2');
  });

  test('is one for both operations (R66)', async () => {
    const merchant = await newMerchant(service, { ratePerSecond: 1, rateBurst: 6 });
    const calls = Array.from({ length: 30 }, (_, index) =>
      index % 2 ? merchant.create() : merchant.read(unknownId),
    );
    const accepted = (await Promise.all(calls)).filter(({ status }) => status !== 429);
    expect(accepted.length).toBeGreaterThanOrEqual(6);
    expect(accepted.length).toBeLessThan(15);
  });

  test("of a tenant that was refused is nobody else's: obeying Retry-After finds room (R66)", async () => {
    const merchant = await newMerchant(service, { ratePerSecond: 1, rateBurst: 2 });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => merchant.read(unknownId)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body, headers } of refused) {
      expect(body['code']).toBe('42901');
      expect(headers.get('retry-after')).toBe('1');
      expect(headers.get('ratelimit-remaining')).toBe('0');
    }
    // What the waiting would do to the budget, done to the row itself.
    await sql`UPDATE rate_budgets SET arrival_at = arrival_at - interval '1 second' WHERE tenant_id = ${merchant.tenant.tenantId}`.execute(
      service.service.database.db,
    );
    await eventually(async () => expect((await merchant.read(unknownId)).status).toBe(404));
  });
});

describe('places at once', () => {
  test('are counted for each tenant, given back once, and never below none', () => {
    const gate = createConcurrencyGate(() => 1);
    const limits = (concurrency: number) => ({ concurrency, ratePerSecond: 10, burst: 10 });
    const first = gate.enter(asId('a'), limits(2));
    expect(first.state).toEqual({ limit: 2, underWay: 1 });
    expect(gate.enter(asId('a'), limits(2)).state).toEqual({ limit: 2, underWay: 2 });
    const full = expect.objectContaining({
      code: '42902',
      headers: {
        'retry-after': '1',
        'ratelimit-limit': '2',
        'ratelimit-remaining': '0',
        'ratelimit-reset': '1',
        'ratelimit-policy': '10;w=1;burst=10;name="rate", 2;name="concurrency"',
      },
    });
    expect(() => gate.enter(asId('a'), limits(2))).toThrow(full);
    gate.enter(asId('b'), limits(1));
    first.leave();
    first.leave();
    gate.enter(asId('a'), limits(2));
    expect(() => gate.enter(asId('a'), limits(2))).toThrow(full);
  });

  const send = async (merchant: Merchant, token: string): Promise<Socket> => {
    const body = JSON.stringify(newTransactionBody(merchant.tenant.companyId));
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      head(
        'POST /api/public/v1/walletid/transaction HTTP/1.1',
        'host: x',
        `authorization: Bearer ${token}`,
        'content-type: application/json',
        `content-length: ${body.length}`,
      ) + body,
    );
    return socket;
  };

  /** Runs the work while a table is locked, so that requests stand where they first need it. */
  const whileLocked = (table: string, work: (db: Db) => Promise<void>): Promise<void> =>
    service.service.database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
      await work(trx);
    });

  const waiters = async (db: Db): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_locks
      WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  };

  const untilWaiting = (db: Db, count: number): Promise<void> =>
    eventually(async () => expect(await waiters(db)).toBeGreaterThanOrEqual(count));

  /** Long enough for the service to have seen what happened before: it answers in order. */
  const roundTrip = async (): Promise<void> => {
    await (await fetch(`${service.url}/healthz`)).text();
  };

  test.each([
    ['the token is checked', 'service_accounts'],
    ['the budget is asked', 'rate_budgets'],
    ['the transaction is written', 'transactions'],
  ])('are free again after clients went away while %s (R69)', async (_moment, table) => {
    const merchant = await newMerchant(service, { concurrencyLimit: 2 });
    if (table !== 'service_accounts') await merchant.read(unknownId);
    const token = table === 'service_accounts' ? await fetchToken(service, merchant.tenant) : merchant.token;
    await whileLocked(table, async (db) => {
      const sockets = await Promise.all([send(merchant, token), send(merchant, token)]);
      await untilWaiting(db, 1);
      for (const socket of sockets) socket.destroy();
      await roundTrip();
    });
    await eventually(async () => {
      const answers = await Promise.all([merchant.create(), merchant.create()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
  });

  test('stay taken while the work goes on, though the clients went away: nobody piles up work by leaving (R69)', async () => {
    const merchant = await newMerchant(service, { concurrencyLimit: 2 });
    await merchant.read(unknownId);
    await whileLocked('transactions', async (db) => {
      // One after the other: two that come together share a statement.
      for (const count of [1, 2]) {
        const socket = await send(merchant, merchant.token);
        await untilWaiting(db, count);
        socket.destroy();
      }
      await roundTrip();
      const refused = await merchant.create();
      expect([refused.status, refused.body['code']]).toEqual([429, '42902']);
      expect(refused.headers.get('retry-after')).toBe('1');
    });
    await eventually(async () => expect((await merchant.create()).status).toBe(200));
  });

  test("of one tenant are nobody else's", async () => {
    const narrow = await newMerchant(service, { concurrencyLimit: 1 });
    const other = await newMerchant(service);
    await narrow.read(unknownId);
    await whileLocked('transactions', async (db) => {
      const socket = await send(narrow, narrow.token);
      await untilWaiting(db, 1);
      expect((await narrow.create()).status).toBe(429);
      expect((await other.createRaw('{')).status).toBe(400);
      socket.destroy();
    });
  });
});

describe('the Authorization header (R11)', () => {
  test.each([
    [['Authorization', 'Bearer abc.def'], 'abc.def'],
    [['authorization', 'bearer abc'], 'abc'],
    [['AUTHORIZATION', 'BEARER   abc=='], 'abc=='],
    [['x', 'y', 'Authorization', 'Bearer abc'], 'abc'],
    [['x', 'authorization', 'Authorization', 'Bearer abc'], 'abc'],
  ])('%j holds the token %s', (headers, token) => {
    expect(readBearerToken(headers)).toBe(token);
  });

  test.each([
    [[]],
    [['Authorization', '']],
    [['Authorization', 'Bearer']],
    [['Authorization', 'Bearer ']],
    [['Authorization', 'Bearer a b']],
    [['Authorization', 'Bearer a,b']],
    [['Authorization', 'Bearer =abc']],
    [['Authorization', 'Bearer\tabc']],
    [['Authorization', 'Bearer abc\u00e9']],
    [['Authorization', 'Basic abc']],
    [['Authorization', 'DPoP abc']],
    [['Authorization', 'abc']],
    [['Authorization', `Bearer ${'a'.repeat(4097)}`]],
    [['Authorization', 'Bearer abc', 'authorization', 'Bearer abc']],
    [['X-Authorization', 'Bearer abc']],
    [['x', 'Bearer abc']],
  ])('%j holds none', (headers) => {
    expect(() => readBearerToken(headers)).toThrow(expect.objectContaining({ code: '40301' }));
  });
});
