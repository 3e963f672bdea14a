import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** A transaction that is held, since when, and the operator's own name for the case. */
export type LegalHold = { transactionId: string; heldAt: Date; reference: string };

/** Holds a transaction and the process whose captures it uses; false where it is held already, was erased, or does not exist. */
export async function insertHold(db: Db, tenantId: string, hold: LegalHold): Promise<boolean> {
  const result = await sql`
    INSERT INTO legal_holds (tenant_id, transaction_id, subject_id, held_at, reference)
    SELECT t.tenant_id, t.transaction_id, subject, ${hold.heldAt}, ${hold.reference}
    FROM transactions t CROSS JOIN unnest(ARRAY[t.transaction_id, t.reference_process_id]) AS subject
    WHERE t.tenant_id = ${tenantId} AND t.transaction_id = ${hold.transactionId} AND t.erased_at IS NULL
      AND subject IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(db);
  return Number(result.numAffectedRows ?? 0n) > 0;
}

/** Releases a transaction; false where it is not held. */
export async function deleteHold(db: Db, tenantId: string, transactionId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('legal_holds')
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Every transaction of the tenant that is held, the latest first. */
export async function listHolds(db: Db, tenantId: string): Promise<LegalHold[]> {
  const rows = await db
    .selectFrom('legal_holds')
    .select(['transaction_id', 'held_at', 'reference'])
    .where('tenant_id', '=', tenantId)
    .whereRef('subject_id', '=', 'transaction_id')
    .orderBy('held_at', 'desc')
    .execute();
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    heldAt: row.held_at,
    reference: row.reference,
  }));
}

/** Those of the transactions and processes that are held. */
export async function findHeldSubjects(
  db: Db,
  tenantId: string,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjectIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('legal_holds')
    .select('subject_id')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', 'in', subjectIds)
    .execute();
  return new Set(rows.map((row) => row.subject_id));
}
