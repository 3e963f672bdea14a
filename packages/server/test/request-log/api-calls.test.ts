import { CreateTransactionRequest } from '@titular/contract';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { lowestId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { type ApiCall, redact } from '@titular/server/kernel/http/api-call.ts';
import { createCallBuffer } from '@titular/server/request-log/api-call.ts';
import { apiCallTasks } from '@titular/server/request-log/api-call-tasks.ts';
import { createManualClock, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProcess, startProcess } from '../processes/process-fixture.ts';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const requestIdOf = (answer: Answer): string => String(answer.headers.get('x-request-id'));

describe('what is kept of a body', () => {
  test('names that the contract knows, with type and length for values, ids as they are', () => {
    const body = { ...newTransactionBody(unknownId), value: 5, 'Maria Souza 4111': 'x' };
    expect(redact(body, CreateTransactionRequest)).toEqual({
      identity: { key: '[text of 3]', value: '[text of 11]' },
      orderNumber: expect.stringMatching(/^\[text of [0-9]+\]$/),
      company: unknownId,
      card: expect.objectContaining({ binDigits: '[text of 8]', lastDigits: '[text of 4]' }),
      value: '[number]',
      '[unknown names]': 1,
    });
    const orderNumber = crypto.randomUUID();
    expect(redact({ orderNumber }, CreateTransactionRequest)).toEqual({ orderNumber: '[text of 36]' });
    expect(redact('text', CreateTransactionRequest)).toBeUndefined();
    expect(redact({ identity: 'Maria', __proto__: { a: 1 } }, CreateTransactionRequest)).toEqual({
      identity: '[text of 5]',
    });
  });
});

describe('the buffer of calls', () => {
  const call = (status: number, code?: string, changes: object = {}): ApiCall =>
    ({ tenantId: 'a', status, code, requestId: `${status}`, ...changes }) as ApiCall;

  test('keeps a flood of refusals as one row a code, tenant, account and operation, with how many there were', () => {
    const buffer = createCallBuffer({ sampleEvery: 1, wholeAMinute: 60, monotonicMs: () => 0 });
    for (let count = 0; count < 1_000; count += 1) {
      buffer.add(call(429, '42901'));
      buffer.add(call(429, '42902'));
      buffer.add(call(429, '42901', { tenantId: 'b' }));
      buffer.add(call(429, '42901', { account: 'app' }));
      buffer.add(call(429, '42901', { operation: 'readLimits' }));
    }
    buffer.add(call(200));
    const { calls, dropped } = buffer.take();
    expect(calls.map(({ status, repeated }) => [status, repeated])).toEqual([
      ...Array.from({ length: 5 }, () => [429, 999]),
      [200, 0],
    ]);
    expect(dropped).toBe(0);
    expect(buffer.take()).toEqual({ calls: [], dropped: 0 });
  });

  test('holds a bounded number, and says how many it left out', () => {
    const buffer = createCallBuffer({ sampleEvery: 1, wholeAMinute: 60, monotonicMs: () => 0 });
    for (let count = 0; count < 6_000; count += 1) buffer.add(call(200));
    expect(buffer.take().calls).toHaveLength(5_000);
    expect(buffer.take().dropped).toBe(0);
    for (let count = 0; count < 5_001; count += 1) buffer.add(call(200));
    expect(buffer.take().dropped).toBe(1);
  });
});

describe('the log of calls', () => {
  let service: TestService;
  let merchant: Merchant;
  const clock = createManualClock();

  beforeAll(async () => {
    service = await startTestService({ clock });
    merchant = await newMerchant(service);
  });
  afterAll(() => service.close());

  const listed = async (query: Record<string, string>, one = merchant) =>
    (await one.call('listCalls', { query })).body['calls'] as Record<string, unknown>[];
  const found = (query: Record<string, string>, count: number, one = merchant) =>
    eventually(async () => {
      const calls = await listed(query, one);
      expect(calls).toHaveLength(count);
      return calls;
    });

  test('listCalls 200: a call is found by its request id, its order and its transaction, and holds nothing of the person (R90)', async () => {
    const orderNumber = 'canary-order-7';
    const created = await merchant.create({ orderNumber });
    const id = String(created.body['id']);
    const [call] = await found({ requestId: requestIdOf(created) }, 1);
    expect(call).toMatchObject({
      requestId: requestIdOf(created),
      account: 'shop',
      operation: 'createTransaction',
      method: 'POST',
      path: '/api/public/v1/walletid/transaction',
      status: 200,
      transaction: id,
      sourceAddress: '127.0.0.1',
      repeated: 0,
    });
    expect(JSON.stringify(call)).not.toMatch(/canary|Maria|41111111|cpf/);
    await merchant.read(id);
    expect(await found({ transaction: id }, 2)).toMatchObject([
      { operation: 'readTransaction', path: `/api/public/v1/walletid/transactions/${id}` },
      { operation: 'createTransaction' },
    ]);
    expect(await found({ orderNumber }, 1)).toMatchObject([{ requestId: requestIdOf(created) }]);
    const stored = await sql`SELECT row_to_json(c)::text AS row FROM api_calls c`.execute(
      service.service.database.db,
    );
    expect(JSON.stringify(stored.rows)).not.toContain('canary');
  });

  test('listCalls 200: a call is found by the process that it made or names', async () => {
    const one = await newMerchant(service);
    const { id } = await startProcess(one);
    await readProcess(one, id);
    expect(await found({ process: id }, 2, one)).toMatchObject([
      { operation: 'readProcess', path: `/client/v1/process/${id}`, process: id },
      { operation: 'createProcess', process: id },
    ]);
    const calls = await listed({ process: id }, one);
    expect(calls.filter((call) => 'transaction' in call)).toEqual([]);
    expect(await listed({ process: unknownId }, one)).toEqual([]);
    expect(await listed({ process: id })).toEqual([]);
  });

  test('listCalls 200: a refusal is found by status and code, also one whose body was nonsense', async () => {
    const one = await newMerchant(service);
    await one.create({ card: { binDigits: '1' } });
    await one.createRaw('{');
    await one.read(unknownId);
    await eventually(async () => expect(await listed({ status: '400' }, one)).toHaveLength(2));
    expect(await listed({ code: '40002' }, one)).toMatchObject([{ status: 400, code: '40002' }]);
    await eventually(async () =>
      expect(await listed({ code: '40401' }, one)).toMatchObject([{ status: 404, transaction: unknownId }]),
    );
    expect(await listed({ operation: 'readTransaction', account: 'shop' }, one)).toHaveLength(1);
    expect(await listed({ account: 'other' }, one)).toEqual([]);
  });

  test('listCalls 200: pages go on where the page before ended, and another tenant sees none of it (R17)', async () => {
    const one = await newMerchant(service);
    for (let count = 0; count < 5; count += 1) await one.read(unknownId);
    await eventually(async () => expect(await listed({ operation: 'readTransaction' }, one)).toHaveLength(5));
    const query = { operation: 'readTransaction', limit: '2' };
    const first = await one.call('listCalls', { query });
    const second = await one.call('listCalls', {
      query: { ...query, cursor: String(first.body['nextCursor']) },
    });
    const third = await one.call('listCalls', {
      query: { ...query, cursor: String(second.body['nextCursor']) },
    });
    const ids = [first, second, third].flatMap(({ body }) =>
      (body['calls'] as { requestId: string }[]).map((call) => call.requestId),
    );
    expect(new Set(ids).size).toBe(5);
    expect(third.body).not.toHaveProperty('nextCursor');
    const other = await newMerchant(service);
    for (const requestId of ids) expect(await listed({ requestId }, other)).toEqual([]);
  });

  test.each([
    [{ requestId: 'x' }],
    [{ from: '2026-02-31T25:00:00Z' }],
    [{ limit: '101' }],
    [{ status: 'all' }],
    [{ surprise: '1' }],
    [{ account: '\u0000' }],
    [{ operation: '\u0000' }],
    [{ orderNumber: '\u0000' }],
  ])('listCalls 400: %j is no search', async (query) => {
    const answer = await merchant.call('listCalls', { query: query as unknown as Record<string, string> });
    expect([answer.status, answer.body['code']]).toEqual([400, '40002']);
  });

  test('calls are forgotten after 14 days, and not before', async () => {
    const one = await newMerchant(service);
    const { db, pool } = service.service.database;
    await one.read(unknownId);
    await eventually(async () => expect(await listed({}, one)).not.toEqual([]));
    const age = (seconds: number) => {
      const at = addSeconds(clock.now(), -seconds);
      return sql`UPDATE api_calls SET at = ${at}, call_id = ${lowestId(at)} WHERE tenant_id = ${one.tenant.tenantId}
        AND operation = 'readTransaction'`.execute(db);
    };
    const clean = () =>
      apiCallTasks({ db, pool, clock, log: createLog('silent') })['delete-old-calls']?.({}, {} as never);
    await age(14 * 86_400 - 3_600);
    await clean();
    expect(await listed({ operation: 'readTransaction' }, one)).toHaveLength(1);
    await age(14 * 86_400 + 60);
    await clean();
    expect(await listed({ operation: 'readTransaction' }, one)).toEqual([]);
  });

  test('readLimits 200: lists both budgets, this request counted', async () => {
    const one = await newMerchant(service, { ratePerSecond: 2, rateBurst: 40, concurrencyLimit: 7 });
    const { body, headers } = await one.call('readLimits');
    expect(body['limits']).toEqual([
      expect.objectContaining({ name: 'rate', code: '42901', limit: 40, perSecond: 2, remaining: 39 }),
      expect.objectContaining({ name: 'concurrency', code: '42902', limit: 7, remaining: 6 }),
    ]);
    expect(headers.get('ratelimit-policy')).toBe('2;w=1;burst=40;name="rate", 7;name="concurrency"');
  });

  test('readLimits 400: a request that names two hosts, or none, is not served', async () => {
    const raw = await fetch(`${service.url}/api/public/v1/limits`, {
      headers: { authorization: `Bearer ${merchant.token}`, 'x-filler': 'x'.repeat(17_000) },
    });
    expect([raw.status, ((await raw.json()) as { code: string }).code]).toEqual([400, '40001']);
  });
});
