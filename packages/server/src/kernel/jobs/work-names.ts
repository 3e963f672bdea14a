import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** What is held under a name: jobs by whoever runs them, which is named anew each time that it is started again, or deliveries. */
type Held = 'jobs' | 'deliveries';

/** Names of one kind that are kept, the newest. */
const MAX_NAMES = 16;

/** Names under which this process holds jobs and deliveries, so that others can give them back once it is dead. */
export type WorkNames = {
  /** Resolves once others were told of the name, and rejects where they could not be: whoever takes work before may die unknown. Can be called again. */
  add(held: Held, name: string): Promise<void>;
  list(): readonly string[];
  /** From here on `tell` tells others of what `list` gives, and rejects where it could not. */
  tellBy(tell: () => Promise<void>): void;
};

/** Starts without a name, and with nobody to tell; of more than 16 of a kind the newest are kept. */
export function createWorkNames(): WorkNames {
  const names: Record<Held, string[]> = { jobs: [], deliveries: [] };
  let tellOthers = async (): Promise<void> => undefined;
  return {
    add(held, name) {
      if (!names[held].includes(name)) names[held] = [...names[held], name].slice(-MAX_NAMES);
      return tellOthers();
    },
    list: () => [...names.deliveries, ...names.jobs],
    tellBy(tell) {
      tellOthers = tell;
    },
  };
}

/** Gives jobs and queues back that are held under these names. A try that began counts as one. */
export async function unlockJobs(db: Db, names: readonly string[]): Promise<void> {
  await sql`SELECT graphile_worker.force_unlock_workers(${[...names]}::text[])`.execute(db);
}
