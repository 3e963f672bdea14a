import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { type DeliveryId, lowestId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import { dropPartitions } from '@titular/server/kernel/database/partitions/drop-partitions.ts';
import { makePartitions } from '@titular/server/kernel/database/partitions/make-partitions.ts';
import {
  DAY_SECONDS,
  LATE_SECONDS,
  startOfSpan,
} from '@titular/server/kernel/database/partitions/partition-day.ts';
import { deliveryAttempts } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import { deleteAttemptsOf } from '@titular/server/webhooks/events/delete-old-events-store.ts';
import pg from 'pg';
import type { Harness } from '../harness/harness.ts';
import { measureRemoval, type Removable, type Removal } from './measure-removal.ts';

/** The removals of the same number of attempts, and the seconds in which the job of old events looks a week of them up. */
export type WeeksResult = { attempts: number; dropped: Removal; deleted: Removal; lookedUpSeconds: number };

const ATTEMPTS = 500_000;
const BATCH = 5_000;
const WEEK_SECONDS = deliveryAttempts.span * DAY_SECONDS;

/** Attempts as the service keeps them, evenly over a week, whose responses are forgotten. */
const attempts: Removable = {
  table: 'delivery_attempts',
  spanSeconds: WEEK_SECONDS,
  fill: (client, tenantId, start) =>
    client.query(
      `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status, error)
       SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) ||
         '8' || substr(md5(n::text), 4, 15))::uuid, 1, at, 40, 500, 'The receiver returned 500.'
       FROM (SELECT n, $2::timestamptz + n * interval '7 days' / ${ATTEMPTS + 1} AS at FROM generate_series(1, ${ATTEMPTS}) AS n) AS made`,
      [tenantId, start],
    ),
  insert: (pool, tenantId, at) =>
    pool.query(
      `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status)
       VALUES ($1, $2, 1, $3, 40, 200)`,
      [tenantId, newId(at.getTime()), at],
    ),
};

/** Reads the ids of the deliveries of a week, as old events tell them. */
async function listWeek({ database, tenants }: Harness, start: Date): Promise<DeliveryId[]> {
  const { rows } = await database.pool.query<{ id: DeliveryId }>(
    'SELECT delivery_id AS id FROM delivery_attempts WHERE tenant_id = $1 AND delivery_id >= $2 AND delivery_id < $3',
    [tenants[0]?.tenantId, lowestId(start), lowestId(addSeconds(start, WEEK_SECONDS))],
  );
  return rows.map(({ id }) => id);
}

/** Asks for attempts by their deliveries, batch by batch, as the job of old events does: in the default partition they are deleted. */
async function deleteByRow({ database, tenants }: Harness, ids: readonly DeliveryId[]): Promise<void> {
  const tenantId = tenants[0]?.tenantId as TenantId;
  for (let place = 0; place < ids.length; place += BATCH)
    await database.db
      .transaction()
      .execute((trx) => deleteAttemptsOf(trx, tenantId, ids.slice(place, place + BATCH)));
}

/** Seconds in which the attempts of a week are asked for that go with their partition. */
async function measureLookUp(harness: Harness, client: pg.Client, start: Date): Promise<number> {
  await attempts.fill(client, harness.tenants[0]?.tenantId ?? '', start);
  await client.query('VACUUM ANALYZE delivery_attempts');
  const ids = await listWeek(harness, start);
  const startMs = performance.now();
  await deleteByRow(harness, ids);
  const seconds = (performance.now() - startMs) / 1_000;
  await client.query('DELETE FROM delivery_attempts');
  await client.query('VACUUM delivery_attempts');
  return seconds;
}

/** Removes weeks of 500,000 attempts each, in both ways. */
export async function measureWeeks(harness: Harness): Promise<WeeksResult> {
  const client = new pg.Client({ connectionString: harness.connectionString });
  await client.connect();
  const deps = { pool: harness.database.pool, log: createLog('silent') };
  const drop = (at: Date): Promise<void> => dropPartitions(deps, deliveryAttempts, at);
  const dueAt = (start: Date): Date =>
    addSeconds(start, WEEK_SECONDS + LATE_SECONDS + deliveryAttempts.days * DAY_SECONDS);
  try {
    const start = startOfSpan(deliveryAttempts, addSeconds(new Date(), 100 * DAY_SECONDS));
    for (const weeks of [0, 1])
      await makePartitions(deps, deliveryAttempts, {
        now: addSeconds(start, weeks * WEEK_SECONDS),
        run: startRun(),
      });
    // What is due before the week is no part of what is measured.
    await drop(addSeconds(dueAt(start), -1));
    const lookedUpSeconds = await measureLookUp(harness, client, start);
    const dropped = await measureRemoval(harness, client, attempts, start, (one) => drop(dueAt(one)));
    // Of weeks without a partition, so that the rows are in the default one.
    const later = addSeconds(start, 100 * WEEK_SECONDS);
    const ids = new Map<number, DeliveryId[]>();
    const fill: Removable['fill'] = async (filler, tenantId, week) => {
      await attempts.fill(filler, tenantId, week);
      ids.set(week.getTime(), await listWeek(harness, week));
    };
    const deleted = await measureRemoval(harness, client, { ...attempts, fill }, later, (week) =>
      deleteByRow(harness, ids.get(week.getTime()) ?? []),
    );
    return { attempts: ATTEMPTS, dropped, deleted, lookedUpSeconds };
  } finally {
    await client.end();
  }
}
