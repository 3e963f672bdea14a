import { type CallTimes, MAX_OWN_EXPORTS, MAX_WRITING_EXPORTS } from '@titular/contract';
import { simulateLimit } from '@titular/contract/simulate-limit';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { insertCalls } from '@titular/server/request-log/api-call-store.ts';
import { readCallTimes, toSlots } from '@titular/server/request-log/call-times.ts';
import { searchNewestCalls } from '@titular/server/request-log/index.ts';
import type { TimedCall } from '@titular/server/request-log/newest-call-store.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf, sendAny } from './portal-calls.ts';

const LIMITS = ['readLimitsNow', 'readCallTimes'] as const;

let service: TestService;
let merchant: Merchant;
let stranger: Merchant;
let developer: PasskeyPerson;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  stranger = await newMerchant(service);
  developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
}, 360_000);
afterAll(() => service?.close());

const inTenant = () => ({ tenant_id: merchant.tenant.tenantId });
const readNow = () => developer.browser.call('readLimitsNow', { params: inTenant() });

type Told = { name: string; limit: number; perSecond?: number; remaining: number };

describe('the limits now', () => {
  test('are those that the API tells, and looking at them takes nothing from the rate (P17, P45)', async () => {
    const first = await readNow();
    const told = (await merchant.call('readLimits', {})).body['limits'] as Told[];
    const [rate, concurrency] = [told.find(({ name }) => name === 'rate'), told[1]];
    expect(first.rate).toMatchObject({ perSecond: rate?.perSecond, burst: rate?.limit });
    expect(first.concurrency).toBe(concurrency?.limit);
    for (let count = 0; count < 5; count += 1) await readNow();
    const later = (await merchant.call('readLimits', {})).body['limits'] as Told[];
    expect(later[0]?.remaining).toBeGreaterThanOrEqual((rate?.remaining ?? 0) - 2);
  });

  test('say what is left when the budget is taken, as the database counts it', async () => {
    const { db } = service.service.database;
    const { tenantId } = merchant.tenant;
    await merchant.call('readLimits', {});
    const arrivalAt = new Date(Date.now() + 86_400_000);
    await db
      .updateTable('rate_budgets')
      .set({ arrival_at: arrivalAt })
      .where('tenant_id', '=', tenantId)
      .execute();
    const { rate } = await readNow();
    // Never further ahead than a whole burst.
    expect(rate.remaining).toBe(0);
    expect(rate.resetSeconds).toBe(Math.ceil(rate.burst / rate.perSecond));
    await db.deleteFrom('rate_budgets').where('tenant_id', '=', tenantId).execute();
    expect((await readNow()).rate).toMatchObject({ remaining: rate.burst, resetSeconds: 0 });
  });

  test('name each company with its limits of a day, and how many files may be written', async () => {
    const { companies, exports: files, hasMoreCompanies } = await readNow();
    expect(companies).toEqual([
      expect.objectContaining({
        ...{ company: merchant.tenant.companyId, isActive: true },
        ...{ ofIdentity: 10, attempts: 30, ofCard: 10 },
      }),
    ]);
    expect(hasMoreCompanies).toBe(false);
    expect(files).toEqual({ writing: 0, maxWriting: MAX_WRITING_EXPORTS, maxOwn: MAX_OWN_EXPORTS });
  });

  test('count what was refused since an hour ago, and each number is that of its list (P11)', async () => {
    const { db } = service.service.database;
    const now = service.clock?.now().getTime() ?? Date.now();
    const { tenantId } = merchant.tenant;
    await db.transaction().execute((trx) =>
      write(trx, tenantId, [
        { ...PLAIN, atMs: now - 60_000, code: '42901', status: 429, repeated: 11 },
        { ...PLAIN, atMs: now - 120_000, code: '42901', status: 429, account: 'app' },
        { ...PLAIN, atMs: now - 180_000, code: '42902', status: 429 },
        { ...PLAIN, atMs: now - 2 * 3_600_000, code: '42901', status: 429 },
      ]),
    );
    const { refused, refusedSince } = await eventually(async () => {
      const found = await readNow();
      expect(found.refused.rate.calls).toBe(13);
      return found;
    });
    expect(refused.rate.accounts).toEqual([
      { account: 'shop', calls: 12 },
      { account: 'app', calls: 1 },
    ]);
    expect(refused.concurrency).toMatchObject({ calls: 1, isMore: false });
    for (const account of ['shop', 'app']) {
      const asked = { code: '42901', account, from: refusedSince };
      const listed = (await searchNewestCalls(db, tenantId, asked)).calls;
      const count = listed.reduce((sum, { repeated }) => sum + repeated + 1, 0);
      expect(count).toBe(refused.rate.accounts.find((one) => one.account === account)?.calls);
    }
  });
});

type Made = {
  atMs: number;
  code?: string;
  status: number;
  account: string;
  operation: string;
  repeated: number;
};
const PLAIN = { account: 'shop', operation: 'createTransaction', status: 200, repeated: 0 };

