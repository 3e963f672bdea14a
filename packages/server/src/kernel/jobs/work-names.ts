import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** What is held under a name: jobs by whoever runs them, which is named anew each time that it is started again, or deliveries. */
type Held = 'jobs' | 'deliveries';

/** Names of one kind that are kept, the newest. */
const MAX_NAMES = 16;

/** Names under which this process holds jobs and deliveries, so that others can give them back once it is dead. */
export type WorkNames = { add(held: Held, name: string): void; list(): readonly string[] };

/** Starts without a name; of more than 16 of a kind the newest are kept. */
export function createWorkNames(): WorkNames {
  const names: Record<Held, string[]> = { jobs: [], deliveries: [] };
  return {
    add(held, name) {
      names[held] = [...names[held], name].slice(-MAX_NAMES);
    },
    list: () => [...names.deliveries, ...names.jobs],
  };
}

/** Gives jobs and queues back that are held under these names. A try that began counts as one. */
export async function unlockJobs(db: Db, names: readonly string[]): Promise<void> {
  await sql`SELECT graphile_worker.force_unlock_workers(${[...names]}::text[])`.execute(db);
}
