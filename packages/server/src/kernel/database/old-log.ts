import type pg from 'pg';

/** Well under the time after which a job counts as left behind (background.ts). */
const STEP_TIMEOUT_MS = 60_000;
const SWEEP_LOCK_KEY = 7_483_504;

/** Behind as many files as the log has now, in a statement that counts them. */
const LOG_END = `pg_current_wal_lsn() + ((count(*) + 1) * (
  SELECT setting::bigint FROM pg_settings WHERE name = 'wal_segment_size'))::numeric`;

const STATEMENT_CANCELED = '57014';

const ask = (client: pg.ClientBase, text: string, values?: unknown[]): Promise<pg.QueryResult> =>
  client.query({
    text,
    ...(values ? { values } : {}),
    query_timeout: STEP_TIMEOUT_MS + 1_000,
  } as pg.QueryConfig);

/** Runs the work on a connection with long limits of its own, unless another process is at it: then undefined. */
export async function withSweeper<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const held = await client.query('SELECT pg_try_advisory_lock($1) AS is_mine', [SWEEP_LOCK_KEY]);
    if (!held.rows[0]?.is_mine) return undefined;
    // Between pages it rests, as autovacuum does, so that nobody else feels it.
    await client.query(`SET statement_timeout = ${STEP_TIMEOUT_MS}; SET vacuum_cost_delay = '2ms'`);
    return await work(client);
  } finally {
    // The connection has limits of its own now: it is not lent out again.
    client.release(true);
  }
}

/** Takes rows as they were out of a table, so that none is copied into the log again; false when the time was too short. */
export async function vacuumTable(client: pg.ClientBase, table: string): Promise<boolean> {
  try {
    await ask(client, `VACUUM (SKIP_LOCKED, TRUNCATE false, PARALLEL 0) ${table}`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === STATEMENT_CANCELED) return false;
    throw error;
  }
}

/**
 * Up to where the log has to be written until none of its present files holds anything of before. The server keeps the files it is done
 * with for its future log, with all that stands in them; it fills them one after the other.
 */
export async function readLogTarget(client: pg.ClientBase): Promise<string> {
  await ask(client, 'SELECT pg_switch_wal()');
  await ask(client, 'CHECKPOINT');
  const { rows } = await ask(client, `SELECT (${LOG_END})::text AS target FROM pg_ls_waldir()`);
  return rows[0]?.target;
}

/** The target, or a new one where that is nearer: after a dump or a major upgrade it counts the log of another server. */
export async function nearestLogTarget(client: pg.ClientBase, target: string): Promise<string> {
  const { rows } = await ask(
    client,
    `SELECT least($1::pg_lsn, ${LOG_END})::text AS target FROM pg_ls_waldir()`,
    [target],
  );
  return rows[0]?.target;
}

/** Goes on to the next file, up to `most` times, which writes the rest of the present one over. True once the target is reached, which other work brings nearer too. */
export async function writeLogUntil(client: pg.ClientBase, target: string, most: number): Promise<boolean> {
  for (let step = 0; ; step += 1) {
    const { rows } = await ask(client, 'SELECT pg_current_wal_lsn() >= $1::pg_lsn AS is_reached', [target]);
    if (rows[0]?.is_reached) return true;
    if (step === most) return false;
    await ask(client, "SELECT pg_logical_emit_message(false, 'titular', 'sweep')");
    await ask(client, 'SELECT pg_switch_wal()');
  }
}
