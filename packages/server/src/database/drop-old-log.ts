import type pg from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Well under the time after which a job counts as left behind (background.ts). */
const SWEEP_TIMEOUT_MS = 100_000;
const SWEEP_LOCK_KEY = 7_483_504;

/** What is left of rows as they were stands in their tables until they are vacuumed, and would be copied into the log again. */
const SWEEP = [
  `SET statement_timeout = ${SWEEP_TIMEOUT_MS}`,
  'VACUUM (SKIP_LOCKED) transactions, capture_frames, capture_attempts, capture_sessions, face_templates, api_calls, delivery_attempts',
  'SELECT pg_switch_wal()',
  'CHECKPOINT',
];

/**
 * Lets the server begin a new file of its write-ahead log and let go of the files before it, which still hold rows as they were; the
 * embedded server then deletes those files. Archives, replicas and backups are the operator's. A role without the right is told so.
 */
export async function dropOldLog(pool: pg.Pool): Promise<'done' | 'not-allowed'> {
  const client = await pool.connect();
  try {
    const held = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [SWEEP_LOCK_KEY]);
    if (!held.rows[0]?.is_mine) throw new Error('another sweep is under way: this one comes after it');
    for (const text of SWEEP) await client.query({ text, query_timeout: SWEEP_TIMEOUT_MS } as pg.QueryConfig);
    return 'done';
  } catch (error) {
    if ((error as { code?: string }).code === INSUFFICIENT_PRIVILEGE) return 'not-allowed';
    throw error;
  } finally {
    // The connection has a limit of its own now: it is not lent out again.
    client.release(true);
  }
}
