import type { AttemptOutcome } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import type { CaptureSubjects } from './capture-subject.ts';

/** What the end of an attempt needs; after one that failed, the next has to begin within `retrySeconds`. */
export type RetryDeps = { subjects: CaptureSubjects; maximumAttempts: number; retrySeconds: number };

/**
 * Locks the subject of an attempt that is about to end. An attempt that begins locks the subject, then waits for the
 * open attempt: in the other order the two would wait for each other.
 */
export const lockForEnd = (
  { subjects }: Pick<RetryDeps, 'subjects'>,
  trx: Db,
  { tenantId, subject }: CaptureSession,
): Promise<void> => subjects[subject.kind].lock(trx, tenantId, subject.id);

/** Tells the subject what the end of an attempt means for it, in the commit of the attempt: handed over, to be tried again, or failed. */
export async function endCapture(
  deps: RetryDeps,
  trx: Db,
  session: CaptureSession,
  attempt: Pick<Attempt, 'number'>,
  outcome: AttemptOutcome,
  at: Date,
): Promise<void> {
  const { tenantId, subject } = session;
  const made = deps.subjects[subject.kind];
  if (outcome === 'completed') {
    const taken = await made.finishCapture(trx, tenantId, subject.id, at);
    if (!taken) throw new Refusal('40062', 'The transaction has ended.');
  } else if (attempt.number >= deps.maximumAttempts) {
    await made.failCapture(trx, tenantId, subject.id, 'attempts_exhausted', at);
  } else {
    await made.awaitRetry(trx, tenantId, subject.id, addSeconds(at, deps.retrySeconds));
  }
}
