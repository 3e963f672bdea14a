import { newId } from '@titular/server/kernel/base/id.ts';
import { listQueues, MAX_COUNTED_OF_A_QUEUE } from '@titular/server/webhooks/deliveries/backlog-store.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const db = () => fixture.database.db;

/** Endpoints of one company, each with so many deliveries due, the first since the longest. */
async function plant(endpoints: number, deliveries: number): Promise<string[]> {
  const companyId = await fixture.newCompany();
  const ids: string[] = [];
  for (let count = 0; count < endpoints; count += 1)
    ids.push((await fixture.register(companyId, 'https://receiver.invalid/')).endpointId);
  await sql`
    INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
    SELECT ${fixture.tenantId}, gen_random_uuid(), ${companyId}, 'process.finished', gen_random_uuid(), now()
    FROM generate_series(1, ${deliveries}::integer)`.execute(db());
  for (const [place, endpointId] of ids.entries())
    await sql`
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at)
      SELECT tenant_id, gen_random_uuid(), event_id, ${endpointId},
        ${fixture.clock.now()}::timestamptz - make_interval(secs => ${1_000 - place}::integer) FROM events`.execute(
      db(),
    );
  return ids;
}

test('the queues of 200 endpoints with 2,000 deliveries each are listed, in statements that are short whatever waits (R49)', async () => {
  const ids = await plant(200, 2_000);
  // A fifth of the time that a statement has otherwise.
  const queues = await db()
    .transaction()
    .execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = 1000`.execute(trx);
      return listQueues(trx, fixture.clock.now());
    });
  expect(queues.map(({ endpointId }) => endpointId)).toEqual(ids);
  expect(new Set(queues.map(({ waiting, more }) => `${waiting} ${more}`))).toEqual(
    new Set([`${MAX_COUNTED_OF_A_QUEUE} true`]),
  );
  expect(queues[0]?.oldestDueAt).toEqual(new Date(fixture.clock.now().getTime() - 1_000_000));
}, 360_000);

test('a queue is counted to the end when it is no longer than that, and each for itself', async () => {
  const [full, empty] = await plant(2, MAX_COUNTED_OF_A_QUEUE);
  await sql`DELETE FROM deliveries WHERE endpoint_id = ${empty ?? newId()}`.execute(db());
  const queues = await listQueues(db(), fixture.clock.now());
  expect(queues).toMatchObject([
    { endpointId: full, waiting: MAX_COUNTED_OF_A_QUEUE, more: false },
    { endpointId: empty, waiting: 0, more: false, oldestDueAt: undefined },
  ]);
});
