import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../kernel/database/connect.ts';
import type { Sweep } from '../kernel/jobs/sweeps.ts';

/** First part of the key of the lock that a live node shares on each of its connections; the second is a hash of its id. */
const LIFE_LOCK = 7_483_514;

/** Seconds after which a node is dead that renews its row no more, and of whose connections the server has seen the last one end. Renewals are 5 s apart. */
export const LOST_SECONDS = 7;

/** Seconds after which it is dead whatever became of its connections: an attempt of a webhook may take 60, and some more before and after it. */
export const SILENT_SECONDS = 90;

/** How long a process must have found the database without a gap before it takes others for dead: after an outage, all rows are old. */
export const STEADY_MS = 10_000;

/** Has each connection of the pool hold the lock by which others know that the node lives. The server lets it go with the connection. */
export function holdLifeLock(
  pool: pg.Pool,
  nodeId: string,
  onFailure: (client: pg.PoolClient) => void,
): void {
  pool.on('connect', (client) => {
    client
      .query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [LIFE_LOCK, nodeId])
      .catch(() => onFailure(client));
  });
}

/**
 * Names under which dead nodes other than `ownId` held work. A renewal later than now was written under a clock that has been set back: its
 * connections alone tell. Each is told once where all connections have ended. While some stand it is told again: a node that was only silent
 * may take work before its next renewal, and die.
 */
export async function takeDeadNames(trx: Db, ownId: string): Promise<string[]> {
  const { rows } = await sql<{ work_names: string[] }>`
    WITH dead AS (
      SELECT node_id, work_names FROM nodes
      WHERE work_names <> '{}' AND node_id <> ${ownId} AND CASE
        WHEN seen_at < clock_timestamp() - make_interval(secs => ${SILENT_SECONDS}) THEN true
        WHEN seen_at NOT BETWEEN clock_timestamp() - make_interval(secs => ${LOST_SECONDS})
            AND clock_timestamp() + make_interval(secs => ${LOST_SECONDS})
          THEN pg_try_advisory_xact_lock(${LIFE_LOCK}::integer, hashtext(node_id::text))
        ELSE false END
      FOR UPDATE SKIP LOCKED
    )
    UPDATE nodes SET work_names = CASE
      WHEN pg_try_advisory_xact_lock(${LIFE_LOCK}::integer, hashtext(dead.node_id::text)) THEN '{}'
      ELSE dead.work_names END
    FROM dead WHERE nodes.node_id = dead.node_id
    RETURNING dead.work_names`.execute(trx);
  return rows.flatMap(({ work_names }) => work_names);
}

/** Gives back what is held under these names, in the caller's database transaction. */
export type ReleaseWork = (trx: Db, names: readonly string[]) => Promise<void>;

/** What the sweep is told of the process that looks; `steadyMs` is for how long it has found the database without a gap. */
export type LivenessWatch = { nodeId: string; steadyMs(): number };

/** Looks for dead nodes and gives their work back. */
export const deadNodesSweep = ({ nodeId, steadyMs }: LivenessWatch, release: ReleaseWork): Sweep => ({
  name: 'dead-nodes',
  async look(trx) {
    const names = steadyMs() < STEADY_MS ? [] : await takeDeadNames(trx, nodeId);
    if (names.length > 0) await release(trx, names);
    return () => undefined;
  },
});
