import type { TaskList } from 'graphile-worker';
import { deleteOldImageHashes } from '../captures/attack-signals/frame-hash-store.ts';
import { IMAGE_HASH_DAYS } from '../captures/attack-signals/seen-frames.ts';
import { deleteExpiredAnswers } from '../idempotency/idempotency-store.ts';
import { addSeconds } from '../kernel/base/clock.ts';
import { isId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Log } from '../kernel/base/log.ts';
import { batchTask } from '../kernel/database/batches/batch-task.ts';
import { startUnended } from '../kernel/database/batches/end-batch.ts';
import { deleteAll, untilNone } from '../kernel/database/batches/until-none.ts';
import { endOverdueRetries, expireDue } from './change/end-overdue.ts';
import { type DecideDeps, decideTransaction } from './decide/decide-transaction.ts';
import { deleteExpiredCaptures } from './retention/delete-expired-captures.ts';
import { deleteExpiredLinks } from './retention/expired-capture-store.ts';

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
    const before = addSeconds(deps.clock.now(), -IMAGE_HASH_DAYS * DAY_SECONDS);
    return deleteAll(deps.db, DELETE_BATCH, (trx, limit) => deleteOldImageHashes(trx, before, limit), run);
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
