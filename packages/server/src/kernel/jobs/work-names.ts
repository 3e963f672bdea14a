import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Whoever runs jobs is named anew each time that it ends by itself and is started again. */
const MAX_NAMES = 16;

/** Names under which this process holds jobs and deliveries, so that others can give them back once it is dead. */
export type WorkNames = { add(name: string): void; list(): readonly string[] };

/** Starts without a name; of more than 16 the newest are kept. */
export function createWorkNames(): WorkNames {
  const names: string[] = [];
  return {
    add(name) {
      names.push(name);
      if (names.length > MAX_NAMES) names.shift();
    },
    list: () => names,
  };
}

/** Gives jobs and queues back that are held under these names, as they were before they were taken. */
export async function unlockJobs(db: Db, names: readonly string[]): Promise<void> {
  await sql`SELECT graphile_worker.force_unlock_workers(${[...names]}::text[])`.execute(db);
}
