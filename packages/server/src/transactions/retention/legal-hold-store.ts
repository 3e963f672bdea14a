import { sql } from 'kysely';
import type { CompanyId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';

/** A transaction that is held, since when, and the operator's own name for the case. */
export type LegalHold = { transactionId: TransactionId; heldAt: Date; reference: string };

/** Locks the process whose captures the transaction uses, if it uses any. */
async function lockReferenceProcess(
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<void> {
  await sql`
    SELECT FROM processes p
    WHERE p.tenant_id = ${tenantId} AND p.process_id = (
      SELECT reference_process_id FROM transactions WHERE tenant_id = ${tenantId} AND transaction_id = ${transactionId})
    FOR UPDATE`.execute(trx);
}

async function lockTransaction(trx: Db, tenantId: TenantId, transactionId: TransactionId): Promise<void> {
  await sql`SELECT FROM transactions
    WHERE tenant_id = ${tenantId} AND transaction_id = ${transactionId} FOR UPDATE`.execute(trx);
}

/** Locks what the clean-up of pictures locks before it deletes any of the transaction or its process. */
async function lockPictures(trx: Db, tenantId: TenantId, transactionId: TransactionId): Promise<void> {
  await sql`
    SELECT FROM capture_dues d
    WHERE d.tenant_id = ${tenantId} AND d.subject_id IN (
      SELECT unnest(ARRAY[transaction_id, reference_process_id]) FROM transactions
      WHERE tenant_id = ${tenantId} AND transaction_id = ${transactionId})
    ORDER BY d.subject_id FOR UPDATE`.execute(trx);
}

async function insertSubjects(trx: Db, tenantId: TenantId, hold: LegalHold): Promise<boolean> {
  const result = await sql`
    INSERT INTO legal_holds (tenant_id, transaction_id, subject_id, held_at, reference)
    SELECT t.tenant_id, t.transaction_id, subject, ${hold.heldAt}, ${hold.reference}
    FROM transactions t CROSS JOIN unnest(ARRAY[t.transaction_id, t.reference_process_id]) AS subject
    WHERE t.tenant_id = ${tenantId} AND t.transaction_id = ${hold.transactionId} AND t.erased_at IS NULL
      AND subject IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(trx);
  return Number(result.numAffectedRows ?? 0n) > 0;
}

/**
 * Holds a transaction and the process whose captures it uses; false where it is held already, was erased, or does not exist. Takes the locks
 * that whoever deletes takes before it looks for holds, in the same order, until the caller's database transaction ends.
 */
export async function insertHold(trx: Db, tenantId: TenantId, hold: LegalHold): Promise<boolean> {
  await lockReferenceProcess(trx, tenantId, hold.transactionId);
  await lockTransaction(trx, tenantId, hold.transactionId);
  await lockPictures(trx, tenantId, hold.transactionId);
  return insertSubjects(trx, tenantId, hold);
}

/** How many pictures there are of what a transaction's hold keeps. */
export async function countHeldPictures(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<number> {
  const { rows } = await sql<{ pictures: number }>`
    SELECT count(*)::integer AS pictures FROM legal_holds h
    JOIN capture_attempts a ON a.tenant_id = h.tenant_id AND a.subject_id = h.subject_id
    JOIN capture_frames f ON f.tenant_id = a.tenant_id AND f.attempt_id = a.attempt_id
    WHERE h.tenant_id = ${tenantId} AND h.transaction_id = ${transactionId}`.execute(db);
  return rows[0]?.pictures ?? 0;
}

/** Releases a transaction; false where it is not held. */
export async function deleteHold(db: Db, tenantId: TenantId, transactionId: TransactionId): Promise<boolean> {
  const result = await db
    .deleteFrom('legal_holds')
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The operator's name for the case that holds a transaction, which no release ends until the database transaction does; undefined where none does. */
export async function lockHoldReference(
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('legal_holds')
    .select('reference')
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .whereRef('subject_id', '=', 'transaction_id')
    .forUpdate()
    .executeTakeFirst();
  return row?.reference;
}

/** Every transaction of the tenant that is held, the latest first. */
export async function listHolds(db: Db, tenantId: TenantId): Promise<LegalHold[]> {
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

/** Those of the orders that a transaction is about which is held. */
export async function listHeldOrders(
  db: Db,
  tenantId: TenantId,
  orderNumbers: readonly string[],
): Promise<string[]> {
  if (orderNumbers.length === 0) return [];
  const rows = await db
    .selectFrom('legal_holds as h')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.tenant_id', '=', 'h.tenant_id').onRef('t.transaction_id', '=', 'h.transaction_id'),
    )
    .select('t.order_number')
    .where('h.tenant_id', '=', tenantId)
    .where('t.order_number', 'in', orderNumbers)
    .execute();
  return rows.map((row) => row.order_number);
}

/** Up to `limit` orders whose hold keeps a transaction or a process of one of these companies. */
export async function listHeldOrdersOf(
  db: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ order_number: string }>`
    SELECT DISTINCT t.order_number FROM legal_holds h
    JOIN transactions t ON t.tenant_id = h.tenant_id AND t.transaction_id = h.transaction_id
    LEFT JOIN processes p ON p.tenant_id = h.tenant_id AND p.process_id = h.subject_id
    WHERE h.tenant_id = ${tenantId}
      AND (t.company_id = ANY (${[...companyIds]}::uuid[]) OR p.company_id = ANY (${[...companyIds]}::uuid[]))
    ORDER BY t.order_number LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.order_number);
}

/** Locks what the clean-up of pictures locks before it deletes any of these, after the subjects themselves as `insertHold` does. */
export async function lockPicturesOf(
  trx: Db,
  tenantId: TenantId,
  subjectIds: readonly SubjectId[],
): Promise<void> {
  await sql`SELECT FROM capture_dues d
    WHERE d.tenant_id = ${tenantId} AND d.subject_id = ANY (${[...subjectIds]}::uuid[])
    ORDER BY d.subject_id FOR UPDATE`.execute(trx);
}

/** Those of the transactions and processes that are held; asked for once they are locked, so that none comes to be held afterwards. */
export async function findHeldSubjects(
  db: Db,
  tenantId: TenantId,
  subjectIds: readonly SubjectId[],
): Promise<ReadonlySet<SubjectId>> {
  if (subjectIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('legal_holds')
    .select('subject_id')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', 'in', subjectIds)
    .execute();
  return new Set(rows.map((row) => row.subject_id));
}
