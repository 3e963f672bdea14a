import type { TransactionStatus } from '@titular/contract';
import type { KeptDecision } from '../captures/judge-capture.ts';
import type { Db } from '../database/connect.ts';

/** A transaction with all that its evidence shows; identity and card are still sealed, and gone once erased. */
export type EvidenceRow = {
  companyId: string;
  status: TransactionStatus;
  module: string;
  orderNumber: string;
  hasIdentityChanged: boolean;
  decision: KeptDecision | undefined;
  createdAt: Date;
  finishedAt: Date | undefined;
  erasedAt: Date | undefined;
  /** What the captures were made for: the transaction, or the process that it used. */
  capturedFor: string;
};

/** One transaction of the tenant as evidence shows it. */
export async function findEvidence(
  db: Db,
  tenantId: string,
  transactionId: string,
): Promise<EvidenceRow | undefined> {
  const row = await db
    .selectFrom('transactions')
    .select([
      'company_id',
      'status',
      'module',
      'order_number',
      'has_identity_changed',
      'decision',
      'created_at',
      'finished_at',
      'erased_at',
      'transaction_id',
      'reference_process_id',
    ])
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return (
    row && {
      companyId: row.company_id,
      status: row.status as TransactionStatus,
      module: row.module,
      orderNumber: row.order_number,
      hasIdentityChanged: row.has_identity_changed ?? false,
      decision: (row.decision as KeptDecision | null) ?? undefined,
      createdAt: row.created_at,
      finishedAt: row.finished_at ?? undefined,
      erasedAt: row.erased_at ?? undefined,
      capturedFor: row.reference_process_id ?? row.transaction_id,
    }
  );
}
