import type { TaskList } from 'graphile-worker';
import { isId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import { type DecideProcessDeps, decideProcess } from './decide-process.ts';
import { endOverdueProcessRetry, expireProcess } from './expire-process.ts';
import { listDueProcesses, listOverdueProcessRetries } from './process-retry-store.ts';

const EXPIRE_BATCH = 500;

/** The process that a job names. */
export function parseProcessPayload(payload: unknown): { tenantId: string; processId: string } {
  const { tenantId, processId } = payload as Record<string, unknown>;
  invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
  invariant(typeof processId === 'string' && isId(processId), 'a job names its process');
  return { tenantId, processId };
}

/** Background work on processes of the platform inside: deciding after a capture, and ending those whose time has passed. */
export const processTasks = (deps: DecideProcessDeps): TaskList => ({
  'decide-process': async (payload) => {
    const { tenantId, processId } = parseProcessPayload(payload);
    await decideProcess(deps, tenantId, processId);
  },
  'expire-processes': async () => {
    const now = deps.clock.now();
    for (const { tenantId, processId } of await listDueProcesses(deps.db, 'built-in', now, EXPIRE_BATCH))
      await expireProcess(deps.db, tenantId, processId, now);
    for (const { tenantId, processId } of await listOverdueProcessRetries(deps.db, now, EXPIRE_BATCH))
      await endOverdueProcessRetry(deps.db, tenantId, processId, now);
  },
});
