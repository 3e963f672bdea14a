import type { TransactionStatus } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { CardEvidence } from '../card-evidence/index.ts';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../kernel/base/id.ts';
import { foldOrderNumber, orderNumberKey } from '../kernel/database/by-index.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { listTenantsOf } from '../kernel/database/tenants-of.ts';
import type { Company } from '../tenants/index.ts';

/** The parts of a transaction that page and decision work with; sealed values are still sealed. */
export type TransactionDetails = {
  transactionId: TransactionId;
  companyId: CompanyId;
  status: TransactionStatus;
  module: Company['module'];
  orderNumber: string;
  identityKey: string;
  identityHash: Buffer;
  cardHash: Buffer;
  /** The identity under which the person says the card is theirs. */
  statedIdentity: { key: string; hash: Buffer } | undefined;
  sealedIdentity: Buffer;
  sealedStatedIdentity: Buffer | undefined;
  sealedCard: Buffer;
  /** The process whose captures are used. */
  referenceProcessId: ProcessId | undefined;
  /** Still sealed; transactions of earlier releases have it as text. */
  sealedRedirectUrl: Buffer | undefined;
  plainRedirectUrl: string | undefined;
  value: string | undefined;
  currency: string | undefined;
  language: string | undefined;
  theme: string | undefined;
  createdAt: Date;
  expiresAt: Date;
  finishedAt: Date | undefined;
  erasureRequestedAt: Date | undefined;
  retryUntil: Date | undefined;
  /** What a service of the operator's said of the card at create. */
  cardEvidence: CardEvidence | undefined;
};

const DETAIL_COLUMNS = [
  'transaction_id',
  'company_id',
  'status',
  'module',
  'order_number',
  'identity_key',
  'identity_hash',
  'card_hash',
  'stated_identity_key',
  'stated_identity_hash',
  'sealed_identity',
  'sealed_stated_identity',
  'sealed_card',
  'sealed_redirect_url',
  'redirect_url',
  'reference_process_id',
  'value',
  'currency',
  'language',
  'theme',
  'created_at',
  'expires_at',
  'finished_at',
  'erasure_requested_at',
  'retry_until',
  'card_evidence',
] as const;

const toDetails = (
  row: Pick<Selectable<Tables['transactions']>, (typeof DETAIL_COLUMNS)[number]>,
): TransactionDetails => ({
  transactionId: row.transaction_id,
  companyId: row.company_id,
  status: row.status as TransactionStatus,
  module: row.module as Company['module'],
  orderNumber: row.order_number,
  identityKey: row.identity_key,
  identityHash: row.identity_hash,
  cardHash: row.card_hash,
  statedIdentity:
    row.stated_identity_key && row.stated_identity_hash
      ? { key: row.stated_identity_key, hash: row.stated_identity_hash }
      : undefined,
  sealedIdentity: row.sealed_identity,
  sealedStatedIdentity: row.sealed_stated_identity ?? undefined,
  sealedCard: row.sealed_card,
  sealedRedirectUrl: row.sealed_redirect_url ?? undefined,
  plainRedirectUrl: row.redirect_url ?? undefined,
  referenceProcessId: row.reference_process_id ?? undefined,
  value: row.value ?? undefined,
  currency: row.currency ?? undefined,
  language: row.language ?? undefined,
  theme: row.theme ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  finishedAt: row.finished_at ?? undefined,
  erasureRequestedAt: row.erasure_requested_at ?? undefined,
  retryUntil: row.retry_until ?? undefined,
  cardEvidence: (row.card_evidence as CardEvidence | null) ?? undefined,
});

/** One transaction of the tenant with what the page and the decision need. */
export async function findDetails(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<TransactionDetails | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(DETAIL_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row && toDetails(row);
}

/** An earlier transaction with the same data. */
export type Replica = {
  transactionId: TransactionId;
  companyId: CompanyId;
  status: TransactionStatus;
  expiresAt: Date;
  referenceProcessId: ProcessId | undefined;
};

/** The open or approved transaction with this replica hash whose time has not passed. */
export async function findReplica(
  db: Db,
  tenantId: TenantId,
  replicaHash: Buffer,
  now: Date,
): Promise<Replica | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select(['transaction_id', 'company_id', 'status', 'expires_at', 'reference_process_id'])
    .where('tenant_id', '=', tenantId)
    .where('replica_hash', '=', replicaHash)
    .where('status', 'in', ['waiting', 'processing', 'shared', 'approved'])
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      transactionId: row.transaction_id,
      companyId: row.company_id,
      status: row.status as TransactionStatus,
      expiresAt: row.expires_at,
      referenceProcessId: row.reference_process_id ?? undefined,
    }
  );
}

/** Whether an approved transaction, or an open one whose time has not passed, has this replica hash. */
export async function isReplicated(
  db: Db,
  tenantId: TenantId,
  replicaHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('transactions')
    .select('transaction_id')
    .where('tenant_id', '=', tenantId)
    .where('replica_hash', '=', replicaHash)
    .where((row) =>
      row.or([
        row('status', 'in', ['processing', 'approved']),
        row.and([row('status', 'in', ['waiting', 'shared']), row('expires_at', '>', now)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** The open transaction with this replica hash, if its time has passed. */
export async function findDueReplica(
  db: Db,
  tenantId: TenantId,
  replicaHash: Buffer,
  now: Date,
): Promise<TransactionId | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select('transaction_id')
    .where('tenant_id', '=', tenantId)
    .where('replica_hash', '=', replicaHash)
    .where('status', 'in', ['waiting', 'shared'])
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return row?.transaction_id;
}

/** The tenants that have a transaction of one of these ids. */
export const listTenantsOfTransactions = (db: Db, ids: readonly string[]): Promise<TenantId[]> =>
  listTenantsOf(db, 'transactions', 'transaction_id', ids);

/** The tenants that have a transaction with this order number. */
export async function listTenantsOfOrder(db: Db, orderNumber: string): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: TenantId }>`
    SELECT tenant_id FROM tenants t WHERE EXISTS (
      SELECT FROM transactions WHERE transactions.tenant_id = t.tenant_id
        AND ${orderNumberKey} = ${foldOrderNumber(orderNumber)} AND order_number = ${orderNumber})`.execute(
    db,
  );
  return rows.map((row) => row.tenant_id);
}
