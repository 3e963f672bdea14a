import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** Runs the work on one snapshot of the database, by index whatever the statistics say: all that it reads is of one moment. */
export const inSnapshot = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`SELECT set_config('enable_seqscan', 'off', true)`.execute(trx);
      return work(trx);
    });
