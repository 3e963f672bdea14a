import type { CardAnswers, TransactionStatus } from '@titular/contract';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../kernel/base/id.ts';
import { fixedStatement, fixedText } from '../kernel/database/batches/fixed-statement.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Company } from '../tenants/index.ts';

/** A transaction as it is written at create; hashes and sealed values are made by the caller. */
export type TransactionRow = {
  tenantId: TenantId;
  transactionId: TransactionId;
  companyId: CompanyId;
  status: TransactionStatus;
  module: Company['module'];
  orderNumber: string;
  identityKey: string;
  identityHash: Buffer;
  sealedIdentity: Buffer;
  cardHash: Buffer;
  sealedCard: Buffer;
  replicaHash: Buffer;
  value: string | undefined;
  currency: string | undefined;
  language: string | undefined;
  theme: string | undefined;
  sealedRedirectUrl: Buffer | undefined;
  referenceProcessId: ProcessId | undefined;
  reasons: readonly string[];
  /** What a service of the operator's said of the card at create. */
  cardEvidence?: CardAnswers | undefined;
  /** Packed inputs of the create checks. */
  inputs?: string | undefined;
  createdAt: Date;
  expiresAt: Date;
  finishedAt: Date | undefined;
  link: { codeHash: Buffer; expiresAt: Date } | undefined;
};

/** The columns that a create fills, in this order. */
const COLUMNS =
  fixedText(`tenant_id, transaction_id, company_id, status, module, order_number, identity_key, identity_hash,
  sealed_identity, card_hash, sealed_card, replica_hash, value, currency, language, theme, sealed_redirect_url,
  reference_process_id, created_at, expires_at, finished_at, card_evidence, create_inputs`);

/** Writes transaction, first history row and link in one statement; false when an open or approved one has the same replica hash. */
export async function insertTransaction(db: Db, row: TransactionRow): Promise<boolean> {
  const result = await fixedStatement`
    WITH created AS (
      INSERT INTO transactions (${COLUMNS})
      VALUES (${row.tenantId}, ${row.transactionId}, ${row.companyId}, ${row.status}, ${row.module}, ${row.orderNumber},
        ${row.identityKey}, ${row.identityHash}, ${row.sealedIdentity}, ${row.cardHash}, ${row.sealedCard},
        ${row.replicaHash}, ${row.value ?? null}, ${row.currency ?? null}, ${row.language ?? null}, ${row.theme ?? null},
        ${row.sealedRedirectUrl ?? null}, ${row.referenceProcessId ?? null}, ${row.createdAt}, ${row.expiresAt},
        ${row.finishedAt ?? null}, ${row.cardEvidence ? JSON.stringify(row.cardEvidence) : null}::jsonb,
        ${row.inputs ?? null}::jsonb)
      ON CONFLICT DO NOTHING
      RETURNING tenant_id, transaction_id, version, status, created_at
    ), history AS (
      INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, reasons, at)
      SELECT tenant_id, transaction_id, version, 'create', status, 'merchant', ${[...row.reasons]}::text[], created_at
      FROM created
    ), link AS (
      INSERT INTO capture_links (tenant_id, code_hash, subject_kind, subject_id, expires_at, created_at)
      SELECT tenant_id, ${row.link?.codeHash ?? null}::bytea, 'transaction', transaction_id, ${row.link?.expiresAt ?? null}::timestamptz,
        created_at
      FROM created WHERE ${row.link !== undefined}::boolean
    )
    SELECT transaction_id FROM created`.execute(db);
  return result.rows.length === 1;
}

/** A create that waits for another of the same data holds up those beside it for this long at most; the statement is then tried in halves. */
const LOCK_WAIT = '20ms';

/** Holds for the statement alone, which is a database transaction of its own. */
const BOUNDED_WAIT = fixedText(
  `CROSS JOIN (SELECT set_config('lock_timeout', '${LOCK_WAIT}', true)) AS bound (lock_timeout)`,
);

/**
 * Writes transactions of any tenants as `insertTransaction` writes one, outside a database transaction; tells the ids of those that it wrote.
 * One whose replica hash an open or approved transaction of its tenant has, or one before it in the same statement, is left out. They are
 * written in the order of their unique keys, so that two statements never wait for each other in a circle.
 */
export async function insertTransactions(
  db: Db,
  rows: readonly TransactionRow[],
): Promise<Set<TransactionId>> {
  const each = <Value>(read: (row: TransactionRow) => Value | undefined): (Value | null)[] =>
    rows.map((row) => read(row) ?? null);
  const result = await fixedStatement<{ transaction_id: TransactionId }>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest(${each((row) => row.tenantId)}::uuid[], ${each((row) => row.transactionId)}::uuid[],
        ${each((row) => row.companyId)}::uuid[], ${each((row) => row.status)}::text[], ${each((row) => row.module)}::text[],
        ${each((row) => row.orderNumber)}::text[], ${each((row) => row.identityKey)}::text[],
        ${each((row) => row.identityHash)}::bytea[], ${each((row) => row.sealedIdentity)}::bytea[],
        ${each((row) => row.cardHash)}::bytea[], ${each((row) => row.sealedCard)}::bytea[],
        ${each((row) => row.replicaHash)}::bytea[], ${each((row) => row.value)}::numeric[],
        ${each((row) => row.currency)}::text[], ${each((row) => row.language)}::text[], ${each((row) => row.theme)}::text[],
        ${each((row) => row.sealedRedirectUrl)}::bytea[], ${each((row) => row.referenceProcessId)}::uuid[],
        ${each((row) => row.createdAt)}::timestamptz[], ${each((row) => row.expiresAt)}::timestamptz[],
        ${each((row) => row.finishedAt)}::timestamptz[],
        ${each(({ cardEvidence }) => cardEvidence && JSON.stringify(cardEvidence))}::jsonb[],
        ${each((row) => row.inputs)}::jsonb[], ${each(({ reasons }) => JSON.stringify(reasons))}::jsonb[],
        ${each((row) => row.link?.codeHash)}::bytea[], ${each((row) => row.link?.expiresAt)}::timestamptz[])
        AS asked (${COLUMNS}, reasons, code_hash, link_expires_at)
      ${BOUNDED_WAIT}
    ), created AS (
      INSERT INTO transactions (${COLUMNS})
      SELECT ${COLUMNS}
      FROM asked ORDER BY tenant_id, replica_hash
      ON CONFLICT DO NOTHING
      RETURNING tenant_id, transaction_id, version, status, created_at
    ), history AS (
      INSERT INTO transaction_history (tenant_id, transaction_id, version, event, to_status, actor, reasons, at)
      SELECT tenant_id, transaction_id, version, 'create', created.status, 'merchant',
        ARRAY(SELECT jsonb_array_elements_text(asked.reasons)), created.created_at
      FROM created JOIN asked USING (tenant_id, transaction_id)
    ), link AS (
      INSERT INTO capture_links (tenant_id, code_hash, subject_kind, subject_id, expires_at, created_at)
      SELECT tenant_id, code_hash, 'transaction', transaction_id, link_expires_at, created.created_at
      FROM created JOIN asked USING (tenant_id, transaction_id) WHERE code_hash IS NOT NULL
    )
    SELECT transaction_id FROM created`.execute(db);
  return new Set(result.rows.map((row) => row.transaction_id));
}
