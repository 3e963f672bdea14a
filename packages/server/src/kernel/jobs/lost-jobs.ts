import type pg from 'pg';

/** A job that is locked, and since when. */
type LockedJob = { id: string; at: string };

/** Lists jobs that a pool of workers holds. */
async function listLocked(pool: pg.Pool, workerId: string): Promise<LockedJob[]> {
  const { rows } = await pool.query<LockedJob>(
    'SELECT id::text, locked_at::text AS at FROM graphile_worker.jobs WHERE locked_by = $1',
    [workerId],
  );
  return rows;
}

/** Finds jobs that the database gave to this process by an answer that got lost: in two looks of one lock, nobody here worked on them. Looks are further apart than an answer may take. */
export function createLostJobs(pool: pg.Pool, isActive: (id: string) => boolean) {
  let before = new Set<string>();
  return {
    /** Looks once more; tells whether there is one. */
    async look(workerId: string): Promise<boolean> {
      const idle = (await listLocked(pool, workerId)).filter(({ id }) => !isActive(id));
      const names = idle.map(({ id, at }) => `${workerId} ${id} ${at}`);
      const isLost = names.some((name) => before.has(name));
      before = new Set(isLost ? [] : names);
      return isLost;
    },
  };
}
