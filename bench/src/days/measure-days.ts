import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startRun } from '@titular/server/kernel/database/batches/until-none.ts';
import { byIndex } from '@titular/server/kernel/database/by-index.ts';
import { deleteDueRows } from '@titular/server/kernel/database/partitions/delete-due.ts';
import { dropPartitions } from '@titular/server/kernel/database/partitions/drop-partitions.ts';
import { makePartitions } from '@titular/server/kernel/database/partitions/make-partitions.ts';
import { DAY_SECONDS, startOfDay } from '@titular/server/kernel/database/partitions/partition-day.ts';
import { apiCalls } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import pg from 'pg';
import type { Harness } from '../harness/harness.ts';
import { measureRemoval, type Removable, type Removal } from './measure-removal.ts';

/** The removals of the same number of calls. */
export type DaysResult = { calls: number; dropped: Removal; deleted: Removal };

const CALLS = 500_000;
const BATCH = 5_000;

/** Fills a day with calls as the service writes them, evenly over the day, in every index. */
const fill = (client: pg.Client, tenantId: string, day: Date): Promise<unknown> =>
  client.query(
    `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, code, duration_ms,
       source_address, transaction_id, order_hash, request)
     SELECT $1, (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) ||
       '8' || substr(md5(n::text), 4, 15))::uuid, at, 'tcl_01a2249e', 'createTransaction', 'POST', '/transactions', 400,
       '40002', 12, '192.0.2.1', gen_random_uuid(), uuid_send(gen_random_uuid()), '{"order": "[text of 12]", "card": {}}'
     FROM (SELECT n, $2::timestamptz + n * interval '1 day' / ${CALLS + 1} AS at FROM generate_series(1, ${CALLS}) AS n) AS made`,
    [tenantId, day],
  );

const calls: Removable = {
  table: 'api_calls',
  spanSeconds: DAY_SECONDS,
  fill,
  insert: (pool, tenantId, at) =>
    pool.query(
      `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address)
       VALUES ($1, $2, $3, 'shop', 'beside', 'GET', '/', 200, 1, '192.0.2.1')`,
      [tenantId, newId(at.getTime()), at],
    ),
};

/** Deletes a day row by row, as the job did before: in batches by time, without the rests in between. */
async function deleteDay({ database }: Harness, day: Date): Promise<void> {
  const before = addSeconds(day, DAY_SECONDS);
  let deleted: number;
  do
    deleted = await byIndex(database.db, (trx) =>
      deleteDueRows(trx, apiCalls, 'api_calls_default', before, BATCH),
    );
  while (deleted === BATCH);
}

/** Removes days of 500,000 calls each, in both ways. */
export async function measureDays(harness: Harness): Promise<DaysResult> {
  const client = new pg.Client({ connectionString: harness.connectionString });
  await client.connect();
  const deps = { pool: harness.database.pool, log: createLog('silent') };
  const drop = (at: Date): Promise<void> => dropPartitions(deps, apiCalls, at);
  const dueAt = (day: Date): Date => addSeconds(day, apiCalls.days * DAY_SECONDS);
  try {
    const day = addSeconds(startOfDay(new Date()), 30 * DAY_SECONDS);
    await makePartitions(deps, apiCalls, { now: day, run: startRun() });
    // What is due before the day is no part of what is measured.
    await drop(addSeconds(dueAt(day), -1));
    const dropped = await measureRemoval(harness, client, calls, day, (one) => drop(dueAt(one)));
    // Of days without a partition, so that the rows are in the default one.
    const later = addSeconds(day, 100 * DAY_SECONDS);
    const deleted = await measureRemoval(harness, client, calls, later, (one) => deleteDay(harness, one));
    return { calls: CALLS, dropped, deleted };
  } finally {
    await client.end();
  }
}
