import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';

/** By what a transaction is known to the checks: keyed hashes of identity and card. */
export type CheckedHashes = { identityHash: Buffer; cardHash: Buffer };

/** Locks out other creates with the same identity or card until this database transaction ends, so that counts are exact. Keys are locked in order, so that no deadlock can occur. */
export async function lockForChecks(
  db: Db,
  tenantId: TenantId,
  { identityHash, cardHash }: CheckedHashes,
): Promise<void> {
  const keys = [identityHash, cardHash].map((hash) => `${tenantId}/${hash.toString('hex')}`);
  await sql`
    SELECT pg_advisory_xact_lock(key)
    FROM (SELECT DISTINCT hashtextextended(k, 0) AS key FROM unnest(${keys}::text[]) AS k ORDER BY 1) AS keys`.execute(
    db,
  );
}

/** Counts and traces of earlier transactions. */
export type EarlierUse = {
  identityAttempts: number;
  cardAttempts: number;
  isCardOfAnotherIdentity: boolean;
};

/** How far back it is looked, and how far it is counted. */
export type EarlierUseScope = {
  attemptsSince: Date;
  cardSince: Date;
  mostIdentityAttempts: number;
  mostCardAttempts: number;
};

const askedSomebody = sql`(status <> 'fast-inconclusive' OR card_evidence IS NOT NULL)`;

/**
 * How often identity and card were asked about, counted no further than told, and whether the card was approved for another identity.
 * Transactions that the checks ended do not count unless a service was asked about their card, and what was not approved says nothing of whose
 * the card is.
 */
export async function readEarlierUse(
  db: Db,
  tenantId: TenantId,
  { identityHash, cardHash }: CheckedHashes,
  scope: EarlierUseScope,
): Promise<EarlierUse> {
  const result = await sql<{ identity_attempts: number; card_attempts: number; is_of_another: boolean }>`
    SELECT
      (SELECT count(*)::integer FROM (
        SELECT FROM transactions WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash}
          AND created_at > ${scope.attemptsSince} AND ${askedSomebody}
        LIMIT ${scope.mostIdentityAttempts}) AS i) AS identity_attempts,
      (SELECT count(*)::integer FROM (
        SELECT FROM transactions WHERE tenant_id = ${tenantId} AND card_hash = ${cardHash}
          AND created_at > ${scope.attemptsSince} AND ${askedSomebody}
        LIMIT ${scope.mostCardAttempts}) AS c) AS card_attempts,
      EXISTS (SELECT FROM transactions WHERE tenant_id = ${tenantId} AND card_hash = ${cardHash}
        AND coalesce(stated_identity_hash, identity_hash) <> ${identityHash}
        AND created_at > ${scope.cardSince} AND status = 'approved') AS is_of_another`.execute(db);
  const [row] = result.rows;
  return {
    identityAttempts: row?.identity_attempts ?? 0,
    cardAttempts: row?.card_attempts ?? 0,
    isCardOfAnotherIdentity: row?.is_of_another ?? false,
  };
}

/** Whether a face is enrolled for the identity, and the card, still sealed, of the transaction that enrolled it. */
export async function findEnrolment(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<{ subjectId: SubjectId; sealedCard: Buffer | undefined } | undefined> {
  const row = await db
    .selectFrom('face_templates as f')
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.tenant_id', '=', 'f.tenant_id').onRef('t.transaction_id', '=', 'f.subject_id'),
    )
    .select(['f.subject_id', 't.sealed_card'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.identity_hash', '=', identityHash)
    // One that a process enrolled says nothing of a name on a card.
    .orderBy(sql`t.sealed_card IS NULL`)
    .orderBy('f.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // One of a reference has no card.
  return row && { subjectId: row.subject_id as SubjectId, sealedCard: row.sealed_card ?? undefined };
}

/** The card, still sealed, of the first transaction of the identity that was approved as theirs and still has one. */
export async function findApprovedCard(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<{ transactionId: TransactionId; sealedCard: Buffer } | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['transaction_id', 'sealed_card'])
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .where('status', '=', 'approved')
    .where('has_identity_changed', 'is not', true)
    .where('erased_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && { transactionId: row.transaction_id, sealedCard: row.sealed_card };
}
