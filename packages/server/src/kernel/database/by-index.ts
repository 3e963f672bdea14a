import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables/tables.ts';

/**
 * Runs the work in a database transaction in which rows are found in the order of an index, whatever the statistics say: those of a table
 * that has just been filled, or emptied from one end, let a plan read and sort all that is due for the first of it.
 */
export const byIndex = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true)`.execute(trx);
    return work(trx);
  });
