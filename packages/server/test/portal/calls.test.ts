import { type ListedApiCall, MAX_SHARES, publishedOperations, type RefusalCause } from '@titular/contract';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { routeTable } from '@titular/server/modules.ts';
import { createCallBuffer } from '@titular/server/request-log/api-call.ts';
import { insertCalls } from '@titular/server/request-log/api-call-store.ts';
import { countRefusals, createRefusalCounter, searchNewestCalls } from '@titular/server/request-log/index.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf, sendAny } from './portal-calls.ts';

const UNKNOWN = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const CALLS = ['searchPortalCalls', 'countRefusals', 'listCallFilters'] as const;

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
const search = (body: object = {}) =>
  developer.browser.call('searchPortalCalls', { params: inTenant(), body });
const causesOf = async (body: object = {}): Promise<RefusalCause[]> =>
  (await developer.browser.call('countRefusals', { params: inTenant(), body })).causes;

describe('the log of calls', () => {
  test('is that of the API, newest first, page by page (P17)', async () => {
    await merchant.create({ orderNumber: 'canary-order-1' });
    await merchant.read(UNKNOWN);
    await merchant.createRaw('{');
    const known = await eventually(async () => {
      const { calls } = (await merchant.call('listCalls', { query: { limit: '100' } })).body;
      expect((calls as object[]).length).toBeGreaterThanOrEqual(3);
      return (calls as ListedApiCall[]).filter(({ operation }) => operation !== 'listCalls');
    });
    const first = await search({ limit: 1 });
    const rest = await search({ limit: 250, cursor: first.nextCursor });
    const shown = [...first.calls, ...rest.calls].filter(({ operation }) => operation !== 'listCalls');
    expect(shown).toEqual(known);
    expect(rest.nextCursor).toBeUndefined();
    expect(JSON.stringify(shown)).not.toMatch(/canary|Maria|41111111/);
  });

  test('is narrowed to operation, account, code, class of status, time and one call', async () => {
    const { calls } = await eventually(async () => {
      const found = await search({ code: '40001' });
      expect(found.calls.length).toBeGreaterThan(0);
      return found;
    });
    const [call] = calls;
    if (!call) throw new Error('no call was refused');
    const idsOf = async (body: object) => (await search(body)).calls.map(({ requestId }) => requestId);
    const { requestId, at, account, operation } = call;
    for (const body of [{ account, operation, status: '4xx', code: '40001' }, { requestId }, { from: at }])
      expect(await idsOf(body)).toContain(requestId);
    for (const body of [
      ...[{ account: 'other' }, { operation: 'readLimits' }, { status: '2xx' }, { code: '40002' }],
      ...[{ before: at }, { requestId: UNKNOWN }],
    ])
      expect(await idsOf(body)).not.toContain(requestId);
    const reply = await developer.browser.send('searchPortalCalls', {
      params: inTenant(),
      body: { from: '2026-02-31T00:00:00Z' },
    });
    expect(outcomeOf(reply)).toBe('40002');
  });

  test('is narrowed to operations that are logged, and to accounts of the tenant alone (P33)', async () => {
    const filters = await developer.browser.call('listCallFilters', { params: inTenant() });
    const logged = routeTable().filter(({ access }) => access === 'token');
    expect(filters.operations).toEqual(logged.map(({ operationId }) => operationId).toSorted());
    expect(filters.operations.every((name) => publishedOperations[name])).toBe(true);
    expect(filters.accounts).toEqual(['shop']);
    expect(filters.hasMoreAccounts).toBe(false);
  });
});

describe('whom the log of calls is for', () => {
  test('a tenant sees and counts none of another one’s calls (P33, P34)', async () => {
    const { tenantId } = stranger.tenant;
    await stranger.create({ card: { binDigits: '1' } });
    const { db } = service.service.database;
    await eventually(async () => {
      expect((await countRefusals(db, tenantId, {})).causes.map(({ code }) => code)).toContain('40002');
    });
    const foreign = (await searchNewestCalls(db, tenantId, {})).calls.map(({ requestId }) => requestId);
    expect(foreign.length).toBeGreaterThan(0);
    const own = (await search({ limit: 250 })).calls.map(({ requestId }) => requestId);
    expect(own.filter((id) => foreign.includes(id))).toEqual([]);
    for (const requestId of foreign) expect((await search({ requestId })).calls).toEqual([]);
    expect((await causesOf()).map(({ code }) => code)).not.toContain('40002');
  });

  test.each(CALLS)(
    '%s is refused to members of some companies: a call is of no company (P32, P33)',
    async (name) => {
      const { tenantId, companyId } = merchant.tenant;
      const narrow = await addMember(service, tenantId, { role: 'developer', companies: [companyId] });
      const support = await addMember(service, tenantId, { role: 'support' });
      for (const { browser } of [narrow, support])
        expect(outcomeOf(await sendAny(browser, name, inTenant()))).toBe('40343');
    },
  );
});

