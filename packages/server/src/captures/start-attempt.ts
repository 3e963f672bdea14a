import type { AttemptView } from '@titular/contract';
import { newId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import { type Attempt, endAttempt, findLatestAttempt, insertAttempt } from './attempt-store.ts';
import { ATTEMPT_LIFETIME_SECONDS, drawChallenge, movementOf } from './challenge.ts';
import type { CaptureSession } from './session-store.ts';
import { readSubject, type ViewDeps } from './view-session.ts';

/** What starting an attempt needs; `random` gives [0, 1) and must not be predictable. */
export type StartDeps = ViewDeps & { random: () => number; challengeStepSeconds: number };

function toView(deps: StartDeps, attempt: Attempt): AttemptView {
  return {
    attemptId: attempt.attemptId,
    movement: movementOf(attempt.poses),
    poses: attempt.poses,
    nextPosition: attempt.framesSeen,
    step: attempt.step,
    stepSeconds: deps.challengeStepSeconds,
    attemptsLeft: deps.maximumAttempts - attempt.number + 1,
  };
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

function isStillGoing(deps: StartDeps, attempt: Attempt, now: Date): boolean {
  return (
    secondsBetween(attempt.stepStartedAt, now) <= deps.challengeStepSeconds &&
    secondsBetween(attempt.startedAt, now) <= ATTEMPT_LIFETIME_SECONDS
  );
}

/** Ends an attempt that was left alone until its time was up, and the subject with it when it was the last. */
async function endAbandoned(
  deps: StartDeps,
  session: CaptureSession,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const ended = await endAttempt(trx, session.tenantId, attempt.attemptId, 'timeout', now);
    if (ended && attempt.number >= deps.maximumAttempts) {
      await deps.subjects.exhaustAttempts(trx, session.tenantId, session.transactionId, now);
    }
  });
}

/** Begins an attempt with a fresh challenge, or goes on with the one this session left a moment ago (a reload costs no attempt). */
export async function startAttempt(deps: StartDeps, session: CaptureSession): Promise<AttemptView> {
  const subject = await readSubject(deps, session);
  if (subject.state !== 'open' || !session.consented) throw new Refusal('40062');
  const now = deps.clock.now();
  const latest = await findLatestAttempt(deps.db, session.tenantId, session.transactionId);
  if (latest && !latest.outcome) {
    if (latest.sessionId === session.sessionId && isStillGoing(deps, latest, now))
      return toView(deps, latest);
    await endAbandoned(deps, session, latest, now);
  }
  const number = (latest?.number ?? 0) + 1;
  if (number > deps.maximumAttempts) throw new Refusal('40062', 'No attempt is left.');
  const attempt: Attempt = {
    attemptId: newId(now.getTime()),
    transactionId: session.transactionId,
    sessionId: session.sessionId,
    number,
    poses: drawChallenge(deps.random),
    step: 0,
    framesSeen: 0,
    lastAnswer: undefined,
    outcome: undefined,
    startedAt: now,
    stepStartedAt: now,
  };
  if (!(await insertAttempt(deps.db, session.tenantId, attempt))) {
    throw new Refusal('40062', 'Another page is already taking the selfie.');
  }
  return toView(deps, attempt);
}
