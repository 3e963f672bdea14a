import type { TaskList } from 'graphile-worker';
import { addSeconds } from '../base/clock.ts';
import { isId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import { deleteOldPrints } from '../captures/frame-print-store.ts';
import { PRINT_DAYS } from '../captures/seen-frames.ts';
import { deleteExpiredAnswers } from '../idempotency/idempotency-store.ts';
import { type DecideDeps, decideTransaction } from './decide-transaction.ts';
import { deleteExpiredFrames, deleteExpiredLinks } from './expired-capture-store.ts';
import { endOverdueRetry } from './fail-capture.ts';
import { expireTransaction } from './read-transaction.ts';
import { listOverdueRetries } from './retry-store.ts';
import { listDue } from './transaction-store.ts';

const EXPIRE_BATCH = 500;
const DELETE_BATCH = 500;
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
export const transactionTasks = (deps: DecideDeps): TaskList => ({
  'decide-transaction': decideBy(deps),
  'decide-reuse': decideBy(deps),
  'delete-expired-captures': async () => {
    while ((await deleteExpiredFrames(deps.db, deps.clock.now(), DELETE_BATCH)) === DELETE_BATCH);
  },
  'delete-old-prints': async () => {
    const before = addSeconds(deps.clock.now(), -PRINT_DAYS * DAY_SECONDS);
    while ((await deleteOldPrints(deps.db, before, DELETE_BATCH)) === DELETE_BATCH);
  },
  'delete-expired-links': async () => {
    await deleteExpiredLinks(deps.db, deps.clock.now());
  },
  'delete-expired-answers': async () => {
    await deleteExpiredAnswers(deps.db, deps.clock.now());
  },
  'expire-transactions': async () => {
    const now = deps.clock.now();
    for (const due of await listDue(deps.db, now, EXPIRE_BATCH)) {
      await expireTransaction(deps.db, due.tenantId, due.transactionId, now);
    }
    for (const due of await listOverdueRetries(deps.db, now, EXPIRE_BATCH)) {
      await endOverdueRetry(deps.db, due.tenantId, due.transactionId, now);
    }
  },
});
