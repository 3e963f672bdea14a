import type { Task, TaskList } from 'graphile-worker';
import { decisionDelay } from '../captures/index.ts';
import { addSeconds, secondsBetween } from '../kernel/base/clock.ts';
import { isId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Log } from '../kernel/base/log.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { startUnended } from '../kernel/database/batches/end-batch.ts';
import { untilNone } from '../kernel/database/batches/until-none.ts';
import { endOverdueRetries, expireDue } from '../subjects/index.ts';
import { TRANSACTIONS } from './change/change-status.ts';
import { cardRetrySeconds } from './decide/card-of-transaction.ts';
import { type DecideDeps, decideTransaction } from './decide/decide-transaction.ts';
import { type DecideTask, enqueueAgain } from './decide/enqueue-decision.ts';
import { deleteExpiredCaptures } from './retention/delete-expired-captures.ts';

const EXPIRE_BATCH = 1_000;

/** What the jobs need. */
type TaskDeps = DecideDeps & { log: Log; random: () => number };

type DecideJob = {
  tenantId: TenantId;
  transactionId: TransactionId;
  tries: number;
  since: number | undefined;
};

function parsePayload(payload: unknown): DecideJob {
  const { tenantId, transactionId, tries = 0, since } = payload as Record<string, unknown>;
  invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
  invariant(typeof transactionId === 'string' && isId(transactionId), 'a job names its transaction');
  invariant(typeof tries === 'number', 'tries are counted');
  return { tenantId, transactionId, tries, since: typeof since === 'number' ? since : undefined };
}

const decideBy =
  (deps: TaskDeps, task: DecideTask): Task =>
  async (payload, { job }) => {
    const { tenantId, transactionId, tries, since: first } = parsePayload(payload);
    const since = first ?? job.created_at.getTime();
    const outcome = await decideTransaction(deps, tenantId, transactionId, { tries, sinceMs: since });
    const now = deps.clock.now();
    if (outcome.kind === 'decided') decisionDelay.observe({}, secondsBetween(new Date(since), now));
    if (outcome.kind !== 'away') return;
    const again = tries + 1;
    const runAt = addSeconds(now, cardRetrySeconds(again, deps.random(), outcome.waitMs / 1000));
    deps.log.info({ transactionId, tries: again }, 'a decision waits for the service for card evidence');
    await enqueueAgain(deps.db, task, { tenantId, transactionId, tries: again, since }, runAt);
  };

/** Background work on transactions: deciding after a capture, ending those whose time has passed, deleting captures that were kept long enough. */
export const transactionTasks = (deps: TaskDeps): TaskList => ({
  'decide-transaction': decideBy(deps, 'decide-transaction'),
  'decide-reuse': decideBy(deps, 'decide-reuse'),
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
