import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';

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

/** Deletes sessions, of all tenants, that expired before `before`; answers how many. */
export async function deleteExpiredSessions(db: Db, before: Date): Promise<number> {
  const result = await db.deleteFrom('capture_sessions').where('expires_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
