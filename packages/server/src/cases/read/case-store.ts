import { sql } from 'kysely';
import type { KeptDecision } from '../../captures/index.ts';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** What of a company a case shows. */
export async function findCompanyFacts(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
): Promise<{ name: string; isActive: boolean } | undefined> {
  const row = await db
    .selectFrom('companies')
    .select(['name', 'active'])
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row && { name: row.name, isActive: row.active };
}

/** The decision of a process, as far as one was kept. */
export async function findProcessDecision(
  db: Db,
  tenantId: TenantId,
  processId: ProcessId,
): Promise<KeptDecision | undefined> {
  const row = await db
    .selectFrom('processes')
    .select('decision')
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .executeTakeFirst();
  return (row?.decision as KeptDecision | null | undefined) ?? undefined;
}

/** A transaction that used a process. */
export type ProcessUse = { transactionId: string; orderNumber: string | undefined; at: Date };

/** The transactions of some companies, or of all, that used a process, oldest first; order numbers of erased ones are gone. */
export async function listUses(
  db: Db,
  tenantId: TenantId,
  processId: ProcessId,
  companies: 'all' | readonly CompanyId[],
): Promise<ProcessUse[]> {
  const within = companies === 'all' ? null : [...companies];
  const { rows } = await sql<{ transaction_id: TransactionId; order_number: string | null; at: Date }>`
    SELECT t.transaction_id, CASE WHEN t.erased_at IS NULL THEN t.order_number END AS order_number, h.at
    FROM process_history h
    JOIN transactions t ON t.tenant_id = h.tenant_id AND t.transaction_id = h.transaction_id
    WHERE h.tenant_id = ${tenantId} AND h.process_id = ${processId} AND h.event = 'reuse'
      AND (${within}::uuid[] IS NULL OR t.company_id = ANY (${within}::uuid[]))
    ORDER BY h.version`.execute(db);
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    orderNumber: row.order_number ?? undefined,
    at: row.at,
  }));
}
