import { atOnce, lockSoon, type PartitionDeps } from './at-once.ts';
import { defaultOf, listPartitions } from './list-partitions.ts';
import type { KeyRange } from './partition-day.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** Some 160,000 rows of the log of calls; PostgreSQL reads the default partition whenever another one is attached, under a lock. */
const LARGE_BYTES = 64 * 1024 * 1024;
/** Less than the two minutes that a job may take. */
const PROOF_LIMIT_MS = 60_000;
const PROOF = 'has_no_row_ahead';

/** Whether a default partition is too large to be read under its lock. */
export async function isLarge({ pool }: PartitionDeps, table: string): Promise<boolean> {
  const { rows } = await pool.query<{ is_large: boolean }>(
    'SELECT pg_relation_size(to_regclass($1)) > $2::bigint AS is_large',
    [table, LARGE_BYTES],
  );
  return rows[0]?.is_large ?? false;
}

async function hasProof({ pool }: PartitionDeps, table: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'SELECT FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2',
    [table, PROOF],
  );
  return rowCount !== 0;
}

/** Lets the default partition take every row again, also where a process died that had proven something. */
export async function dropProof(deps: PartitionDeps, of: PartitionedTable, table: string): Promise<void> {
  if (!(await hasProof(deps, table))) return;
  await atOnce(deps.pool, of, async (client) => {
    await lockSoon(client, table);
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${PROOF}`);
  });
}

/** Reads the table beside readers and writers, for as long as it takes. */
async function validate({ pool }: PartitionDeps, table: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${PROOF_LIMIT_MS}`);
    await client.query({
      text: `ALTER TABLE ${table} VALIDATE CONSTRAINT ${PROOF}`,
      query_timeout: PROOF_LIMIT_MS + 1_000,
    } as { text: string });
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Does the work while it is proven that the default partition has no row of a range, which it refuses meanwhile; does nothing where others use it. */
export async function withProof(
  deps: PartitionDeps,
  of: PartitionedTable,
  { from, to }: KeyRange,
  work: () => Promise<void>,
): Promise<void> {
  const table = defaultOf(await listPartitions(deps.pool, of)).name;
  const outcome = await atOnce(deps.pool, of, async (client) => {
    await lockSoon(client, table);
    await client.query(
      `ALTER TABLE ${table} ADD CONSTRAINT ${PROOF} CHECK (${of.key} < '${from}' OR ${of.key} >= '${to}') NOT VALID`,
    );
  });
  if (outcome !== 'done') return;
  try {
    await validate(deps, table);
    await work();
  } finally {
    await dropProof(deps, of, table);
  }
}
