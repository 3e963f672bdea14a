import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCamera } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

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
