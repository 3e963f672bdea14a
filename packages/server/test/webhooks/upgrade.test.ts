import { newId } from '@titular/server/kernel/base/id.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { readEventHorizon } from '@titular/server/webhooks/events/event-store.ts';
import { listDueEndpoints } from '@titular/server/webhooks/queue/delivery-queue-store.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goBackTo } from '../kernel/database/earlier-schema.ts';

/** The last migration of the release whose deliveries waited as jobs. */
const LAST_WITH_JOBS = 9;

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: ReturnType<typeof connect>;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = connect(clone.connectionString, 4, () => undefined);
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

test('what waited to be sent when the release before was stopped is due after the upgrade, in its place among the events, and nothing waits twice', async () => {
  const { db, pool } = database;
  await goBackTo(pool, LAST_WITH_JOBS);
  const [tenantId, companyId, endpointId, eventId, deliveryId] = Array.from({ length: 5 }, () => newId());
  await pool.query(
    `INSERT INTO tenants (tenant_id, name, wrapped_data_key, master_key_id) VALUES ($1, 'T', '\\x00', 'k')`,
    [tenantId],
  );
  await pool.query(`INSERT INTO companies (tenant_id, company_id, name) VALUES ($1, $2, 'C')`, [
    tenantId,
    companyId,
  ]);
  await pool.query(
    `INSERT INTO webhook_endpoints (tenant_id, endpoint_id, company_id, url, sealed_secret) VALUES ($1, $2, $3, 'https://shop.example/', '\\x00')`,
    [tenantId, endpointId, companyId],
  );
  await pool.query(
    `INSERT INTO events (tenant_id, event_id, company_id, transaction_id, type, sequence, status, created_at)
     VALUES ($1, $2, $3, gen_random_uuid(), 'transaction.finished', 3, 'approved', now())`,
    [tenantId, eventId, companyId],
  );
  await pool.query(
    `INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at) VALUES ($1, $2, $3, $4, now())`,
    [tenantId, deliveryId, eventId, endpointId],
  );
  await pool.query(`SELECT graphile_worker.add_job('deliver-webhook', '{}')`);
  await pool.query(`SELECT graphile_worker.add_job('decide-transaction', '{}')`);
  await migrate(clone.connectionString);
  expect(await listDueEndpoints(db, new Date(Date.now() + 1_000))).toEqual([{ tenantId, endpointId }]);
  const jobs = await pool.query('SELECT task_identifier FROM graphile_worker.jobs');
  expect(jobs.rows).toEqual([{ task_identifier: 'decide-transaction' }]);
  const placed = await db.selectFrom('events').select('position').execute();
  expect(placed).toEqual([{ position: await readEventHorizon(db) }]);
});
