import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** A turn is free again so long after it was taken; less than the shortest pause, so that one process alone sweeps at each tick. */
const TURN = '900 milliseconds';

/** Makes rows for sweeps that have none. */
export async function addSweeps(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO sweeps (name, swept_at) SELECT name, '-infinity' FROM unnest(${[...names]}::text[]) AS name
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Takes the turns that are free, in the caller's database transaction; those that another process takes now are left out. A turn that is lost in a crash is one sweep more, so its commit does not wait for the disk. */
export async function takeTurns(trx: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    UPDATE sweeps SET swept_at = clock_timestamp()
    WHERE set_config('synchronous_commit', 'off', true) = 'off' AND name = ANY (ARRAY(
      SELECT name FROM sweeps WHERE name = ANY (${[...names]}::text[]) AND swept_at < clock_timestamp() - ${TURN}::interval
      FOR UPDATE SKIP LOCKED))
    RETURNING name`.execute(trx);
  return new Set(rows.map(({ name }) => name));
}
