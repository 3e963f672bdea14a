import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** A pool or an open transaction: store functions take either. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** The pool itself, for those that open transactions. */
export type Database = { db: Kysely<Tables>; pool: pg.Pool; close(): Promise<void> };

const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 5_000;

/** Opens a pool; a statement, a lock or a wait for a connection ends after 5 s, and idle errors go to `onError`. */
export function connect(
  connectionString: string,
  poolSize: number,
  onError: (error: Error) => void,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    application_name: 'titular',
    options: '-c timezone=UTC',
  });
  pool.on('error', onError);
  // A client that breaks while it is lent out speaks up itself; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
