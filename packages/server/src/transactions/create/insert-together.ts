import type { Kysely } from 'kysely';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { insertTransaction, insertTransactions, type TransactionRow } from '../insert-store.ts';

/** Inserts one transaction outside a database transaction; false when an open or approved one has the same replica hash. */
export type InsertTogether = (row: TransactionRow) => Promise<boolean>;

/** Two statements at once: one is on its way while the rows of the other are told to those who asked. */
const LIMITS = { atOnce: 2, mostAsks: 50 };

/** Classes of SQLSTATE that one row causes: data (22), integrity (23), a circle of locks (40) or a lock that was not to be had (55). Nothing was written. */
const NOT_WRITTEN = /^(22|23|40|55)/;

const isNotWritten = (error: unknown): boolean => NOT_WRITTEN.test((error as { code?: string }).code ?? '');

type Outcome = boolean | Promise<boolean>;

/**
 * Inserts rows together; where one of them spoils the statement, each by its own, so that it neither spoils nor holds up the others. A row that
 * came alone goes the same way: whatever it waits for, the creates after it do not.
 */
async function insertAll(db: Kysely<Tables>, rows: readonly TransactionRow[]): Promise<Outcome[]> {
  try {
    const written = await insertTransactions(db, rows);
    return rows.map(({ transactionId }) => written.has(transactionId));
  } catch (error) {
    if (!isNotWritten(error)) throw error;
    return rows.map((row) => insertTransaction(db, row));
  }
}

/** Inserts transactions that are created while statements are under way by one statement together, with one commit. */
export const createInserter = (db: Kysely<Tables>): InsertTogether =>
  gather((rows: readonly TransactionRow[]) => insertAll(db, rows), LIMITS);
