import type { TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

/** Locks the transactions, erased ones left out, in which the identity was sent or stated. */
export async function lockTransactionsOf(
  db: Db,
  tenantId: string,
  identityHash: Buffer,
): Promise<{ transactionId: string; status: TransactionStatus }[]> {
  const rows = await db
    .selectFrom('transactions')
    .select(['transaction_id', 'status'])
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
  }));
}

/** Transactions, of all tenants, that ended longer ago than their company keeps persons, up to `limit`; those at hand of another process are left to it. */
export async function lockOutlived(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ tenantId: string; transactionId: string }[]> {
  const result = await sql<{ tenant_id: string; transaction_id: string }>`
    SELECT t.tenant_id, t.transaction_id
    FROM transactions t JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
    WHERE t.finished_at IS NOT NULL AND t.erased_at IS NULL
      AND t.finished_at < ${now}::timestamptz - make_interval(days => c.person_retention_days)
    ORDER BY t.finished_at
    LIMIT ${limit}
    FOR UPDATE OF t SKIP LOCKED`.execute(db);
  return result.rows.map((row) => ({ tenantId: row.tenant_id, transactionId: row.transaction_id }));
}

/** What takes the place of an order number. */
export const ERASED_ORDER_NUMBER = 'erased';

/**
 * Takes everything of the person, the card and the order out of transactions, and puts random bytes where hashes stood, so that no
 * search finds them by what they were about; ids, company, status, reasons and times stay.
 */
export async function eraseTransactions(
  db: Db,
  tenantId: string,
  transactionIds: readonly string[],
  at: Date,
): Promise<number> {
  const result = await sql`
    UPDATE transactions SET
      sealed_identity = '', sealed_card = '', sealed_stated_identity = NULL, sealed_redirect_url = NULL,
      identity_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      card_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      replica_hash = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
      stated_identity_hash = NULL, stated_identity_key = NULL,
      order_number = ${ERASED_ORDER_NUMBER}, redirect_url = NULL, value = NULL,
      decision = decision - 'captures' - 'consent' - 'distance',
      erased_at = ${at}
    WHERE tenant_id = ${tenantId} AND transaction_id = ANY (${[...transactionIds]}::uuid[])
      AND erased_at IS NULL`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
