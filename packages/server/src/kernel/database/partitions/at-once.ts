import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../base/log.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

const PARTITIONS_LOCK_KEY = 7_483_508;
const LOCK_NOT_AVAILABLE = '55P03';
/** A row that came to the default partition meanwhile belongs to the one that is being made. */
const CHECK_VIOLATION = '23514';
const PASSING = [LOCK_NOT_AVAILABLE, CHECK_VIOLATION];
/** With what is done under a lock, others wait for a tenth of a second at most. */
const LOCK_TIMEOUT = '50ms';
const MAX_TRIES = 5;
const PAUSE_MS = 20;

/** What work on partitions needs. */
export type PartitionDeps = { pool: pg.Pool; log: Log };

/** What became of a change: done, or left for later because others use the table, or another process is at it. */
export type Outcome = 'done' | 'in use' | 'elsewhere';

/** Takes tables for itself, each alone without its partitions, or fails at once: who waited for them would have others queue behind. */
export async function lockAtOnce(client: pg.ClientBase, ...tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE NOWAIT`);
}

/** Takes tables as `lockAtOnce` does, but waits for each for up to 50 ms, so that it comes to its turn where they are always in use. */
export async function lockSoon(client: pg.ClientBase, ...tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`LOCK TABLE ONLY ${table} IN ACCESS EXCLUSIVE MODE`);
}

async function tryOnce(
  client: pg.ClientBase,
  { table }: PartitionedTable,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<Outcome> {
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS is_mine', [
      PARTITIONS_LOCK_KEY,
      table,
    ]);
    if (rows[0]?.is_mine) await work(client);
    await client.query('COMMIT');
    return rows[0]?.is_mine ? 'done' : 'elsewhere';
  } catch (error) {
    await client.query('ROLLBACK');
    if (PASSING.includes((error as { code?: string }).code ?? '')) return 'in use';
    throw error;
  }
}

/** Changes partitions of a table in one transaction, alone of all processes. While others use what it locks, it tries a few times, and lets them through in between. */
export async function atOnce(
  pool: pg.Pool,
  of: PartitionedTable,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const client = await pool.connect();
    let outcome: Outcome;
    try {
      outcome = await tryOnce(client, of, work);
    } finally {
      client.release();
    }
    if (outcome !== 'in use' || tries >= MAX_TRIES) return outcome;
    await pause(PAUSE_MS);
  }
}