const idAt = (ms: number, index: number): string => {
  const hex = (ms - 40).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8000-${index.toString(16).padStart(12, '0')}`;
};

/** Writes calls as the recorder does, each with an id of the moment before its time. */
const write = (db: Db, tenantId: TenantId, calls: readonly Made[]): Promise<void> =>
  insertCalls(
    db,
    calls.map(({ atMs, code, ...call }, index) => ({
      ...{ ...call, tenantId, code, at: new Date(atMs), requestId: idAt(atMs, index) },
      method: call.operation === 'readTransaction' ? 'GET' : 'POST',
      ...{ path: '/', durationMs: 1, sourceAddress: '127.0.0.1', request: undefined },
      ...{ transactionId: undefined, processId: undefined, orderHash: undefined },
    })),
  );

const START_MS = Date.UTC(2026, 0, 10);
const made: fc.Arbitrary<Made> = fc
  .record({
    second: fc.integer({ min: 0, max: 900 }),
    kind: fc.constantFrom(
      ['createTransaction', undefined, 200],
      ['readTransaction', undefined, 200],
      ['createTransaction', '42901', 429],
      ['createTransaction', '42902', 429],
      ['createTransaction', '40301', 403],
      ['createTransaction', '40002', 400],
    ),
    repeated: fc.constantFrom(0, 0, 6, 40),
  })
  .map(({ second, kind: [operation, code, status], repeated }) => ({
    ...{ account: 'shop', operation: String(operation), status: Number(status), repeated },
    ...{ atMs: START_MS + second * 1_000, ...(code === undefined ? {} : { code: String(code) }) },
  }));

async function readAll(db: TestService['service']['database']['db'], tenantId: TenantId, bound: object) {
  const parts: CallTimes[] = [];
  let cursor: string | undefined;
  do {
    const part = await readCallTimes(db, tenantId, cursor === undefined ? {} : { cursor }, bound);
    parts.push(part);
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  return parts;
}

const callsOf = (parts: readonly CallTimes[]): number =>
  parts.reduce((sum, { slots }) => slots.reduce((all, [, calls = 0]) => all + calls, sum), 0);

describe('the times of calls', () => {
  test('count each call that reached the rate once, answer by answer, whatever the bound (P11, P53)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const property = fc.asyncProperty(
      fc.array(made, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 100 }),
      async (calls, maxRows, maxCalls) => {
        await db.deleteFrom('api_calls').where('tenant_id', '=', tenantId).execute();
        await db.transaction().execute((trx) => write(trx, tenantId, calls));
        const parts = await readAll(db, tenantId, { maxRows, maxCalls });
        const reached = calls.filter(({ code }) => code !== '40301' && code !== '42902');
        expect(callsOf(parts)).toBe(reached.reduce((sum, { repeated }) => sum + repeated + 1, 0));
        const refused = calls.filter(({ code }) => code === '42901');
        expect(parts.reduce((sum, part) => sum + part.refused, 0)).toBe(
          refused.reduce((sum, { repeated }) => sum + repeated + 1, 0),
        );
        for (const { slots } of parts) expect(slots.length).toBeLessThanOrEqual(maxRows);
      },
    );
    await fc.assert(property, { numRuns: 30 });
  }, 360_000);

  test('are those of the asked time, and of no other tenant (P33, P34)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const calls = [0, 600].map((second) => ({ ...PLAIN, atMs: START_MS + second * 1_000 }));
    await db.transaction().execute(async (trx) => {
      await write(trx, tenantId, calls);
      await write(trx, stranger.tenant.tenantId, calls);
    });
    const within = { from: new Date(START_MS).toISOString(), before: new Date(START_MS + 1).toISOString() };
    const { startAt, slots, nextCursor } = await readCallTimes(db, tenantId, within);
    expect([startAt, slots, nextCursor]).toEqual([within.from, [[0, 1, 0]], undefined]);
    const own = await developer.browser.call('readCallTimes', { params: inTenant(), body: within });
    expect(own).toEqual({ slots: [], refused: 0 });
  });

  test('spread what a row stands for: refusals over a moment after it, left out reads over the minute before it, whatever rows of other nodes or refusals stand there', () => {
    const row = (callId: string, atMs: number, changes: Partial<TimedCall>): TimedCall => ({
      ...{ callId, at: new Date(atMs), status: 200, code: null, calls: 1 },
      ...changes,
    });
    const newestFirst = [
      row('e', 200_000, { calls: 100 }),
      row('d', 190_500, { status: 429, code: '42901', calls: 9 }),
      row('c', 190_000, {}),
      row('b', 100_000, { calls: 50 }),
      row('a', 99_000, { status: 403, code: '40301', calls: 7 }),
    ];
    expect(toSlots(newestFirst)).toEqual([
      { startMs: 40_000, calls: 50, overMs: 60_000 },
      { startMs: 140_000, calls: 100, overMs: 60_000 },
      { startMs: 190_000, calls: 1, overMs: 0 },
      { startMs: 190_500, calls: 9, overMs: 200 },
    ]);
  });

  test('of two nodes with an even rate show no burst that there was not (F4)', () => {
    // Each node keeps one read of a minute and counts the others; their rows stand a moment apart.
    const rows = Array.from({ length: 20 }, (_, index): TimedCall => {
      const atMs = 60_000 * (1 + Math.floor(index / 2)) + (index % 2) * 100;
      return {
        ...{ callId: String(index), at: new Date(atMs), status: 200, code: null, calls: 600 },
      };
    }).toReversed();
    const times = toSlots(rows).flatMap(({ startMs, calls, overMs }) =>
      Array.from({ length: calls }, (_, call) => startMs + (call * overMs) / calls),
    );
    const requests = times
      .toSorted((one, other) => one - other)
      .map((ms, index) => ({ line: index + 1, atSeconds: ms / 1_000 }));
    expect(simulateLimit(requests, { ratePerSecond: 30, burst: 30 })).toEqual([]);
  });
});

test.each(LIMITS)('%s is refused to members of some companies, and to support (P32, P33)', async (name) => {
  const { tenantId, companyId } = merchant.tenant;
  const narrow = await addMember(service, tenantId, { role: 'developer', companies: [companyId] });
  const support = await addMember(service, tenantId, { role: 'support' });
  for (const { browser } of [narrow, support])
    expect(outcomeOf(await sendAny(browser, name, inTenant()))).toBe('40343');
});
