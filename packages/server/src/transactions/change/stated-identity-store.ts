import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** An identity that a person stated, sealed, with its keyed hash. */
export type StatedIdentity = { key: string; hash: Buffer; sealed: Buffer };

/** Keeps the identity a person stated; undefined takes the statement back. */
export async function updateStatedIdentity(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  stated: StatedIdentity | undefined,
): Promise<void> {
  await db
    .updateTable('transactions')
    .set({
      stated_identity_key: stated?.key ?? null,
      stated_identity_hash: stated?.hash ?? null,
      sealed_stated_identity: stated?.sealed ?? null,
    })
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** How often an identity was stated for the transaction. */
export async function countStatements(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<number> {
  const row = await db
    .selectFrom('transaction_history')
    .select((table) => table.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('event', '=', 'state-identity')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
