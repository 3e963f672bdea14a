import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';

const rowsOf = async (db: Db, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0n);

/** Deletes the pictures and measurements of transactions; answers how many. */
export const deleteFrames = (db: Db, tenantId: string, transactionIds: readonly string[]): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_frames f USING capture_attempts a
      WHERE f.tenant_id = ${tenantId} AND a.tenant_id = f.tenant_id AND a.attempt_id = f.attempt_id
        AND a.transaction_id = ANY (${[...transactionIds]}::uuid[])`,
  );

/** Deletes what the pictures of transactions looked like; answers how many. */
export const deleteImageHashes = (
  db: Db,
  tenantId: string,
  transactionIds: readonly string[],
): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM frame_prints
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])`,
  );

/** Deletes the signs of attacks noted for transactions; answers how many. */
export const deleteAttackSignals = (
  db: Db,
  tenantId: string,
  transactionIds: readonly string[],
): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_signs
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])`,
  );

/** Deletes the attempts of transactions, whose frames must be gone; answers how many. */
export const deleteAttempts = (
  db: Db,
  tenantId: string,
  transactionIds: readonly string[],
): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_attempts
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])`,
  );

/** Ends and deletes the page sessions of transactions; answers how many. */
export const deleteSessions = (
  db: Db,
  tenantId: string,
  transactionIds: readonly string[],
): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_sessions
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])`,
  );

/** Deletes the links of transactions; answers how many. */
export const deleteLinks = (db: Db, tenantId: string, transactionIds: readonly string[]): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_links
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])`,
  );

/** Deletes up to `limit` sessions, of all tenants, that expired before `before` and are not held; answers how many. */
export const deleteExpiredSessions = (db: Db, before: Date, limit: number): Promise<number> =>
  rowsOf(
    db,
    sql`DELETE FROM capture_sessions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM capture_sessions
      WHERE expires_at < ${before} AND ${notHeld('capture_sessions.transaction_id')}
      ORDER BY expires_at LIMIT ${limit}))`,
  );

/** Locks the attempts of transactions, as a frame that arrives does before anything else: whoever comes second waits. */
export const lockAttempts = (db: Db, tenantId: string, transactionIds: readonly string[]): Promise<number> =>
  rowsOf(
    db,
    sql`SELECT FROM capture_attempts
      WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])
      ORDER BY attempt_id FOR UPDATE`,
  );
