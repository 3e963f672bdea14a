import type { ImageProblem } from '@titular/face-engine';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import { recordAttackSignal } from '../attack-signals/signal-store.ts';
import { closeObservations } from '../challenge/observations.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import type { ViewDeps } from '../sessions/view-session.ts';
import { endCapture, lockForEnd, type RetryDeps } from '../subjects/end-capture.ts';
import { attemptsEnded } from '../subjects/subject-metrics.ts';
import { type Attempt, updateUnusable } from './attempt-store.ts';

/** Pictures that cannot be used, after which an attempt ends: a page sends none. */
const MAX_UNUSABLE_PICTURES = 3;

/** The movement that was asked for was not shown in any picture. */
const OUTCOME = 'challenge_missed' as const;

/** Counts a picture that cannot be used against its attempt, which the third one ends, and refuses it with 40061. */
export async function refusePicture(
  deps: ViewDeps & RetryDeps,
  session: CaptureSession,
  attempt: Attempt,
  problem: ImageProblem,
): Promise<never> {
  // Whoever made us slow, it need not be this page.
  if (problem === 'too_slow') throw new Refusal('40061', `The frame cannot be used: ${problem}.`);
  const { tenantId, subject } = session;
  const { attemptId, number, framesSeen } = attempt;
  const at = deps.clock.now();
  const unusable = (attempt.observations.unusable ?? 0) + 1;
  const isEnd = unusable >= MAX_UNUSABLE_PICTURES;
  const observations = isEnd
    ? closeObservations(attempt.observations)
    : { ...attempt.observations, unusable };
  const count = async (trx: ViewDeps['db']): Promise<boolean> => {
    const change = {
      attemptId,
      position: framesSeen,
      observations,
      loads: attempt.observations.loads ?? 0,
      outcome: isEnd ? OUTCOME : undefined,
      at,
    };
    if (isEnd) await lockForEnd(deps, trx, session);
    if (!(await updateUnusable(trx, tenantId, change))) return false;
    await recordAttackSignal(trx, tenantId, { subject, attemptNumber: number }, 'unusable_pictures', at);
    if (isEnd) await endCapture(deps, trx, session, attempt, OUTCOME, at);
    return true;
  };
  const isCounted = await withRetries(() => deps.db.transaction().execute(count));
  if (isCounted && isEnd) attemptsEnded.add({ outcome: OUTCOME });
  const end = isEnd ? ' The attempt has ended.' : '';
  throw new Refusal('40061', `The frame cannot be used: ${problem}.${end}`);
}
