import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inTransaction } from './connect.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Runs the work in a database transaction that plans by index order, whatever the statistics say; a caller's transaction plans so to its end.
 * A table that was just filled or drained otherwise makes the planner read and sort everything due for the first row.
 */
export const byIndex = <T>(db: Kysely<Tables>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true)`.execute(trx);
    return work(trx);
  });

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

/** The order number of a transaction as its one index has it: in lower case, of the letters A to Z alone. Whoever asks by it compares the order number itself as well. */
export const orderNumberKey: RawBuilder<string> = sql`lower(order_number COLLATE "C")`;

/** A text as that index has it. */
export const foldOrderNumber = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * A column of text that no index answers for, as a further condition where rows are named by their key. The planner would come by a partial
 * index instead: by the statistics of an hour ago it is short, and now it may be a million long.
 */
export const unindexed = (column: string): RawBuilder<string> => sql<string>`(${sql.ref(column)} || '')`;
