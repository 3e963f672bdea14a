import type { ProcessId, TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { ProcessStatus } from './process.ts';

/** One step a process went. */
export type RecordedProcessStep = {
  version: number;
  event: string;
  status: ProcessStatus;
  actor: string;
  reasons: readonly string[];
  transactionId: TransactionId | undefined;
  at: Date;
};

/** Every step a process went, oldest first. */
export async function listProcessSteps(
  db: Db,
  tenantId: TenantId,
  processId: ProcessId,
): Promise<RecordedProcessStep[]> {
  const rows = await db
    .selectFrom('process_history')
    .select(['version', 'event', 'to_status', 'actor', 'reasons', 'transaction_id', 'at'])
    .where('tenant_id', '=', tenantId)
    .where('process_id', '=', processId)
    .orderBy('version')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    event: row.event,
    status: row.to_status as ProcessStatus,
    actor: row.actor,
    reasons: row.reasons,
    transactionId: row.transaction_id ?? undefined,
    at: row.at,
  }));
}
