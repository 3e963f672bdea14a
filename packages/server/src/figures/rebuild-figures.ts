import { insertAuditEntry, type Operator } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { type StepEnd, stepFigures } from './fold-figures.ts';
import { requestRebuild } from './progress-store.ts';

/**
 * Makes the figures of a tenant anew from its transactions, with an entry in the audit log. False where a process of the service has taken it
 * over. What is no longer kept of attempts and pages is no longer counted.
 */
export async function rebuildFigures(operator: Operator, tenantId: TenantId): Promise<boolean> {
  await operator.db.transaction().execute(async (trx) => {
    await requestRebuild(trx, tenantId);
    const entry = { tenantId, action: 'figures.rebuild', subject: `tenant/${tenantId}` } as const;
    await insertAuditEntry(trx, operator, entry);
  });
  let end: StepEnd = 'more';
  while (end === 'more') end = await stepFigures(operator, tenantId);
  return end === 'done';
}
