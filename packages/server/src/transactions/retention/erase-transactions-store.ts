import type { TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';

/**
 * Locks the transactions in which the identity was sent or stated, erased ones left out. Returns their status, their order, and whether the
 * person alone stated the identity.
 */
export async function lockTransactionsOf(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<
  { transactionId: TransactionId; status: TransactionStatus; orderNumber: string; isStatedOnly: boolean }[]
> {
  const rows = await db
    .selectFrom('transactions')
    .select(['transaction_id', 'status', 'order_number', 'identity_hash'])
    .where('tenant_id', '=', tenantId)
    .where('erased_at', 'is', null)
    .where((row) =>
      row.or([row('identity_hash', '=', identityHash), row('stated_identity_hash', '=', identityHash)]),
    )
    .orderBy('transaction_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    status: row.status as TransactionStatus,
    orderNumber: row.order_number,
    isStatedOnly: !sameDigest(row.identity_hash, identityHash),
  }));
}

/** Takes the identity that the person stated out of transactions, with what its attempts were found by, and their devices; whom the merchant sent stays. */
export async function deleteStatedIdentities(
  db: Db,
  tenantId: TenantId,
  transactionIds: readonly TransactionId[],
  identityHash: Buffer,
): Promise<number> {
  if (transactionIds.length === 0) return 0;
  const result = await db
    .updateTable('transactions')
    .set({
      ...{ sealed_stated_identity: null, stated_identity_hash: null, stated_identity_key: null },
      decision_inputs: null,
    })
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', 'in', transactionIds)
    .executeTakeFirst();
  await db
    .updateTable('capture_attempts')
    .set({ identity_hash: null })
    .where('tenant_id', '=', tenantId)
    .where('subject_id', 'in', transactionIds)
    .where('identity_hash', '=', identityHash)
    .execute();
  await db
    .deleteFrom('capture_devices')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', 'in', transactionIds)
    .where('identity_hash', '=', identityHash)
    .execute();
  return Number(result.numUpdatedRows);
}

/** What takes the place of an order number. */
const ERASED_ORDER_NUMBER = 'erased';

/**
 * Deletes everything of person, card and order from transactions and replaces hashes by random bytes, so that no
 * search finds them. Ids, company, status, reasons and times stay.
 */
export async function eraseTransactions(
  db: Db,
  tenantId: TenantId,
  transactionIds: readonly TransactionId[],
  at: Date,
): Promise<number> {
  const result = await sql`
    UPDATE transactions SET
      sealed_identity = '', sealed_card = '', sealed_stated_identity = NULL, sealed_redirect_url = NULL,
      identity_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      card_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      replica_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      stated_identity_hash = NULL, stated_identity_key = NULL,
      order_number = ${ERASED_ORDER_NUMBER}, redirect_url = NULL, value = NULL, currency = NULL,
      decision = decision - 'captures' - 'consent' - 'distance' - 'reference' - 'cardEvidence', card_evidence = NULL,
      create_inputs = NULL, decision_inputs = NULL,
      erased_at = ${at}
    WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])
      AND erased_at IS NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
