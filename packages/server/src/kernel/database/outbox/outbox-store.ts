import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** The tables that a relay empties. */
export const OUTBOX_TABLES = ['job_outbox', 'wake_outbox'] as const;

const BATCH = 500;

/** Hands over one batch of what waits, in one commit; answers whether there may be more. */
export async function relayBatch(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_more: boolean }>`SELECT relay_outbox(${BATCH}::integer) AS is_more`.execute(
    db,
  );
  return rows[0]?.is_more ?? false;
}

/** Whether anything waits for a relay. */
export async function isOutboxFilled(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_filled: boolean }>`
    SELECT EXISTS (SELECT FROM job_outbox) OR EXISTS (SELECT FROM wake_outbox) AS is_filled`.execute(db);
  return rows[0]?.is_filled ?? false;
}

/** For how many seconds the oldest job waits for a relay; 0 without one. */
export async function readOutboxSeconds(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT coalesce(extract(epoch FROM clock_timestamp() - (
      SELECT added_at FROM job_outbox ORDER BY row_id LIMIT 1)), 0)::float8 AS seconds`.execute(db);
  return rows[0]?.seconds ?? 0;
}
