import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** A sweep is free again so long after it was claimed; less than the shortest pause between two ticks. */
const LEASE = '900 milliseconds';

/** No sweep rests longer. */
const MAX_REST_MS = 5_000;

/** Makes rows for sweeps that have none. A row that is there is only read: to insert beside its change would wait for whoever claims it. */
export async function addSweeps(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO sweeps (name, swept_at) SELECT asked.name, '-infinity' FROM unnest(${[...names]}::text[]) AS asked (name)
    WHERE NOT EXISTS (SELECT FROM sweeps s WHERE s.name = asked.name)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Claims the sweeps that are free, in the caller's database transaction; those that another process claims now are left out. One of a time beyond any rest is free, because a new primary may have another clock. A claim that is lost in a crash is one sweep more, so its commit does not wait for the disk. */
export async function claimSweeps(trx: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    UPDATE sweeps SET swept_at = clock_timestamp()
    WHERE set_config('synchronous_commit', 'off', true) = 'off' AND name = ANY (ARRAY(
      SELECT name FROM sweeps WHERE name = ANY (${[...names]}::text[])
        AND swept_at NOT BETWEEN clock_timestamp() - ${LEASE}::interval
          AND clock_timestamp() + make_interval(secs => ${MAX_REST_MS / 1_000})
      LIMIT ${names.length} FOR UPDATE SKIP LOCKED))
    RETURNING name`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}

/** Lets a claimed sweep rest from now on, for so many milliseconds beyond its usual time, at most 5,000; by an earlier clock after a failover, longer by the difference. */
export async function restSweep(trx: Db, name: string, milliseconds: number): Promise<void> {
  const seconds = Math.min(milliseconds, MAX_REST_MS) / 1_000;
  await sql`
    UPDATE sweeps SET swept_at = clock_timestamp() + make_interval(secs => ${seconds}) WHERE name = ${name}`.execute(
    trx,
  );
}