type Made = {
  code: string | undefined;
  account: string;
  operation: string;
  minute: number;
  repeated: number;
};

const made: fc.Arbitrary<Made> = fc.record({
  code: fc.constantFrom(undefined, '40002', '40027', '40301', '42901', '50001'),
  account: fc.constantFrom('shop', 'app'),
  operation: fc.constantFrom('createTransaction', 'readTransaction', 'readLimits'),
  minute: fc.integer({ min: 0, max: 60 }),
  repeated: fc.constantFrom(0, 0, 0, 7),
});

const START_MS = Date.UTC(2026, 0, 10);
const minuteOf = (minute: number): Date => new Date(START_MS + minute * 60_000);

/** Writes calls as the recorder does, each with an id of the moment before its time. */
const write = (db: Db, tenantId: TenantId, calls: readonly Made[]): Promise<void> =>
  insertCalls(
    db,
    calls.map(({ minute, code, ...call }, index) => ({
      ...call,
      ...{
        tenantId,
        code,
        at: minuteOf(minute),
        status: code === undefined ? 200 : Number(code.slice(0, 3)),
      },
      requestId: `${(START_MS + minute * 60_000 - 40)
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7abc-8000-${index.toString(16).padStart(12, '0')}`,
      ...{ method: 'POST', path: '/', durationMs: 1, sourceAddress: '127.0.0.1', request: undefined },
      ...{ transactionId: undefined, processId: undefined, orderHash: undefined },
    })),
  );

const slowCount = (calls: readonly Made[], from: number | undefined, before: number | undefined) => {
  const within = calls.filter(
    ({ minute, code }) => code !== undefined && minute >= (from ?? 0) && minute < (before ?? 99),
  );
  return Map.groupBy(within, ({ code }) => code ?? '');
};
const callsIn = (some: readonly Made[]): number => some.reduce((sum, { repeated }) => sum + repeated + 1, 0);

