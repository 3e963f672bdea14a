import type { ProcessId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { SANDBOX_REASON } from '../catalogue/make-decision.ts';

/** The name of the scenario that led a process to its good end; undefined where a person took it there, or nobody yet. */
export async function findAttachedScenario(
  db: Db,
  tenantId: TenantId,
  processId: ProcessId,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sandbox_runs as run')
    .innerJoin('process_history as step', (join) =>
      join.onRef('step.tenant_id', '=', 'run.tenant_id').onRef('step.process_id', '=', 'run.subject_id'),
    )
    .select('run.scenario')
    .where('run.tenant_id', '=', tenantId)
    .where('run.subject_id', '=', processId)
    .where('step.event', '=', 'approve')
    .where((step) => step(step.val(SANDBOX_REASON), '=', step.fn.any('step.reasons')))
    .executeTakeFirst();
  return row?.scenario;
}
