import type pg from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Well under the time after which a job counts as left behind (background.ts). */
const SWEEP_TIMEOUT_MS = 100_000;
const SWEEP_LOCK_KEY = 7_483_504;

/** What is left of rows as they were stands in their tables until they are vacuumed, and would be copied into the log again. */
const BEFORE = [
  `SET statement_timeout = ${SWEEP_TIMEOUT_MS}`,
  'VACUUM (SKIP_LOCKED) transactions, capture_frames, capture_attempts, capture_sessions, face_templates, api_calls, delivery_attempts',
  'SELECT pg_switch_wal()',
  'CHECKPOINT',
];

/** More files than a log of 8 GB has: no loop goes on for ever. */
const MOST_FILES = 500;

/**
 * The server keeps the files it is done with for its future log, with all that stands in them: to go on to the next file writes the
 * rest of the present one over, so that after as many steps as there are files nothing of old is left.
 */
async function writeOver(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query('SELECT count(*)::integer AS files FROM pg_ls_waldir()');
  const files = Math.min(rows[0]?.files ?? 0, MOST_FILES);
  for (let step = 0; step <= files; step += 1) {
    await client.query("SELECT pg_logical_emit_message(false, 'titular', 'sweep')");
    await client.query({ text: 'SELECT pg_switch_wal()', query_timeout: SWEEP_TIMEOUT_MS } as pg.QueryConfig);
  }
  await client.query({ text: 'CHECKPOINT', query_timeout: SWEEP_TIMEOUT_MS } as pg.QueryConfig);
}

/**
 * Writes the server's own log over, which still holds rows as they were. Archives, replicas and backups are the operator's. A role
 * without the right is told so.
 */
export async function dropOldLog(pool: pg.Pool): Promise<'done' | 'not-allowed'> {
  const client = await pool.connect();
  try {
    const held = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [SWEEP_LOCK_KEY]);
    if (!held.rows[0]?.is_mine) throw new Error('another sweep is under way: this one comes after it');
    for (const text of BEFORE)
      await client.query({ text, query_timeout: SWEEP_TIMEOUT_MS } as pg.QueryConfig);
    await writeOver(client);
    return 'done';
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return 'not-allowed';
    throw error;
  } finally {
    // The connection has a limit of its own now: it is not lent out again.
    client.release(true);
  }
}
