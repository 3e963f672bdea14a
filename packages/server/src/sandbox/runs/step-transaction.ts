import type { SandboxEvent, TransactionStatusResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { readTransaction } from '../../transactions/index.ts';
import type { StepDeps } from './record-attempt.ts';
import { takeStep } from './take-step.ts';

/**
 * Lets one thing happen to a live transaction at once; refuses with 40092 what it does not take now. An operator who is named gets an
 * entry in the audit log, in the same commit; a merchant's call stands in the log of calls.
 */
export async function stepTransaction(
  deps: StepDeps & { db: Kysely<Tables> },
  tenantId: TenantId,
  transactionId: string,
  event: SandboxEvent,
  actor?: string,
): Promise<TransactionStatusResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const input = { event, reasons: [] };
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const outcome = await takeStep(deps, trx, tenantId, transactionId, input);
      if (outcome.kind === 'unknown') throw new Refusal('40401');
      if (outcome.kind === 'unmoved') throw new Refusal('40092');
      if (actor === undefined) return;
      const stepped = { action: 'sandbox.step', subject: `transaction/${transactionId}` } as const;
      const after = { event, status: outcome.status };
      await insertAuditEntry(trx, { clock: deps.clock, actor }, { tenantId, ...stepped, after });
    }),
  );
  return readTransaction(deps, tenantId, transactionId);
}
