import { Writable } from 'node:stream';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { ApiCall } from '@titular/server/kernel/http/api-call.ts';
import { createCallBuffer } from '@titular/server/request-log/api-call.ts';
import { startCallRecorder } from '@titular/server/request-log/record-calls.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let logged: { msg: string; lost?: number }[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(JSON.parse(String(chunk)));
      done();
    },
  });
  service = await startTestService({ log: pino({ level: 'info' }, sink) });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());
beforeEach(() => {
  logged = [];
});

const db = () => service.service.database.db;

/** Refuses new rows of the log of calls until it is healed. */
async function refuseRows(code: string, when = 'true'): Promise<() => Promise<unknown>> {
  await sql
    .raw(`CREATE OR REPLACE FUNCTION refuse_call() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`)
    .execute(db());
  await sql
    .raw(`CREATE TRIGGER refuse_call BEFORE INSERT ON api_calls FOR EACH ROW WHEN (${when})
      EXECUTE FUNCTION refuse_call()`)
    .execute(db());
  return () => sql`DROP TRIGGER refuse_call ON api_calls`.execute(db());
}

const isSaid = (words: string): Promise<void> =>
  eventually(() => expect(logged.map(({ msg }) => msg)).toContain(words));

const operations = async (one: Merchant): Promise<string[]> => {
  const { rows } = await sql<{ operation: string }>`SELECT operation FROM api_calls
    WHERE tenant_id = ${one.tenant.tenantId} ORDER BY call_id`.execute(db());
  return rows.map(({ operation }) => operation);
};

test('calls that came while the database took no rows are all in the log once it does, each once (S30, R80)', async () => {
  const one = await newMerchant(service);
  const heal = await refuseRows('57P03');
  const id = String((await one.create()).body['id']);
  await isSaid('the log of calls waits for the database');
  await one.cancel(id);
  await one.read(id);
  await heal();
  const expected = ['createTransaction', 'cancelTransaction', 'readTransaction'];
  await eventually(async () => expect(await operations(one)).toEqual(expected));
  // A later call has been written: nothing is left that could come twice.
  await one.call('readLimits');
  await eventually(async () => expect(await operations(one)).toEqual([...expected, 'readLimits']));
  expect(logged.filter(({ msg }) => msg === 'the log of calls waits for the database')).toHaveLength(1);
});

test('a call whose row the database refuses loses no other call, and is counted as lost (S30)', async () => {
  const one = await newMerchant(service);
  const heal = await refuseRows('P0001', "NEW.operation = 'readLimits'");
  await Promise.all([one.create(), one.call('readLimits'), one.create(), merchant.create()]);
  await isSaid('fault while writing the log of calls');
  await eventually(async () =>
    expect(await operations(one)).toEqual(['createTransaction', 'createTransaction']),
  );
  expect(logged.filter(({ lost }) => lost !== undefined)).toMatchObject([{ lost: 1 }]);
  await heal();
});

test('a call of a tenant whose key is gone has a row without the hash of its order, and so have those beside it (S30)', async () => {
  const one = await newMerchant(service);
  const recorder = startCallRecorder({
    db: db(),
    log: pino({ level: 'silent' }),
    tenantKeys: () => Promise.reject(new Error('its key is gone')),
    sampleEvery: 1,
  });
  const call = (orderNumber: string | undefined): ApiCall => ({
    ...{ tenantId: one.tenant.tenantId, requestId: newId(), at: new Date(), account: 'shop' },
    ...{ operation: 'createTransaction', method: 'POST', path: '/', status: 400, code: '40002' },
    ...{ durationMs: 1, sourceAddress: '127.0.0.1', transactionId: undefined, processId: undefined },
    ...{ orderNumber, request: undefined },
  });
  for (const orderNumber of ['a', undefined]) recorder.record(call(orderNumber));
  await recorder.stop();
  expect(await operations(one)).toEqual(['createTransaction', 'createTransaction']);
});

test('a call that waited for the database longer than erasures look for it has a row without its order and shape (R93)', async () => {
  const one = await newMerchant(service);
  let nowMs = 0;
  const recorder = startCallRecorder({
    db: db(),
    log: pino({ level: 'silent' }),
    tenantKeys: createTenantKeys(db(), service.service.masterKeys),
    sampleEvery: 1,
    monotonicMs: () => nowMs,
  });
  const call = (operation: string): ApiCall => ({
    ...{ tenantId: one.tenant.tenantId, requestId: newId(), at: new Date(), account: 'shop' },
    ...{ operation, method: 'POST', path: '/', status: 400, code: '40002' },
    ...{ durationMs: 1, sourceAddress: '127.0.0.1', transactionId: undefined, processId: undefined },
    ...{ orderNumber: 'an order', request: { orderNumber: '[text of 8]' } },
  });
  const heal = await refuseRows('57P03');
  recorder.record(call('createTransaction'));
  nowMs = 30_001;
  recorder.record(call('createProcess'));
  await heal();
  await recorder.stop();
  const { rows } = await sql`SELECT operation, order_hash IS NOT NULL AS hashed, request IS NOT NULL AS shaped
    FROM api_calls WHERE tenant_id = ${one.tenant.tenantId} ORDER BY call_id`.execute(db());
  expect(rows).toEqual([
    { operation: 'createTransaction', hashed: false, shaped: false },
    { operation: 'createProcess', hashed: true, shaped: true },
  ]);
});

test('what is put back comes before what has come since, within the same bound, and what it leaves out is counted', () => {
  const buffer = createCallBuffer({ sampleEvery: 1, wholeAMinute: 60, monotonicMs: () => 0 });
  const call = (requestId: string, status = 200) =>
    ({ tenantId: 'a', account: 'a', operation: 'o', code: '42901', status, requestId }) as unknown as ApiCall;
  for (let n = 0; n < 4_999; n += 1) buffer.add(call(`old ${n}`));
  const { calls } = buffer.take();
  buffer.add(call('new'));
  buffer.add(call('refused', 429));
  buffer.putBack(calls);
  buffer.add(call('refused', 429));
  const again = buffer.take();
  expect(again.calls).toHaveLength(5_000);
  expect([again.calls[0]?.requestId, again.calls.at(-1)?.requestId]).toEqual(['old 0', 'new']);
  expect(again.dropped).toBe(2);
});
