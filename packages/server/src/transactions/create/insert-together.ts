import type { Kysely } from 'kysely';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { insertTransaction, insertTransactions, type TransactionRow } from '../insert-store.ts';

/** Inserts one transaction outside a database transaction; false when an open or approved one has the same replica hash. */
export type InsertTogether = (row: TransactionRow) => Promise<boolean>;

const LIMITS = { mostAsks: 50, whenSlow: 4 };

/**
 * Classes of SQLSTATE that tell of the server and not of a row: connection (08), read-only (25), resources (53), a shutdown or a time limit (57),
 * system (58), internal (XX), or that leave open what was written (40003). Whatever else the server says, one row may have caused, and nothing
 * of the statement was written.
 */
const OF_SERVER = /^(08|25|40003|53|57|58|XX)/;

/** What the server says has a severity; a code of the system's, such as EPIPE, can look like an SQLSTATE. */
const isOfRow = (error: unknown): boolean => {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity !== undefined && typeof code === 'string' && !OF_SERVER.test(code);
};

type Outcome = boolean | Promise<boolean>;

/** Inserts each half, and tells nobody to wait for the other. */
function insertHalves(db: Kysely<Tables>, rows: readonly TransactionRow[]): Outcome[] {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)].flatMap((half) => {
    const inserted = insertAll(db, half);
    return half.map((_, index) => inserted.then((outcomes) => outcomes[index] as Outcome));
  });
}

/**
 * Inserts rows together; where one of them spoils the statement, in halves, so that it neither spoils nor holds up the others. A row that is
 * alone and has to wait for a lock does so by the plain statement, and the creates after it do not wait with it.
 */
async function insertAll(db: Kysely<Tables>, rows: readonly TransactionRow[]): Promise<Outcome[]> {
  try {
    const written = await insertTransactions(db, rows);
    return rows.map(({ transactionId }) => written.has(transactionId));
  } catch (error) {
    if (!isOfRow(error)) throw error;
    return rows.length > 1 ? insertHalves(db, rows) : rows.map((row) => insertTransaction(db, row));
  }
}

/** Inserts transactions that are created while statements are under way by one statement together, with one commit. */
export const createInserter = (db: Kysely<Tables>): InsertTogether =>
  gather((rows: readonly TransactionRow[]) => insertAll(db, rows), LIMITS);
