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

/** Keeps the state of sweeps. */
export async function updateSweep(
  db: Db,
  { coveredUntil, nextAt, tablesLeft, logTarget }: Sweep,
): Promise<void> {
  await sql`
    INSERT INTO erasure_sweeps (covered_until, next_at, tables_left, log_target)
    VALUES (${coveredUntil}, ${nextAt}, ${tablesLeft}::text[], ${logTarget ?? null}::pg_lsn)
    ON CONFLICT (only_row) DO UPDATE SET covered_until = excluded.covered_until, next_at = excluded.next_at,
      tables_left = excluded.tables_left, log_target = excluded.log_target`.execute(db);
}

/** Has the next sweep, at `now`, cover erasures from an instant on, which may lie before the sweeps that the database knows. */
export async function sweepFrom(db: Db, first: Date, now: Date): Promise<void> {
  const known = await findSweep(db);
  const before = addSeconds(first, -1);
  const coveredUntil = known && known.coveredUntil < before ? known.coveredUntil : before;
  const { tablesLeft = [], logTarget } = known ?? {};
  await updateSweep(db, { coveredUntil, nextAt: now, tablesLeft, logTarget });
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
