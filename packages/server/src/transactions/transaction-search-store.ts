import type { TransactionStatus } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/** A transaction as lists show it. */
export type ListedTransaction = {
  transactionId: string;
  companyId: string;
  orderNumber: string;
  status: TransactionStatus;
  module: string;
  hasIdentityChanged: boolean | undefined;
  createdAt: Date;
  expiresAt: Date;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
  referenceProcessId: string | undefined;
};

/** What a list is narrowed to; `beforeId` goes on after the last of the page before. */
export type TransactionFilter = {
  orderNumber: string | undefined;
  orderNumberPrefix: string | undefined;
  status: TransactionStatus | undefined;
  companyId: string | undefined;
  createdFrom: Date | undefined;
  createdBefore: Date | undefined;
  beforeId: string | undefined;
};

const COLUMNS = [
  'transaction_id',
  'company_id',
  'order_number',
  'status',
  'module',
  'has_identity_changed',
  'created_at',
  'expires_at',
  'finished_at',
  'erased_at',
  'reference_process_id',
] as const;

const toListed = (
  row: Pick<Selectable<Tables['transactions']>, (typeof COLUMNS)[number]>,
): ListedTransaction => ({
  transactionId: row.transaction_id,
  companyId: row.company_id,
  orderNumber: row.order_number,
  status: row.status as TransactionStatus,
  module: row.module,
  hasIdentityChanged: row.has_identity_changed ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  finishedAt: row.finished_at ?? undefined,
  erasedAt: row.erased_at ?? undefined,
  referenceProcessId: row.reference_process_id ?? undefined,
});

/** The text as a LIKE pattern that matches it as a beginning, whatever signs it has. */
const beginningWith = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Up to `limit` transactions of the tenant, newest first: ids grow with time. */
export async function listTransactions(
  db: Db,
  tenantId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<ListedTransaction[]> {
  let query = db
    .selectFrom('transactions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('transaction_id', 'desc')
    .limit(limit);
  if (filter.orderNumber !== undefined) query = query.where('order_number', '=', filter.orderNumber);
  if (filter.orderNumberPrefix !== undefined)
    query = query.where('order_number', 'like', beginningWith(filter.orderNumberPrefix));
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.companyId !== undefined) query = query.where('company_id', '=', filter.companyId);
  if (filter.createdFrom !== undefined) query = query.where('created_at', '>=', filter.createdFrom);
  if (filter.createdBefore !== undefined) query = query.where('created_at', '<', filter.createdBefore);
  if (filter.beforeId !== undefined) query = query.where('transaction_id', '<', filter.beforeId);
  return (await query.execute()).map(toListed);
}

/** One transaction as lists show it. */
export async function findListed(
  db: Db,
  tenantId: string,
  transactionId: string,
): Promise<ListedTransaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(COLUMNS)
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
export async function listHistory(db: Db, tenantId: string, transactionId: string): Promise<RecordedStep[]> {
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
