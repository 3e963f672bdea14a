import type { Clock } from '../../kernel/base/clock.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { findLatestAttempt } from '../attempts/attempt-store.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import type { CaptureSubjects } from './capture-subject.ts';

/** How often the time to try again can be had anew, at least (WCAG 2.2, 2.2.1). */
const PROLONGATIONS = 10;

type ProlongDeps = { db: Db; clock: Clock; subjects: CaptureSubjects; retrySeconds: number };

/** Decides the latest moment for the next attempt, however often the person takes more time; the expiry where no attempt has ended. */
export function latestRetry(failedAt: Date | undefined, retrySeconds: number, expiresAt: Date): Date {
  if (failedAt === undefined) return expiresAt;
  const latest = addSeconds(failedAt, (1 + PROLONGATIONS) * retrySeconds);
  return latest < expiresAt ? latest : expiresAt;
}

/** Gives the person the whole time for the next attempt again, counted from now, within its bound. */
export async function prolongRetry(deps: ProlongDeps, session: CaptureSession): Promise<void> {
  const { db, clock, subjects, retrySeconds } = deps;
  const { tenantId, subject } = session;
  const now = clock.now();
  const latest = await findLatestAttempt(db, tenantId, subject.id);
  if (latest?.finishedAt === undefined) return;
  const again = addSeconds(now, retrySeconds);
  const bound = addSeconds(latest.finishedAt, (1 + PROLONGATIONS) * retrySeconds);
  await subjects[subject.kind].prolongRetry(tenantId, subject.id, again < bound ? again : bound, now);
}
