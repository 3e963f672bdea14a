import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { Tables } from '../tables/tables.ts';

/** Deletes up to `limit` rows, of all tenants, that are from before a time; answers how many. */
export type DeleteBefore = (db: Db, before: Date, limit: number) => Promise<number>;

/**
 * Makes the deletion of the oldest rows of a table by a column of time. With `<=` rows of the very time go as well. Each row is locked
 * first: a place (ctid) alone may have been taken anew. One that another process has locked is left to the next run.
 */
export function deleteOlder<T extends keyof Tables & string>(
  table: T,
  at: keyof Tables[T] & string,
  compared: '<' | '<=' = '<',
): DeleteBefore {
  return async (db, before, limit) => {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(at)} ${sql.raw(compared)} ${before}
        ORDER BY ${sql.ref(at)} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`.execute(db);
    return Number(numAffectedRows ?? 0n);
  };
}
