import type { Task, TaskList } from 'graphile-worker';
import { decisionDelay } from '../captures/index.ts';
import { secondsBetween } from '../kernel/base/clock.ts';
import { isId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Log } from '../kernel/base/log.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { startUnended } from '../kernel/database/batches/end-batch.ts';
import { untilNone } from '../kernel/database/batches/until-none.ts';
import { endOverdueRetries, expireDue } from '../subjects/index.ts';
import { TRANSACTIONS } from './change/change-status.ts';
import { type DecideDeps, decideTransaction } from './decide/decide-transaction.ts';
import { deleteExpiredCaptures } from './retention/delete-expired-captures.ts';

const EXPIRE_BATCH = 1_000;

function parsePayload(payload: unknown): { tenantId: TenantId; transactionId: TransactionId } {
  const { tenantId, transactionId } = payload as Record<string, unknown>;
  invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
  invariant(typeof transactionId === 'string' && isId(transactionId), 'a job names its transaction');
  return { tenantId, transactionId };
}

const decideBy =
  (deps: DecideDeps): Task =>
  async (payload, { job }) => {
    const { tenantId, transactionId } = parsePayload(payload);
    if (await decideTransaction(deps, tenantId, transactionId))
      decisionDelay.observe({}, secondsBetween(job.created_at, deps.clock.now()));
  };

/** Background work on transactions: deciding after a capture, ending those whose time has passed, deleting captures that were kept long enough. */
export const transactionTasks = (deps: DecideDeps & { log: Log }): TaskList => ({
  'decide-transaction': decideBy(deps),
  'decide-reuse': decideBy(deps),
  'delete-expired-captures': batchTask(
    async (run) => (await deleteExpiredCaptures(deps.db, deps.clock.now(), run)).done,
  ),
  'expire-transactions': batchTask(async (run) => {
    const now = deps.clock.now();
    const unended = startUnended(deps.log);
    const ended = await untilNone(
      EXPIRE_BATCH,
      (limit) => expireDue(deps.db, TRANSACTIONS, now, limit, unended),
      run,
    );
    const retried = await untilNone(
      EXPIRE_BATCH,
      (limit) => endOverdueRetries(deps.db, TRANSACTIONS, now, limit, unended),
      run,
    );
    return ended && retried;
  }),
});
