import type { TransactionStatus } from '@titular/contract';
import type { KeptDecision } from '../../captures/index.ts';
import type { CardEvidence } from '../../card-evidence/index.ts';
import type { CompanyId, ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** A transaction with all that its evidence shows; identity and card are still sealed, and gone once erased. */
export type EvidenceRow = {
  companyId: CompanyId;
  status: TransactionStatus;
  module: string;
  orderNumber: string;
  hasIdentityChanged: boolean;
  decision: (KeptDecision & { cardEvidence?: CardEvidence }) | undefined;
  createdAt: Date;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
  /** The process whose captures were used. */
  processId: ProcessId | undefined;
  processPurpose: string | undefined;
};

/** One transaction of the tenant as evidence shows it. */
export async function findEvidence(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<EvidenceRow | undefined> {
  const row = await db
    .selectFrom('transactions as t')
    .leftJoin('processes as p', (join) =>
      join.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.process_id', '=', 't.reference_process_id'),
    )
    .select([
      't.company_id',
      't.status',
      't.module',
      't.order_number',
      't.has_identity_changed',
      't.decision',
      't.created_at',
      't.finished_at',
      't.erased_at',
      't.reference_process_id',
      'p.purpose',
    ])
    .where('t.tenant_id', '=', tenantId)
    .where('t.transaction_id', '=', transactionId)
    .executeTakeFirst();
  return (
    row && {
      companyId: row.company_id,
      status: row.status as TransactionStatus,
      module: row.module,
      orderNumber: row.order_number,
      hasIdentityChanged: row.has_identity_changed ?? false,
      decision: (row.decision as EvidenceRow['decision'] | null) ?? undefined,
      createdAt: row.created_at,
      finishedAt: row.finished_at ?? undefined,
      erasedAt: row.erased_at ?? undefined,
      processId: row.reference_process_id ?? undefined,
      processPurpose: row.purpose ?? undefined,
    }
  );
}
