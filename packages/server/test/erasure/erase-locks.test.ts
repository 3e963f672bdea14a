import { erasePerson } from '@titular/server/erasure/erase-person.ts';
import { listErasureSteps } from '@titular/server/modules.ts';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCamera } from '../captures/phone.ts';
import { startProcess } from '../processes/process-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
});
afterAll(() => service.close());

const db = () => service.service.database.db;

/** Waits until the erasure waits for a lock. */
const untilBlocked = (): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
    expect(rows).toHaveLength(1);
  });

test('an erasure that meets the end of an attempt waits for the transaction before it locks the attempt, so neither waits for the other (R65, R73)', async () => {
  const merchant = await newMerchant(service);
  const identity = { key: 'cpf', value: newCpf() };
  const { id, attempt } = await openCamera(service, merchant, { identity });
  const erasing = await db()
    .transaction()
    .execute(async (trx) => {
      // As the last frame of an attempt does: first the transaction, then the attempt.
      await sql`SELECT FROM transactions WHERE transaction_id = ${asId(id)} FOR UPDATE`.execute(trx);
      const begun = { answer: merchant.call('eraseIdentity', { body: { identity } }) };
      await untilBlocked();
      await sql`SELECT FROM capture_attempts WHERE attempt_id = ${asId(attempt.attemptId)}
        FOR UPDATE NOWAIT`.execute(trx);
      return begun;
    });
  expect((await erasing.answer).body['counts']).toMatchObject({ transactions: 1, attempts: 1 });
});

/** An erasure whose last step has been reached, and waits there for `end`. */
async function beginLongErasure(merchant: Merchant, identity: { key: string; value: string }) {
  const key = await openTenantKey(service, merchant.tenant.tenantId);
  const [reached, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = {
    tables: [],
    erase: async (): Promise<number> => {
      reached.resolve();
      await left.promise;
      return 0;
    },
  };
  const deps = {
    ...{ db: db(), clock: createRunningClock(), tenantKeys: async () => key },
    ...{ steps: [...listErasureSteps(), slow], signReceipt: async () => 'receipt' },
  };
  const actor = { tenantId: merchant.tenant.tenantId, actor: 'service-account:shop' };
  const erased = erasePerson(deps, actor, { identity });
  await Promise.race([reached.promise, erased]);
  return {
    end: () => {
      left.resolve();
      return erased;
    },
  };
}

test('while an erasure takes long, an endpoint that was off is switched on, and the events of every tenant go on (R45, R93)', async () => {
  const [merchant, other] = [await newMerchant(service), await newMerchant(service)];
  const { companyId: company } = merchant.tenant;
  const url = 'https://receiver.example/';
  const made = await merchant.call('createWebhookEndpoint', { body: { company, url } });
  const endpoint = { id: String(made.body['id']) };
  await merchant.call('changeWebhookEndpoint', { ...endpoint, body: { enabled: false } });
  const identity = { key: 'cpf', value: newCpf() };
  const { body: open } = await merchant.create({ identity });
  await startProcess(merchant, identity.value);
  const erasure = await beginLongErasure(merchant, identity);

  const switched = await merchant.call('changeWebhookEndpoint', { ...endpoint, body: { enabled: true } });
  const { body: ended } = await other.create();
  await other.cancel(String(ended['id']));
  const told = await other.call('listEvents');

  await erasure.end();
  expect(switched.body).toMatchObject({ enabled: true });
  expect(told.body['events']).toMatchObject([{ type: 'transaction.finished' }]);
  const { body: own } = await merchant.call('listEvents');
  expect(own['events']).toMatchObject([
    { type: 'transaction.finished', transactionId: open['id'] },
    { type: 'process.failed' },
  ]);
  const { rows } = await sql`SELECT skipped FROM deliveries WHERE endpoint_id = ${asId(endpoint.id)}`.execute(
    db(),
  );
  expect(rows).toEqual([{ skipped: false }, { skipped: false }]);
});
