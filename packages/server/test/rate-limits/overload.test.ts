import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { createTenantConcurrency } from '@titular/server/kernel/http/admission/admission.ts';
import { asId, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exchange, head, onlyAnswer } from '../kernel/http/raw.ts';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

let service: TestService;
let outside: Database;

beforeAll(async () => {
  service = await startTestService();
  outside = connect(service.config.databaseUrl ?? '', 2, () => undefined);
});
afterAll(async () => {
  await outside.close();
  await service.close();
});

/** Runs the work while another connection holds the merchant's company, for which each of its creates must wait. */
const whileCompanyHeld = <Result>(merchant: Merchant, work: () => Promise<Result>): Promise<Result> =>
  outside.db.transaction().execute(async (trx) => {
    await sql`SELECT 1 FROM companies WHERE company_id = ${merchant.tenant.companyId} FOR UPDATE`.execute(
      trx,
    );
    return work();
  });

describe('a tenant whose requests are slow', () => {
  test('is refused at once above its limit with 42902, and takes the database from nobody else (R69)', async () => {
    const limit = 50;
    const slow = await newMerchant(service, { concurrencyLimit: limit });
    const other = await newMerchant(service);
    const [mine] = await Promise.all([other.create(), slow.read(unknownId)]);
    const refused: Answer[] = [];
    const calls = await whileCompanyHeld(slow, async () => {
      const started = Array.from({ length: 200 }, () => slow.create());
      await new Promise<void>((resolve) => {
        for (const call of started) {
          void call.then((answer) => {
            refused.push(answer);
            if (refused.length === started.length - limit) resolve();
          });
        }
      });
      const answers = await Promise.all([other.create(), other.read(String(mine.body['id'])), other.list()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(refused).toHaveLength(started.length - limit);
      for (const { status, body, headers } of refused) {
        expect([status, body['code']]).toEqual([429, '42902']);
        expect(headers.get('retry-after')).toMatch(/^[1-9][0-9]*$/);
      }
      return started;
    });
    // Those within the limit waited, and are served once the database is quick again.
    const served = (await Promise.all(calls)).filter(({ status }) => status !== 429);
    expect(served.map(({ status }) => status)).toEqual(Array(limit).fill(200));
  });
});

describe('turns', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('go in order, tenant by tenant, and whoever has waited 5 s is refused with 42902 (R69)', async () => {
    vi.useFakeTimers();
    const tenantConcurrency = createTenantConcurrency(1);
    const order: string[] = [];
    const first = Promise.withResolvers<void>();
    const note = (name: string) => async () => void order.push(name);
    const calls = [
      tenantConcurrency(asId('a'), () => first.promise),
      tenantConcurrency(asId('a'), note('a waits')),
      tenantConcurrency(asId('b'), note('b passes')),
    ];
    const outcomes = Promise.allSettled(calls);
    await vi.advanceTimersByTimeAsync(5_000);
    const late = tenantConcurrency(asId('a'), note('a waits less'));
    first.resolve();
    const [, second] = await outcomes;
    await late;
    expect(order).toEqual(['b passes', 'a waits less']);
    expect(second).toMatchObject({ reason: { code: '42902', headers: { 'retry-after': '1' } } });
    // Few of the tenant may be under way: it is told what is known.
    expect(second).toMatchObject({
      reason: { message: expect.stringContaining('waited 3.5 s behind earlier ones') },
    });
    await tenantConcurrency(asId('a'), note('the line is empty again'));
    expect(order.at(-1)).toBe('the line is empty again');
  });

  test('are given away while one only waits, and taken again before it goes on', async () => {
    const tenantConcurrency = createTenantConcurrency(1);
    const order: string[] = [];
    const asked = Promise.withResolvers<void>();
    const waiting = tenantConcurrency(asId('a'), async (idle) => {
      order.push('begins');
      await idle(() => asked.promise);
      order.push('goes on');
    });
    const released = Promise.withResolvers<void>();
    const between = tenantConcurrency(asId('a'), async () => {
      order.push('works meanwhile');
      asked.resolve();
      await released.promise;
      order.push('ends');
    });
    await eventually(() => expect(order).toContain('works meanwhile'));
    released.resolve();
    await Promise.all([waiting, between]);
    expect(order).toEqual(['begins', 'works meanwhile', 'ends', 'goes on']);
  });

  test('are taken again before anybody else begins, however long that takes: what was waited for is not lost (R69, R74)', async () => {
    vi.useFakeTimers();
    const tenantConcurrency = createTenantConcurrency(1);
    const order: string[] = [];
    const asked = Promise.withResolvers<void>();
    const waiting = tenantConcurrency(asId('a'), async (idle) => {
      await idle(() => asked.promise, true);
      order.push('goes on');
    });
    const released = Promise.withResolvers<void>();
    const between = tenantConcurrency(asId('a'), () => released.promise);
    await vi.advanceTimersByTimeAsync(0);
    asked.resolve();
    await vi.advanceTimersByTimeAsync(2_000);
    const later = tenantConcurrency(asId('a'), async () => void order.push('begins'));
    await vi.advanceTimersByTimeAsync(2_000);
    released.resolve();
    await Promise.all([waiting, between, later]);
    expect(order).toEqual(['goes on', 'begins']);
  });

  test('go on after work that fails', async () => {
    const tenantConcurrency = createTenantConcurrency(1);
    const failing = Promise.reject(new Error('a fault'));
    const outcomes = await Promise.allSettled([
      tenantConcurrency(asId('a'), () => failing),
      tenantConcurrency(asId('a'), async () => 'done'),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

describe('a tenant far over its rate', () => {
  /** What calls of a tenant send while its budget is empty: they take from it, and the one that is let in reads. */
  const OF_CALLS = /rate_budgets|FROM transactions/;

  /** All statements that this process sends while the work runs. */
  const collectStatements = async (work: () => Promise<void>): Promise<string[]> => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      return query.mock.calls.map(([first]: unknown[]) =>
        typeof first === 'string' ? first : String((first as { text?: string }).text),
      );
    } finally {
      query.mockRestore();
    }
  };

  // The budget gives back one request a second: it is asked for that one and for the next, which finds it closed, and the one that is
  // let in reads.
  const MAX_A_SECOND = 3;

  test('is refused without a statement for each refusal (R68)', async () => {
    const greedy = await newMerchant(service, { ratePerSecond: 1, rateBurst: 1 });
    const statuses: number[] = [];
    const start = performance.now();
    const statements = await collectStatements(async () => {
      for (let round = 0; round < 20; round += 1) {
        const calls = Array.from({ length: 50 }, () => greedy.read(unknownId));
        statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
      }
    });
    const seconds = Math.ceil((performance.now() - start) / 1000);
    const refusals = statuses.filter((status) => status === 429);
    expect(refusals.length).toBeGreaterThanOrEqual(1_000 - 1 - seconds);
    const ofCalls = statements.filter((text) => OF_CALLS.test(text));
    expect(ofCalls.length).toBeGreaterThan(0);
    expect(ofCalls.length, ofCalls.join('\n')).toBeLessThanOrEqual(MAX_A_SECOND * (2 + seconds));
    // Whatever else a refusal might send: the background of a process has a few dozen a second.
    expect(statements.length, statements.join('\n')).toBeLessThan(refusals.length / 2 + 50 * seconds);
  });

  test.each([
    ['that is never sent', 'application/json', 1_000],
    ['of another type', 'text/plain', 1_000],
    ['that is far too large', 'application/json', 10_000_000],
  ])('is refused before a body %s is looked at (R68)', async (_what, type, length) => {
    const greedy = await newMerchant(service, { ratePerSecond: 1, rateBurst: 1 });
    const request = head(
      'POST /api/public/v1/walletid/transaction HTTP/1.1',
      'host: x',
      'connection: close',
      `authorization: Bearer ${greedy.token}`,
      `content-type: ${type}`,
      `content-length: ${length}`,
    );
    // The budget gives back one request a second, so that the next but one is refused however slow the machine is.
    const codes: unknown[] = [];
    for (let round = 0; round < 5 && codes.at(-1) !== '42901'; round += 1) {
      await Promise.all([greedy.read(unknownId), greedy.read(unknownId)]);
      const { text } = await exchange(service, [request]);
      codes.push(text === '' ? undefined : onlyAnswer(text).body['code']);
    }
    expect(codes.at(-1)).toBe('42901');
  });
});
