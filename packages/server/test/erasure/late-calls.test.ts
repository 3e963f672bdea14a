import { newId } from '@titular/server/kernel/base/id.ts';
import { insertCalls, orderHash } from '@titular/server/request-log/index.ts';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
});
afterAll(() => service.close());

test('calls that another process writes after the erasure of their person keep neither the order nor their shape (R93)', async () => {
  const { db } = service.service.database;
  const merchant = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  const identity = { key: 'cpf', value: newCpf() };
  const created = await merchant.create({ identity, orderNumber: 'canary-order' });
  const key = await openTenantKey(service, tenantId);
  const late = (operation: string, transactionId?: string) => ({
    ...{ tenantId, requestId: newId(), at: new Date(), account: 'shop', operation, method: 'GET', path: '/' },
    ...{ status: 200, code: undefined, durationMs: 1, sourceAddress: '127.0.0.1', processId: undefined },
    ...{ transactionId: transactionId as never, request: { orderNumber: '[text of 12]' }, repeated: 0 },
    orderHash: transactionId ? undefined : orderHash(key, 'canary-order'),
  });
  await merchant.call('eraseIdentity', { body: { identity } });
  const rows = [late('listCalls'), late('readTransaction', String(created.body['id'])), late('listEvents')];
  const others = { ...rows[2], orderHash: orderHash(key, 'another-order') } as (typeof rows)[number];
  await db.transaction().execute((trx) => insertCalls(trx, [...rows.slice(0, 2), others]));
  const kept = async (): Promise<string[]> => {
    const found = await sql<{ operation: string }>`SELECT operation FROM api_calls
      WHERE call_id = ANY (${rows.map(({ requestId }) => requestId)}::uuid[])
        AND (order_hash IS NOT NULL OR request IS NOT NULL) ORDER BY operation`.execute(db);
    return found.rows.map(({ operation }) => operation);
  };
  // The job waits for two minutes: a row may be written up to one after its call.
  const isDue = sql<{ id: string }>`SELECT id FROM graphile_worker.jobs
    WHERE task_identifier = 'redact-late-calls' AND run_at > now() + interval '1 minute'`;
  const jobs = await eventually(async () => {
    const { rows: found } = await isDue.execute(db);
    expect(found).toHaveLength(1);
    return found.map(({ id }) => id);
  });
  expect(await kept()).toEqual(['listCalls', 'listEvents', 'readTransaction']);
  await sql`SELECT graphile_worker.reschedule_jobs(${jobs}::bigint[], run_at := now())`.execute(db);
  await eventually(async () => expect(await kept()).toEqual(['listEvents']));
});
