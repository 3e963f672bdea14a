import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

/** Looks that follow the loss of a connection: the server may carry out that much later what was sent on it. */
export const LOOKS_IN_DOUBT = 10;
/** So many looks after a job is over its end is written or given up: it waits for a connection, and for the statement. */
export const LOOKS_OF_AN_END = 2;

/** One taking of a job by a worker; each counts as a try. */
const takingOf = ({ id, attempts }: { id: string | number; attempts: number }): string => `${id} ${attempts}`;

/** Lists what pools of workers hold. No index has `locked_by`, so each time all jobs are read. */
async function listTakings(pool: pg.Pool, workerIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; attempts: number }>(
    'SELECT id::text, attempts FROM graphile_worker.jobs WHERE locked_by = ANY ($1)',
    [workerIds],
  );
  return rows.map(takingOf);
}

/** What came to workers of this process: what they work on, and what is over, whose end is written a while later. */
function watchTakings(events: WorkerEvents) {
  const working = new Set<string>();
  /** With the looks since. */
  const over = new Map<string, number>();
  events.on('pool:create', () => {
    working.clear();
    over.clear();
  });
  events.on('job:start', ({ job }) => working.add(takingOf(job)));
  events.on('job:complete', ({ job }) => {
    working.delete(takingOf(job));
    over.set(takingOf(job), 0);
  });
  /** Lets go of what is over and no longer held; where nobody looked what is held, of what has been over for long enough. */
  const settle = (ended: readonly string[], held: readonly string[] | undefined): void => {
    for (const taking of ended) {
      const looks = (over.get(taking) ?? 0) + 1;
      if (held ? !held.includes(taking) : looks > LOOKS_OF_AN_END) over.delete(taking);
      else if (over.has(taking)) over.set(taking, looks);
    }
  };
  return {
    came: (taking: string): boolean => working.has(taking) || over.has(taking),
    ended: (): string[] => [...over.keys()],
    settle,
  };
}

/**
 * Finds jobs that the database gave to this process by an answer that got lost: none of its workers ever had them. Two looks say so, which are further
 * apart than an answer may take. It looks after its start and after its pool closed a connection, and not in between. Names of earlier runners of the
 * process count: a taking of theirs may be carried out after they gave back what they held.
 */
export function createLostJobs(pool: pg.Pool, events: WorkerEvents) {
  const { came, ended, settle } = watchTakings(events);
  let before = new Set<string>();
  let looksLeft = LOOKS_IN_DOUBT;
  pool.on('remove', () => {
    looksLeft = LOOKS_IN_DOUBT;
  });
  return {
    /** Looks once more where there is a doubt, by the names of this process's runners, the present one last; tells whether a job is lost. */
    async look(workerIds: readonly string[]): Promise<boolean> {
      const isOver = ended();
      const held = looksLeft > 0 ? await listTakings(pool, workerIds) : undefined;
      settle(isOver, held);
      const name = workerIds.at(-1);
      const strange = (held ?? []).filter((taking) => !came(taking)).map((taking) => `${name} ${taking}`);
      const isLost = strange.some((one) => before.has(one));
      before = new Set(isLost ? [] : strange);
      looksLeft = strange.length > 0 ? LOOKS_IN_DOUBT : Math.max(0, looksLeft - 1);
      return isLost;
    },
  };
}
