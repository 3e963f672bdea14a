import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { NotedTransaction } from './note-store.ts';

/** The next transactions that have notes, in the order of their ids. */
export async function listNoted(
  db: Db,
  after: NotedTransaction | undefined,
  limit: number,
): Promise<NotedTransaction[]> {
  const from = after
    ? sql`WHERE (tenant_id, transaction_id) > (${after.tenantId}, ${after.transactionId})`
    : sql``;
  const { rows } = await sql<{ tenant_id: TenantId; transaction_id: TransactionId }>`
    SELECT DISTINCT tenant_id, transaction_id FROM case_notes ${from}
    ORDER BY tenant_id, transaction_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ tenantId: row.tenant_id, transactionId: row.transaction_id }));
}

/** Deletes the notes of those of some transactions that were erased. */
export async function deleteNotesOfErased(db: Db, noted: readonly NotedTransaction[]): Promise<void> {
  const tenants = noted.map(({ tenantId }) => tenantId);
  const transactions = noted.map(({ transactionId }) => transactionId);
  await sql`
    DELETE FROM case_notes n
    USING unnest(${tenants}::uuid[], ${transactions}::uuid[]) AS noted (tenant_id, transaction_id)
    JOIN transactions t ON t.tenant_id = noted.tenant_id AND t.transaction_id = noted.transaction_id
    WHERE n.tenant_id = noted.tenant_id AND n.transaction_id = noted.transaction_id AND t.erased_at IS NOT NULL`.execute(
    db,
  );
}
