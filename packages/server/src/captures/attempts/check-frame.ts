import type { FrameAnswer } from '@titular/contract';
import type { AttackSignal } from '../../decision/index.ts';
import type { AttemptId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { recordAttackSignal } from '../attack-signals/signal-store.ts';
import { noteTimes, type Observations } from '../challenge/observations.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import { mostFrames } from './attempt-limits.ts';
import { type Attempt, findAttempt } from './attempt-store.ts';

/** A frame as it came: its attempt, its place there, and when the page says that it was taken, in milliseconds of any steady clock. */
export type FrameInHand = {
  attemptId: AttemptId;
  position: number;
  capturedAtMs: number | undefined;
  /** Header with the page's answer to a camera request. */
  cameraAnswer?: string | undefined;
  image: Uint8Array;
};

/** Why a frame is not taken: the sign that it leaves, and the refusal. */
type Objection = { sign: AttackSignal; refusal: Refusal };

/** A frame that may be measured, with the times of its attempt; or the answer to one that came before. */
export type CheckedFrame =
  | { kind: 'repeated'; answer: FrameAnswer }
  | { kind: 'next'; attempt: Attempt; times: Observations['capturedMs'] };

function objectTo(attempt: Attempt, position: number): Objection | undefined {
  if (attempt.outcome)
    return { sign: 'frames_after_the_end', refusal: new Refusal('40062', 'The attempt has ended.') };
  if (position !== attempt.framesSeen) {
    const refusal = new Refusal('40062', `The next frame is ${attempt.framesSeen}.`);
    return { sign: 'frames_out_of_order', refusal };
  }
  return undefined;
}

/**
 * Takes a frame that is the next of its attempt and was taken at a time that can be. The one before is answered again as it was, so that
 * a lost answer costs nothing; anything else is refused, and leaves a sign.
 */
export async function checkFrame(
  db: Db,
  session: CaptureSession,
  frame: FrameInHand,
  now: Date,
): Promise<CheckedFrame> {
  const { tenantId, subject } = session;
  const attempt = await findAttempt(db, tenantId, session.sessionId, frame.attemptId);
  const note = (sign: AttackSignal): Promise<void> =>
    recordAttackSignal(db, tenantId, { subject, attemptNumber: attempt?.number ?? 0 }, sign, now);
  if (!attempt) {
    await note('foreign_frames');
    throw new Refusal('40411');
  }
  if (frame.position === attempt.framesSeen - 1 && attempt.lastAnswer)
    return { kind: 'repeated', answer: attempt.lastAnswer };
  const objection = objectTo(attempt, frame.position);
  if (objection) {
    await note(objection.sign);
    throw objection.refusal;
  }
  // A page takes its time for each frame, so that it cannot come to so many.
  if (attempt.framesSeen === mostFrames(attempt.unhurried)) await note('too_many_frames');
  const { capturedMs } = attempt.observations;
  if (frame.capturedAtMs === undefined) {
    await note('not_a_page');
    return { kind: 'next', attempt, times: capturedMs };
  }
  const times = noteTimes(capturedMs, frame.capturedAtMs, now.getTime());
  if (times) return { kind: 'next', attempt, times };
  await note('impossible_timing');
  throw new Refusal('40062', 'The frame was taken at a time that cannot be.');
}
