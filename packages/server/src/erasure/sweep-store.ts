import type { ErasureCounts } from '@titular/contract';
import { sql } from 'kysely';
import { addSeconds } from '../kernel/base/clock.ts';
import type { Db } from '../kernel/database/connect.ts';

/** How far the log was written over: erasures after `coveredUntil` are still to be swept, and what is left goes on at `nextAt`. */
export type Sweep = { coveredUntil: Date; nextAt: Date; tablesLeft: string[]; logTarget: string | undefined };

/** The state of sweeps; undefined before the first. */
export async function findSweep(db: Db): Promise<Sweep | undefined> {
  const row = await db
    .selectFrom('erasure_sweeps')
    .select(['covered_until', 'next_at', 'tables_left', 'log_target'])
    .executeTakeFirst();
  return (
    row && {
      coveredUntil: row.covered_until,
      nextAt: row.next_at,
      tablesLeft: row.tables_left,
      logTarget: row.log_target ?? undefined,
    }
  );
}

/** Begins a sweep by compare-and-set: false, and nothing changed, where the state covers another time than that of `known` by now. */
export async function beginSweep(
  db: Db,
  known: Sweep | undefined,
  { coveredUntil, nextAt, tablesLeft, logTarget }: Sweep,
): Promise<boolean> {
  const result = await sql`
    INSERT INTO erasure_sweeps (covered_until, next_at, tables_left, log_target)
    VALUES (${coveredUntil}, ${nextAt}, ${tablesLeft}::text[], ${logTarget ?? null}::pg_lsn)
    ON CONFLICT (only_row) DO UPDATE SET covered_until = excluded.covered_until, next_at = excluded.next_at,
      tables_left = excluded.tables_left, log_target = excluded.log_target
    WHERE date_trunc('milliseconds', erasure_sweeps.covered_until) = ${known?.coveredUntil ?? null}::timestamptz`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n) > 0;
}

/** Keeps what a sweep has left. What it covers stays, and where an erasure has it go further back since, so does the time of the next. */
export async function updateSweepLeft(
  db: Db,
  { coveredUntil, nextAt, tablesLeft, logTarget }: Sweep,
): Promise<void> {
  await sql`
    UPDATE erasure_sweeps SET tables_left = ${tablesLeft}::text[], log_target = ${logTarget ?? null}::pg_lsn,
      next_at = CASE WHEN date_trunc('milliseconds', covered_until) = ${coveredUntil}::timestamptz
        THEN ${nextAt}::timestamptz ELSE next_at END`.execute(db);
}

/** Has the next sweep, at `now`, cover erasures from an instant on, which may lie before the sweeps that the database knows. */
export async function sweepFrom(db: Db, first: Date, now: Date): Promise<void> {
  await sql`
    INSERT INTO erasure_sweeps (covered_until, next_at, tables_left, log_target)
    VALUES (${addSeconds(first, -1)}, ${now}, '{}', NULL)
    ON CONFLICT (only_row) DO UPDATE SET next_at = excluded.next_at,
      covered_until = least(erasure_sweeps.covered_until, excluded.covered_until)`.execute(db);
}

/** What erasures of all tenants counted, added up, from the first on that happened after `since` and up to `until`; undefined when there was none. */
export async function sumErasures(
  db: Db,
  since: Date,
  until: Date,
): Promise<{ from: Date; counts: Partial<ErasureCounts> } | undefined> {
  const { rows } = await sql<{ from: Date | null; counts: Partial<ErasureCounts> | null }>`
    SELECT min(first) AS "from", json_object_agg(name, counted) AS counts FROM (
      SELECT min(e.at) AS first, c.key AS name, sum(c.value::bigint) AS counted
      FROM erasures e CROSS JOIN LATERAL jsonb_each_text(e.counts) AS c
      WHERE e.at > ${since} AND e.at <= ${until}
      GROUP BY c.key
    ) AS sums`.execute(db);
  const [row] = rows;
  return row?.from ? { from: row.from, counts: row.counts ?? {} } : undefined;
}
