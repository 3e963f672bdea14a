import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/** So many failures against one budget: how many fit at once, and the seconds after which one more does (GCRA). */
export type CountedFailures = { key: Buffer; count: number; burst: number; intervalSeconds: number };

type Row = { key: Buffer; ahead_seconds: number };

/**
 * Counts failures against several budgets in one statement, rows in the order of their keys, and answers by key (hex) how many seconds away
 * each budget is from being whole. One that was whole, or further ahead than a burst by a clock that stood later, is counted from there.
 */
export async function recordFailures(
  db: Db,
  failures: readonly CountedFailures[],
): Promise<Map<string, number>> {
  const { rows } = await sql<Row>`
    WITH failed AS (
      SELECT * FROM unnest(
        ${failures.map(({ key }) => key)}::bytea[],
        ${failures.map(({ count }) => count)}::integer[],
        ${failures.map(({ burst }) => burst)}::integer[],
        ${failures.map(({ intervalSeconds }) => intervalSeconds)}::float8[]
      ) AS f (key, count, burst, interval_seconds)
    )
    INSERT INTO failed_authentications AS kept (key, whole_at)
    SELECT key, statement_timestamp() + make_interval(secs => count * interval_seconds) FROM failed ORDER BY key
    ON CONFLICT (key) DO UPDATE SET whole_at = (
      SELECT least(greatest(kept.whole_at, statement_timestamp()),
          statement_timestamp() + make_interval(secs => failed.burst * failed.interval_seconds))
        + make_interval(secs => failed.count * failed.interval_seconds)
      FROM failed WHERE failed.key = kept.key)
    RETURNING key, extract(epoch FROM whole_at - statement_timestamp())::float8 AS ahead_seconds`.execute(db);
  return new Map(rows.map(({ key, ahead_seconds }) => [key.toString('hex'), ahead_seconds]));
}

/** Deletes up to `limit` budgets that are whole again, by the clock of the database; answers how many. */
export async function deleteWholeBudgets(db: Db, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM failed_authentications WHERE key = ANY (ARRAY(
      SELECT key FROM failed_authentications WHERE whole_at < clock_timestamp() ORDER BY whole_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
