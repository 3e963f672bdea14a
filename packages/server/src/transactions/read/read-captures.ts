import type {
  CaptureAttempt,
  CapturedFrame,
  CaptureSign,
  ChallengePose,
  ListCapturesResponse,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import {
  type KeptDecision,
  listAttackSignals,
  listRecordedAttempts,
  listRecordedFrames,
  type RecordedAttempt,
  type RecordedFrame,
  type RecordedSignal,
} from '../../captures/index.ts';
import { attackSignals, comparedFace, listChecks } from '../../decision/index.ts';
import { isId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { findEvidence } from '../decide/evidence-store.ts';

/** What reading captures needs. */
export type ReadCapturesDeps = { db: Kysely<Tables> };

const toSignal = ({ sign, seen, attemptNumber }: RecordedSignal): CaptureSign => ({
  sign,
  sentence: attackSignals[sign].meaning,
  seen,
  attempt: attemptNumber,
});

/** What a decision kept of the capture it rests on: it stays when the frames and the page session are gone. */
type Rest = Pick<KeptDecision, 'captures' | 'consent'>;

const toHeld = ({ step, pose, receivedAt, imageDigest }: RecordedFrame): CapturedFrame => ({
  step,
  pose,
  receivedAt: receivedAt.toISOString(),
  sha256: imageDigest.toString('hex'),
  isHeld: true,
});

function toGone(step: number, pose: ChallengePose, sha256: string | undefined): CapturedFrame {
  return { step, pose, ...(sha256 === undefined ? {} : { sha256 }), isHeld: false };
}

/** Every step that was passed had a frame; one that is not there any more was deleted. */
function framesOf(attempt: RecordedAttempt, kept: readonly RecordedFrame[], rest: Rest): CapturedFrame[] {
  const own = kept.filter(({ attemptId }) => attemptId === attempt.attemptId);
  return attempt.poses.flatMap((pose, step) => {
    const frame = own.find((one) => one.step === step);
    if (frame) return [toHeld(frame)];
    return step < attempt.step ? [toGone(step, pose, rest.captures?.[step])] : [];
  });
}

function toAttempt(attempt: RecordedAttempt, kept: readonly RecordedFrame[], decided: Rest): CaptureAttempt {
  const rest = attempt.outcome === 'completed' ? decided : {};
  const { attemptId: id, number, movement, poses, chosen, outcome } = attempt;
  const { startedAt, finishedAt, framesSeen } = attempt;
  const consent = attempt.consent
    ? { ...attempt.consent, at: attempt.consent.at.toISOString() }
    : rest.consent;
  return {
    id,
    number,
    movement,
    poses,
    ...(chosen ? { challengeLength: chosen.length, challengeReasons: chosen.reasons } : {}),
    ...(outcome ? { outcome } : {}),
    startedAt: startedAt.toISOString(),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
    framesReceived: framesSeen,
    ...(consent ? { consent } : {}),
    frames: framesOf(attempt, kept, rest),
  };
}

function imagesOf(
  attempts: readonly CaptureAttempt[],
  { erasedAt, isReuse }: { erasedAt: Date | undefined; isReuse: boolean },
): ListCapturesResponse['images'] {
  if (erasedAt) return 'erased';
  const frames = attempts.flatMap((attempt) => attempt.frames);
  // A process that is used has captures; without any, it was kept long enough.
  if (frames.length === 0) return isReuse ? 'deleted' : 'none';
  return frames.some(({ isHeld }) => isHeld) ? 'held' : 'deleted';
}

/** Whose captures are described, and what is known of the decision that rests on them. */
export type CapturedFor = {
  capturedFor: SubjectId;
  decision: KeptDecision | undefined;
  erasedAt: Date | undefined;
  isReuse: boolean;
};

/** What was captured, with the checks of the decision, without naming for what. */
export async function describeCaptures(
  db: Db,
  tenantId: TenantId,
  { capturedFor, decision, erasedAt, isReuse }: CapturedFor,
): Promise<Omit<ListCapturesResponse, 'id' | 'processId'>> {
  const kept = await listRecordedFrames(db, tenantId, capturedFor);
  const recorded = await listRecordedAttempts(db, tenantId, capturedFor);
  const attempts = recorded.map((attempt) => toAttempt(attempt, kept, decision ?? {}));
  return {
    images: imagesOf(attempts, { erasedAt, isReuse }),
    ...(erasedAt ? { erasedAt: erasedAt.toISOString() } : {}),
    checks: decision ? listChecks(decision) : [],
    ...(decision ? comparedFace(decision) : {}),
    signs: (await listAttackSignals(db, tenantId, capturedFor)).map(toSignal),
    attempts,
  };
}

/** What was captured for a transaction, with the checks of its decision; refuses with 40004 and 40401. */
export async function readCaptures(
  { db }: ReadCapturesDeps,
  tenantId: TenantId,
  transactionId: string,
): Promise<ListCapturesResponse> {
  if (!isId(transactionId)) throw new Refusal('40004');
  const row = await findEvidence(db, tenantId, transactionId);
  if (!row) throw new Refusal('40401');
  const { decision, erasedAt, processId } = row;
  const isReuse = processId !== undefined;
  const captured = { capturedFor: processId ?? transactionId, decision, erasedAt, isReuse };
  return {
    id: transactionId.toLowerCase(),
    ...(isReuse ? { processId } : {}),
    ...(await describeCaptures(db, tenantId, captured)),
  };
}
