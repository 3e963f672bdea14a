import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import type pg from 'pg';
import type { Harness } from '../harness/harness.ts';

/** What it cost to remove the rows of one partition: seconds of statements, bytes of write-ahead log, and the slowest insert of another connection meanwhile. */
export type Removal = { seconds: number; walBytes: number; slowestInsertMs: number };

/** A table whose rows are removed: how one partition of them is filled, and how a row of another one is added. */
export type Removable = {
  table: string;
  spanSeconds: number;
  fill(client: pg.Client, tenantId: string, start: Date): Promise<unknown>;
  insert(pool: pg.Pool, tenantId: string, at: Date): Promise<unknown>;
};

/** Inserts rows one after the other until it is told to end, and answers how long the slowest took. */
async function insertBeside(insert: () => Promise<unknown>, isRunning: () => boolean): Promise<number> {
  let slowestMs = 0;
  while (isRunning()) {
    const startMs = performance.now();
    await insert();
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
  }
  return slowestMs;
}

/** Measures a removal of which the first run is timed alone, and the second beside inserts: these write a log of their own. */
export async function measureRemoval(
  { database, tenants }: Harness,
  client: pg.Client,
  { table, spanSeconds, fill, insert }: Removable,
  start: Date,
  remove: (start: Date) => Promise<unknown>,
): Promise<Removal> {
  const tenantId = tenants[0]?.tenantId ?? '';
  const [alone, beside] = [start, addSeconds(start, spanSeconds)];
  for (const one of [alone, beside]) await fill(client, tenantId, one);
  await client.query(`VACUUM ANALYZE ${table}`);
  await client.query('CHECKPOINT');
  const from = (await client.query('SELECT pg_current_wal_lsn()::text AS lsn')).rows[0].lsn;
  const startMs = performance.now();
  await remove(alone);
  const seconds = (performance.now() - startMs) / 1_000;
  const { rows } = await client.query('SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 AS bytes', [
    from,
  ]);
  let isRunning = true;
  const at = addSeconds(start, 5 * spanSeconds);
  const inserting = insertBeside(
    () => insert(database.pool, tenantId, at),
    () => isRunning,
  );
  await remove(beside);
  isRunning = false;
  return { seconds, walBytes: rows[0].bytes, slowestInsertMs: await inserting };
}