describe('refusals by cause', () => {
  test('equal a slow count over the rows, and each number is that of its list (P11)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const other = stranger.tenant.tenantId;
    const minute = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
    const property = fc.asyncProperty(
      fc.array(made, { maxLength: 60 }),
      ...([minute, minute, fc.integer({ min: 5, max: 200 })] as const),
      async (calls, from, before, maxRows) => {
        await db.deleteFrom('api_calls').where('tenant_id', '=', tenantId).execute();
        await db.transaction().execute(async (trx) => {
          await write(trx, tenantId, calls);
          await write(trx, other, calls);
        });
        const span = {
          ...(from === undefined ? {} : { from: minuteOf(from).toISOString() }),
          ...(before === undefined ? {} : { before: minuteOf(before).toISOString() }),
        };
        const slow = slowCount(calls, from, before);
        const { causes } = await countRefusals(db, tenantId, span);
        expect(new Map(causes.map(({ code, calls: count }) => [code, count]))).toEqual(
          new Map([...slow].map(([code, some]) => [code, callsIn(some)])),
        );
        for (const cause of causes) {
          const listed = await searchNewestCalls(db, tenantId, { ...span, code: cause.code, limit: 250 });
          expect(listed.calls).toHaveLength(cause.rows);
          expect(cause.isMore).toBe(false);
          for (const field of ['operation', 'account'] as const) {
            const of = field === 'operation' ? cause.operations : cause.accounts;
            const byName = Map.groupBy(slow.get(cause.code) ?? [], (one) => one[field]);
            expect(new Map(of.map((one) => [(one as Record<string, unknown>)[field], one.calls]))).toEqual(
              new Map([...byName].map(([name, some]) => [name, callsIn(some)])),
            );
          }
        }
        const bounded = (await countRefusals(db, tenantId, span, maxRows)).causes;
        for (const { code, rows, calls: least, isMore } of bounded) {
          const all = slow.get(code) ?? [];
          expect(isMore).toBe(rows < all.length);
          expect(least).toBeLessThanOrEqual(callsIn(all));
        }
        const open = bounded.filter(({ isMore }) => isMore);
        expect(bounded.slice(0, open.length)).toEqual(open);
        const counted = bounded.reduce((sum, { rows }) => sum + rows, 0);
        expect(counted).toBeLessThanOrEqual(maxRows);
      },
    );
    await fc.assert(property, { numRuns: 40 });
  }, 360_000);

  test('are not cut by codes of other days, nor at a number that is exactly the bound (P11, P53)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const one = { account: 'shop', operation: 'readLimits', repeated: 0 };
    const recent = Array.from({ length: 12 }, () => ({ ...one, code: '40027', minute: 50 }));
    const old = ['40001', '40002', '40301'].map((code) => ({ ...one, code, minute: 1 }));
    await db.transaction().execute((trx) => write(trx, tenantId, [...old, ...recent]));
    const from = { from: minuteOf(40).toISOString() };
    const rowsOf = async (maxRows: number) =>
      (await countRefusals(db, tenantId, from, maxRows)).causes.map(({ rows, isMore }) => [rows, isMore]);
    expect(await rowsOf(12)).toEqual([[12, false]]);
    expect(await rowsOf(11)).toEqual([[11, true]]);
  });

  test('with 429 are told by the account and operation that had them, through the buffer that folds them (P11, S30)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const buffer = createCallBuffer({ sampleEvery: 1, wholeAMinute: 60, monotonicMs: () => 0 });
    const refused = (account: string, operation: string) => ({
      ...{ tenantId, account, operation, requestId: crypto.randomUUID(), at: minuteOf(1), status: 429 },
      ...{ code: '42901', method: 'POST', path: '/', durationMs: 1, sourceAddress: '127.0.0.1' },
      ...{ transactionId: undefined, processId: undefined, orderNumber: undefined, request: undefined },
    });
    for (let count = 0; count < 30; count += 1) {
      buffer.add(refused('shop', 'createTransaction'));
      if (count % 3 === 0) buffer.add(refused('app', 'readLimits'));
    }
    const rows = buffer.take().calls.map((call) => ({ ...call, orderHash: undefined }));
    await db.transaction().execute((trx) => insertCalls(trx, rows));
    const [cause] = (await countRefusals(db, tenantId, {})).causes;
    expect(cause).toMatchObject({
      ...{ code: '42901', calls: 40, rows: 2 },
      operations: [
        { operation: 'createTransaction', calls: 30 },
        { operation: 'readLimits', calls: 10 },
      ],
      accounts: [
        { account: 'shop', calls: 30 },
        { account: 'app', calls: 10 },
      ],
    });
  });

  test('say whether further operations and accounts had some (P11)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const calls = Array.from({ length: MAX_SHARES + 1 }, (_, index) => ({
      ...{ code: '40002', operation: index === 0 ? 'readLimits' : 'createTransaction' },
      ...{ account: `shop-${index}`, minute: 1, repeated: 0 },
    }));
    await db.transaction().execute((trx) => write(trx, tenantId, calls));
    const [cause] = (await countRefusals(db, tenantId, {})).causes;
    expect(cause).toMatchObject({ areOperationsCut: false, areAccountsCut: true });
    expect(cause?.accounts).toHaveLength(MAX_SHARES);
  });

  test('are counted once for all who ask for the same span at a time, and again after 10 seconds (P53)', async () => {
    const { db } = service.service.database;
    const { tenantId } = (await newMerchant(service)).tenant;
    const call = { code: '40002', account: 'shop', operation: 'readLimits', minute: 1, repeated: 0 };
    await db.transaction().execute((trx) => write(trx, tenantId, [call]));
    const clock = createManualClock();
    const count = createRefusalCounter(db, clock);
    const [first, second] = await Promise.all([count(tenantId, {}), count(tenantId, {})]);
    expect(second).toBe(first);
    expect(await count(tenantId, {})).toBe(first);
    expect(await count(tenantId, { from: minuteOf(0).toISOString() })).not.toBe(first);
    expect((await count(stranger.tenant.tenantId, {})).causes).not.toEqual(first.causes);
    clock.advanceSeconds(10);
    expect(await count(tenantId, {})).not.toBe(first);
    await expect(count(tenantId, { from: '2026-02-31T00:00:00Z' })).rejects.toThrow();
  });
});
