import type { Db } from '../../kernel/database/connect.ts';

/** Keeps until when the next attempt has to begin. */
export async function updateRetry(
  db: Db,
  tenantId: string,
  transactionId: string,
  until: Date,
): Promise<void> {
  await db
    .updateTable('transactions')
    .set({ retry_until: until })
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .execute();
}

/** An open transaction whose time limit goes. */
const clearing = (db: Db, tenantId: string, transactionId: string) =>
  db
    .updateTable('transactions')
    .set({ retry_until: null })
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .where('status', 'in', ['waiting', 'shared']);

/** Lifts the time limit of an open transaction; false when it is over, or the transaction is no longer open. */
export async function liftRetry(
  db: Db,
  tenantId: string,
  transactionId: string,
  now: Date,
): Promise<boolean> {
  const result = await clearing(db, tenantId, transactionId)
    .where((row) => row.or([row('retry_until', 'is', null), row('retry_until', '>', now)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Takes a time limit that is over, so that whoever comes second finds none; false when an attempt has begun meanwhile. */
export async function claimOverdueRetry(
  db: Db,
  tenantId: string,
  transactionId: string,
  now: Date,
): Promise<boolean> {
  const result = await clearing(db, tenantId, transactionId)
    .where('retry_until', '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
