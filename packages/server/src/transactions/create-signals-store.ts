import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** By what a transaction is known to the checks: keyed hashes of identity and card. */
export type CheckedHashes = { identityHash: Buffer; cardHash: Buffer };

/** Makes other creates with the same identity or card wait until this database transaction ends, so that counts are exact; in the order of the keys, so that none waits in a circle. */
export async function lockForChecks(
  db: Db,
  tenantId: string,
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

/** How often identity and card were asked about since a time, and whether the card came with another identity since another; transactions that the checks ended did not ask anybody and do not count. */
export async function readEarlierUse(
  db: Db,
  tenantId: string,
  { identityHash, cardHash }: CheckedHashes,
  since: { attempts: Date; card: Date },
): Promise<EarlierUse> {
  const result = await sql<{ identity_attempts: number; card_attempts: number; is_of_another: boolean }>`
    SELECT
      (SELECT count(*)::integer FROM transactions WHERE tenant_id = ${tenantId} AND identity_hash = ${identityHash}
        AND created_at > ${since.attempts} AND status <> 'fast-inconclusive') AS identity_attempts,
      (SELECT count(*)::integer FROM transactions WHERE tenant_id = ${tenantId} AND card_hash = ${cardHash}
        AND created_at > ${since.attempts} AND status <> 'fast-inconclusive') AS card_attempts,
      EXISTS (SELECT 1 FROM transactions WHERE tenant_id = ${tenantId} AND card_hash = ${cardHash}
        AND identity_hash <> ${identityHash} AND created_at > ${since.card}
        AND status <> 'fast-inconclusive') AS is_of_another`.execute(db);
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
  tenantId: string,
  identityHash: Buffer,
): Promise<{ transactionId: string; sealedCard: Buffer | undefined } | undefined> {
  const row = await db
    .selectFrom('face_templates as f')
    .leftJoin('transactions as t', (join) =>
      join.onRef('t.tenant_id', '=', 'f.tenant_id').onRef('t.transaction_id', '=', 'f.transaction_id'),
    )
    .select(['f.transaction_id', 't.sealed_card'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.identity_hash', '=', identityHash)
    .orderBy('f.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { transactionId: row.transaction_id, sealedCard: row.sealed_card ?? undefined };
}
