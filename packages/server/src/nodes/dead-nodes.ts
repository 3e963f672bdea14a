import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../kernel/database/connect.ts';
import type { Sweep } from '../kernel/jobs/sweeps.ts';

/** First part of the key of the lock that a live node shares on its own connection; the second is a hash of its id. */
const LIFE_LOCK = 7_483_514;

/** Seconds after which a node is dead that renews its row no more, and whose connection the server has seen end: more than one renewal missed. */
export const LOST_SECONDS = 6;

/** Seconds after which it is dead whatever became of its connection: longer than any attempt of a webhook may take. */
export const SILENT_SECONDS = 20;

/** How long a process must have found the database without a gap before it takes others for dead: after an outage, all rows are old. */
export const STEADY_MS = SILENT_SECONDS * 1_000;

/** Has each connection of the pool hold the lock by which others know that the node lives. The server lets it go with the connection. */
export function holdLifeLock(pool: pg.Pool, nodeId: string): void {
  pool.on('connect', (client) => {
    // A connection that cannot take it breaks, or is slow: then the row alone tells of the node.
    client
      .query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LIFE_LOCK, nodeId])
      .catch(() => undefined);
  });
}

/** Names under which dead nodes held work, each told once. A node that was only silent names itself anew with its next renewal. */
export async function takeDeadNames(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ work_names: string[] }>`
    WITH dead AS (
      SELECT node_id, work_names FROM nodes
      WHERE work_names <> '{}' AND CASE
        WHEN seen_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS}) THEN true
        WHEN seen_at < clock_timestamp() - make_interval(secs => ${LOST_SECONDS})
          THEN pg_try_advisory_xact_lock(${LIFE_LOCK}::integer, hashtext(node_id::text))
        ELSE false END
      FOR UPDATE SKIP LOCKED
    )
    UPDATE nodes SET work_names = '{}' FROM dead WHERE nodes.node_id = dead.node_id
    RETURNING dead.work_names`.execute(trx);
  return rows.flatMap(({ work_names }) => work_names);
}

/** Gives back what is held under these names, in the caller's database transaction. */
export type ReleaseWork = (trx: Db, names: readonly string[]) => Promise<void>;

/** Looks for dead nodes and gives their work back; `steadyMs` tells for how long this process has found the database without a gap. */
export const deadNodesSweep = (steadyMs: () => number, release: ReleaseWork): Sweep => ({
  name: 'dead-nodes',
  async look(trx) {
    const names = steadyMs() < STEADY_MS ? [] : await takeDeadNames(trx);
    if (names.length > 0) await release(trx, names);
    return () => undefined;
  },
});
