import type { ApiCall } from '@titular/server/kernel/http/api-call.ts';
import { createCallBuffer } from '@titular/server/request-log/api-call.ts';
import { startTestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';

const TENANTS = ['a', 'b'] as const;

const callOf = (changes: Partial<ApiCall>): ApiCall => ({
  ...{ tenantId: asId('a'), requestId: '', at: new Date(0), account: 'shop', operation: 'getTransaction' },
  ...{ method: 'GET', path: '/', status: 200, code: undefined, durationMs: 1, sourceAddress: '' },
  ...{ transactionId: undefined, processId: undefined, orderNumber: undefined, request: undefined },
  ...changes,
});

const anyCall = fc.record({
  tenantId: fc.constantFrom(...TENANTS).map((name): ApiCall['tenantId'] => asId(name)),
  account: fc.constantFrom('shop', 'desk'),
  operation: fc.constantFrom('getTransaction', 'listEvents', 'createTransaction'),
  method: fc.constantFrom('GET', 'POST'),
  status: fc.constantFrom(200, 304, 404, 429),
});

type Counted = {
  calls: readonly { tenantId: string; account: string; operation: string; repeated: number }[];
};

const sumsOf = (calls: Counted['calls']): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { tenantId, account, operation, repeated } of calls) {
    const name = `${tenantId}/${account}/${operation}`;
    sums[name] = (sums[name] ?? 0) + 1 + repeated;
  }
  return sums;
};

test('whatever comes and whenever it is written, rows and what they stand for add up to the calls of each account and operation, and every write and refusal has a row (S30)', () => {
  const seed = Date.now();
  console.log(`seed ${seed}`);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.nat({ max: 3 }),
      fc.array(fc.tuple(anyCall, fc.nat({ max: 30_000 }), fc.boolean()), { maxLength: 200 }),
      (sampleEvery, wholeAMinute, steps) => {
        let nowMs = 0;
        const buffer = createCallBuffer({ sampleEvery, wholeAMinute, monotonicMs: () => nowMs });
        const made: ApiCall[] = [];
        const kept = [];
        for (const [changes, pauseMs, isWritten] of steps) {
          nowMs += pauseMs;
          const call = callOf(changes);
          made.push(call);
          buffer.add(call);
          if (isWritten) kept.push(...buffer.take().calls);
        }
        kept.push(...buffer.take(true).calls);
        const whole = ({ method, status }: ApiCall): boolean =>
          status !== 429 && (method !== 'GET' || status !== 200);
        expect(kept.filter(whole)).toHaveLength(made.filter(whole).length);
        // A flood of refusals is one row of the tenant, whatever it asked for.
        const others = ({ status }: ApiCall): boolean => status !== 429;
        const asOne = made.filter(others).map((call) => ({ ...call, repeated: 0 }));
        expect(sumsOf(kept.filter(others))).toEqual(sumsOf(asOne));
      },
    ),
    { seed },
  );
});

/** The reads of a kind that are kept whole in each minute, as the settings page says. */
const WHOLE = 60;

const addReads = (buffer: ReturnType<typeof createCallBuffer>, count: number, from = 0): void => {
  for (let n = from; n < from + count; n += 1) buffer.add(callOf({ requestId: String(n) }));
};

test('the first 60 reads a minute of an account and operation have a row each, in the next minute again (S30)', () => {
  let nowMs = 0;
  const buffer = createCallBuffer({ sampleEvery: 100, wholeAMinute: WHOLE, monotonicMs: () => nowMs });
  const other = callOf({ account: 'desk' });
  addReads(buffer, WHOLE + 5);
  buffer.add(other);
  expect(buffer.take().calls.map(({ account, repeated }) => [account, repeated])).toEqual([
    ...Array.from({ length: WHOLE }, () => ['shop', 0]),
    ['desk', 0],
  ]);
  nowMs = 60_000;
  buffer.add(callOf({}));
  expect(
    buffer
      .take()
      .calls.map(({ repeated }) => repeated)
      .sort(),
  ).toEqual([0, 4]);
});

test('of the successful creates of an account, the first 60 a minute have the shape of what was sent, and each has a row (S30)', () => {
  let nowMs = 0;
  const request = { orderNumber: '[text of 8]' };
  const take = (count: number, sampleEvery = 100): number[] => {
    const buffer = createCallBuffer({ sampleEvery, wholeAMinute: WHOLE, monotonicMs: () => nowMs });
    const create = callOf({ method: 'POST', operation: 'createTransaction', request });
    for (let n = 0; n < count; n += 1) buffer.add(create);
    buffer.add({ ...create, status: 400 });
    nowMs += 60_000;
    buffer.add(create);
    const { calls } = buffer.take();
    return [calls.length, calls.filter((call) => call.request !== undefined).length];
  };
  expect(take(WHOLE + 5)).toEqual([WHOLE + 7, WHOLE + 2]);
  expect(take(WHOLE)).toEqual([WHOLE + 2, WHOLE + 2]);
  expect(take(WHOLE + 5, 1)).toEqual([WHOLE + 7, WHOLE + 7]);
});

test('a count of reads is written within a minute of the first of them, and no row of reads comes sooner (S30)', () => {
  let nowMs = 0;
  const buffer = createCallBuffer({ sampleEvery: 100, wholeAMinute: WHOLE, monotonicMs: () => nowMs });
  addReads(buffer, WHOLE, 100);
  expect(buffer.take().calls).toHaveLength(WHOLE);
  addReads(buffer, 3);
  nowMs = 59_999;
  expect(buffer.take().calls).toEqual([]);
  nowMs = 60_000;
  expect(buffer.take().calls).toEqual([{ ...callOf({ requestId: '2' }), repeated: 2, sinceMs: nowMs }]);
  expect(buffer.take(true).calls).toEqual([]);
});

test('of 85 status reads within a minute a service with TITULAR_CALL_LOG_SAMPLE=10 keeps 60 rows, and rows for the other 25, the last at its stop, and each create (S30)', async () => {
  const service = await startTestService({ env: { TITULAR_CALL_LOG_SAMPLE: '10' } });
  const merchant = await newMerchant(service);
  const { body } = await merchant.create();
  await merchant.create();
  const id = String(body['id']);
  for (let n = 0; n < WHOLE + 25; n += 1) await merchant.read(id);
  const reading = await startTestService({ sharedWith: service });
  onTestFinished(async () => {
    await reading.close();
    await service.close();
  });
  const rows = () =>
    reading.service.database.db
      .selectFrom('api_calls')
      .select(['method', 'repeated'])
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .where('operation', 'not in', ['createAccessToken'])
      .execute();
  const counted = async () =>
    (await rows()).filter(({ method }) => method === 'GET').map(({ repeated }) => repeated);
  await eventually(async () => expect((await counted()).filter((count) => count > 0)).toEqual([9, 9]));
  expect(await counted()).toHaveLength(WHOLE + 2);
  await service.service.close();
  const kept = await rows();
  expect(kept.filter(({ method }) => method === 'POST')).toHaveLength(2);
  const reads = kept.filter(({ method }) => method === 'GET');
  const repeated = reads.map((read) => read.repeated).sort();
  expect(repeated.slice(-3)).toEqual([4, 9, 9]);
  expect(repeated).toHaveLength(WHOLE + 3);
});
