import type { TransactionStatus } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** A transaction as lists show it. */
export type ListedTransaction = {
  transactionId: TransactionId;
  companyId: CompanyId;
  orderNumber: string;
  status: TransactionStatus;
  module: string;
  hasIdentityChanged: boolean | undefined;
  createdAt: Date;
  expiresAt: Date;
  retryUntil: Date | undefined;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
  referenceProcessId: ProcessId | undefined;
};

/** The columns of a transaction as lists show it. */
export const LISTED_COLUMNS = [
  'transaction_id',
  'company_id',
  'order_number',
  'status',
  'module',
  'has_identity_changed',
  'created_at',
  'expires_at',
  'retry_until',
  'finished_at',
  'erased_at',
  'reference_process_id',
] as const;

/** A row of transactions to what lists show. */
export const toListed = (
  row: Pick<Selectable<Tables['transactions']>, (typeof LISTED_COLUMNS)[number]>,
): ListedTransaction => ({
  transactionId: row.transaction_id,
  companyId: row.company_id,
  orderNumber: row.order_number,
  status: row.status as TransactionStatus,
  module: row.module,
  hasIdentityChanged: row.has_identity_changed ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  retryUntil: row.retry_until ?? undefined,
  finishedAt: row.finished_at ?? undefined,
  erasedAt: row.erased_at ?? undefined,
  referenceProcessId: row.reference_process_id ?? undefined,
});

/** One transaction as lists show it. */
export async function findListed(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<ListedTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(LISTED_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row && toListed(row);
}

/** One step a transaction went. */
export type RecordedStep = {
  version: number;
  event: string;
  status: TransactionStatus;
  actor: string;
  reasons: readonly string[];
  at: Date;
};

/** Every step a transaction went, oldest first. */
export async function listHistory(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<RecordedStep[]> {
  const rows = await db
    .selectFrom('transaction_history')
    .select(['version', 'event', 'to_status', 'actor', 'reasons', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .orderBy('version')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    event: row.event,
    status: row.to_status as TransactionStatus,
    actor: row.actor,
    reasons: row.reasons,
    at: row.at,
  }));
}
