import type { TransactionStatus, WEBHOOK_STATES } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import type { CompanyId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** A transaction as the portal lists it. */
export type ListedCase = {
  transactionId: TransactionId;
  companyId: CompanyId;
  companyName: string;
  orderNumber: string;
  status: TransactionStatus;
  hasIdentityChanged: boolean | undefined;
  createdAt: Date;
  expiresAt: Date;
  retryUntil: Date | undefined;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
  reasons: readonly string[];
  attempts: number;
  webhooks: (typeof WEBHOOK_STATES)[number];
};

type Row = {
  transaction_id: TransactionId;
  company_id: CompanyId;
  company_name: string;
  order_number: string;
  status: string;
  has_identity_changed: boolean | null;
  created_at: Date;
  expires_at: Date;
  retry_until: Date | null;
  finished_at: Date | null;
  erased_at: Date | null;
  reasons: string[] | null;
  attempts: number;
  webhooks: ListedCase['webhooks'];
};

const toListed = (row: Row): ListedCase => ({
  transactionId: row.transaction_id,
  companyId: row.company_id,
  companyName: row.company_name,
  orderNumber: row.order_number,
  status: row.status as TransactionStatus,
  hasIdentityChanged: row.has_identity_changed ?? undefined,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  retryUntil: row.retry_until ?? undefined,
  finishedAt: row.finished_at ?? undefined,
  erasedAt: row.erased_at ?? undefined,
  reasons: row.reasons ?? [],
  attempts: row.attempts,
  webhooks: row.webhooks,
});

/** Transactions of the tenant by id, newest first, each with its company, the reasons of its last step, attempts and webhooks: one statement for all. With a condition on the row `t`, those alone that meet it by then. */
export async function listCases(
  db: Db,
  tenantId: TenantId,
  transactionIds: readonly string[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<ListedCase[]> {
  const { rows } = await sql<Row>`
    SELECT t.transaction_id, t.company_id, c.name AS company_name, t.order_number, t.status, t.has_identity_changed,
      t.created_at, t.expires_at, t.retry_until, t.finished_at, t.erased_at, h.reasons, a.attempts, w.webhooks
    FROM transactions t
    JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
    LEFT JOIN transaction_history h
      ON h.tenant_id = t.tenant_id AND h.transaction_id = t.transaction_id AND h.version = t.version
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS attempts FROM capture_attempts
      WHERE tenant_id = t.tenant_id AND subject_id = coalesce(t.reference_process_id, t.transaction_id)
    ) a
    CROSS JOIN LATERAL (
      SELECT CASE WHEN count(*) = 0 THEN 'none' WHEN bool_or(d.state = 'failed') THEN 'failed'
        WHEN bool_or(d.state = 'pending') THEN 'pending' ELSE 'delivered' END AS webhooks
      FROM (
        SELECT event_id FROM events WHERE tenant_id = t.tenant_id AND transaction_id = t.transaction_id
        UNION ALL
        SELECT event_id FROM events WHERE tenant_id = t.tenant_id AND subject_id = t.transaction_id
      ) e JOIN deliveries d ON d.tenant_id = t.tenant_id AND d.event_id = e.event_id
    ) w
    WHERE t.tenant_id = ${tenantId} AND t.transaction_id = ANY (${[...transactionIds]}::uuid[]) AND ${condition}
    ORDER BY t.transaction_id DESC`.execute(db);
  return rows.map(toListed);
}
