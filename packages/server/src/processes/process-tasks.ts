import type { TaskList } from 'graphile-worker';
import { decisionDelay } from '../captures/index.ts';
import { secondsBetween } from '../kernel/base/clock.ts';
import { isId, type ProcessId, type TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Log } from '../kernel/base/log.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { startUnended } from '../kernel/database/batches/end-batch.ts';
import { untilNone } from '../kernel/database/batches/until-none.ts';
import { endOverdueRetries, expireDue } from '../subjects/index.ts';
import { type DecideProcessDeps, decideProcess } from './built-in/decide-process.ts';
import { PROCESSES } from './change/change-process.ts';

const EXPIRE_BATCH = 1_000;

/** The process that a job names. */
function parseProcessPayload(payload: unknown): { tenantId: TenantId; processId: ProcessId } {
  const { tenantId, processId } = payload as Record<string, unknown>;
  invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
  invariant(typeof processId === 'string' && isId(processId), 'a job names its process');
  return { tenantId, processId };
}

/** Background work on processes of the platform inside: deciding after a capture, and ending those whose time has passed. */
export const processTasks = (deps: DecideProcessDeps & { log: Log }): TaskList => ({
  'decide-process': async (payload, { job }) => {
    const { tenantId, processId } = parseProcessPayload(payload);
    if (await decideProcess(deps, tenantId, processId))
      decisionDelay.observe({}, secondsBetween(job.created_at, deps.clock.now()));
  },
  'expire-processes': batchTask(async (run) => {
    const now = deps.clock.now();
    const unended = startUnended(deps.log);
    const ended = await untilNone(
      EXPIRE_BATCH,
      (limit) => expireDue(deps.db, PROCESSES, now, limit, unended),
      run,
    );
    const retried = await untilNone(
      EXPIRE_BATCH,
      (limit) => endOverdueRetries(deps.db, PROCESSES, now, limit, unended),
      run,
    );
    return ended && retried;
  }),
});
