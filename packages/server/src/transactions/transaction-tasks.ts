import type { TaskList } from 'graphile-worker';
import { addSeconds } from '../base/clock.ts';
import { isId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import type { Log } from '../base/log.ts';
import { deleteOldPrints } from '../captures/frame-print-store.ts';
import { PRINT_DAYS } from '../captures/seen-frames.ts';
import { batchTask } from '../database/batch-task.ts';
import { startUnended } from '../database/end-batch.ts';
import { deleteAll, untilNone } from '../database/until-none.ts';
import { deleteExpiredAnswers } from '../idempotency/idempotency-store.ts';
import { type DecideDeps, decideTransaction } from './decide-transaction.ts';
import { deleteExpiredCaptures } from './delete-expired-captures.ts';
import { endOverdueRetries, expireDue } from './end-overdue.ts';
import { deleteExpiredLinks } from './expired-capture-store.ts';

const EXPIRE_BATCH = 1_000;
const DELETE_BATCH = 2_000;
const DAY_SECONDS = 86_400;

function parsePayload(payload: unknown): { tenantId: string; transactionId: string } {
  const { tenantId, transactionId } = payload as Record<string, unknown>;
  invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
  invariant(typeof transactionId === 'string' && isId(transactionId), 'a job names its transaction');
  return { tenantId, transactionId };
}

const decideBy =
  (deps: DecideDeps) =>
  async (payload: unknown): Promise<void> => {
    const { tenantId, transactionId } = parsePayload(payload);
    await decideTransaction(deps, tenantId, transactionId);
  };

/** Background work on transactions: deciding after a capture, ending those whose time has passed, deleting captures, links and answers that were kept long enough. */
export const transactionTasks = (deps: DecideDeps & { log: Log }): TaskList => ({
  'decide-transaction': decideBy(deps),
  'decide-reuse': decideBy(deps),
  'delete-expired-captures': batchTask(
    async (run) => (await deleteExpiredCaptures(deps.db, deps.clock.now(), run)).done,
  ),
  'delete-old-prints': batchTask((run) => {
    const before = addSeconds(deps.clock.now(), -PRINT_DAYS * DAY_SECONDS);
    return deleteAll(deps.db, DELETE_BATCH, (trx, limit) => deleteOldPrints(trx, before, limit), run);
  }),
  'delete-expired-links': batchTask((run) =>
    deleteAll(deps.db, DELETE_BATCH, (trx, limit) => deleteExpiredLinks(trx, deps.clock.now(), limit), run),
  ),
  'delete-expired-answers': batchTask((run) =>
    deleteAll(deps.db, DELETE_BATCH, (trx, limit) => deleteExpiredAnswers(trx, deps.clock.now(), limit), run),
  ),
  'expire-transactions': batchTask(async (run) => {
    const now = deps.clock.now();
    const unended = startUnended(deps.log);
    const ended = await untilNone(EXPIRE_BATCH, (limit) => expireDue(deps.db, now, limit, unended), run);
    const retried = await untilNone(
      EXPIRE_BATCH,
      (limit) => endOverdueRetries(deps.db, now, limit, unended),
      run,
    );
    return ended && retried;
  }),
});
