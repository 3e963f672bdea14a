import type { Kysely } from 'kysely';
import type { Tables } from './tables/tables.ts';

/** Runs what writes in a database of its choice: as it is, or in a transaction with more to write. */
export type WriteIn<Answer> = (write: (db: Kysely<Tables>) => Promise<Answer>) => Promise<Answer>;
