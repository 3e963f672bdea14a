import { createHash } from 'node:crypto';
import type { FrameAnswer } from '@titular/contract';
import { secondsBetween } from '../base/clock.ts';
import { invariant } from '../base/invariant.ts';
import { Refusal } from '../base/refusal.ts';
import { encodeCleanJpeg, FRAME_LIMITS } from '../biometrics/decode-image.ts';
import type { RiskSign } from '../decision/risk-signs.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { type Attempt, findAttempt, updateAttempt } from './attempt-store.ts';
import { type CameraCheck, requestOf } from './camera-requests.ts';
import { type FrameReading, type FrameVerdict, judgeFrame, movementOf } from './challenge.ts';
import { checkFrame, type FrameInHand } from './check-frame.ts';
import { endCapture } from './end-capture.ts';
import { findSigns, type JudgedFrame } from './find-signs.ts';
import { insertFrame } from './frame-store.ts';
import { analyseFrame, type MeasureDeps, placeFace, readFrame } from './measure-attempt.ts';
import { closeObservations, type Observations, observe } from './observations.ts';
import { keepPrint } from './seen-frames.ts';
import type { CaptureSession } from './session-store.ts';
import { noteSign } from './sign-store.ts';
import type { StartDeps } from './start-attempt.ts';
import { countAttemptsLeft, readSubject } from './view-session.ts';
import { watchCamera } from './watch-camera.ts';

/** What submitting a frame needs. */
export type SubmitDeps = StartDeps & Omit<MeasureDeps, 'db'> & { wrongTurns: 'end' | 'note' };

/** A judged frame, with what is kept of it: `clean` is the copy without metadata, of a frame that passed a step. */
type FrameToKeep = JudgedFrame & { position: number; signs: readonly RiskSign[]; clean: Buffer | undefined };

/** Seals a frame that passed a step, and what it looks like. */
async function keepFrame(
  db: StartDeps['db'],
  tenantId: string,
  key: TenantKey,
  { attempt, analysis, position, clean }: FrameToKeep,
  engineVersion: string,
  at: Date,
): Promise<void> {
  const { face, fingerprint } = analysis;
  invariant(face && clean, 'a kept frame has a face');
  const { attemptId, transactionId, step } = attempt;
  await insertFrame(db, tenantId, key, {
    attemptId,
    step,
    pose: attempt.poses[step] ?? 'front',
    position,
    engineVersion,
    measure: { yaw: face.yaw, descriptor: face.descriptor },
    image: clean,
    surroundings: step === 0 && movementOf(attempt.poses) === 'distance' ? face.surroundings : undefined,
    imageDigest: createHash('sha256').update(clean).digest(),
    at,
  });
  await keepPrint(db, tenantId, key, { transactionId, attemptId, step, print: fingerprint, at });
}

function judge(deps: SubmitDeps, attempt: Attempt, reading: FrameReading, at: Date): FrameVerdict {
  const { poses, step, framesSeen, unhurried, observations } = attempt;
  return judgeFrame(
    {
      poses,
      step,
      framesSeen,
      unhurried,
      stepSeconds: deps.challengeStepSeconds,
      secondsInStep: secondsBetween(attempt.stepStartedAt, at),
      secondsInAttempt: secondsBetween(attempt.startedAt, at),
      firstSize: observations.firstSize,
      wrongTurnEnds: deps.wrongTurns === 'end',
      hints: observations.hints,
    },
    reading,
  );
}

async function toAnswer(
  deps: SubmitDeps,
  session: CaptureSession,
  { step, hint, outcome }: FrameVerdict,
  camera: CameraCheck | undefined,
): Promise<FrameAnswer> {
  const left = await countAttemptsLeft(deps, session);
  const cameraRequest = requestOf(camera);
  return {
    step,
    hint,
    ...(outcome ? { outcome } : {}),
    attemptsLeft: outcome ? left - 1 : left,
    ...(cameraRequest ? { cameraRequest } : {}),
  };
}

/** Writes all that a frame changes, in one commit; false when another frame came first, or the attempt has ended. */
async function storeFrame(
  deps: SubmitDeps,
  session: CaptureSession,
  key: TenantKey,
  frame: FrameToKeep,
  answer: FrameAnswer,
  at: Date,
): Promise<boolean> {
  const { attempt, verdict, observations, position } = frame;
  const { tenantId, transactionId } = session;
  return deps.db.transaction().execute(async (trx) => {
    const isFirst = await updateAttempt(trx, tenantId, {
      attemptId: attempt.attemptId,
      position,
      step: verdict.step,
      stepStartedAt: verdict.kept ? at : attempt.stepStartedAt,
      answer,
      observations: verdict.outcome ? closeObservations(observations) : observations,
      at,
    });
    if (!isFirst) return false;
    if (verdict.kept) await keepFrame(trx, tenantId, key, frame, deps.engine.version, at);
    for (const sign of frame.signs)
      await noteSign(trx, tenantId, { transactionId, attemptNumber: attempt.number }, sign, at);
    if (verdict.outcome) await endCapture(deps, trx, session, attempt, verdict.outcome, at);
    return true;
  });
}

/** A page that waited too long for its answer sends the frame again while the first is still measured: both get the answer of the one that came first. */
async function answerOfTwin(
  deps: SubmitDeps,
  session: CaptureSession,
  frame: FrameInHand,
): Promise<FrameAnswer> {
  const attempt = await findAttempt(deps.db, session.tenantId, session.sessionId, frame.attemptId);
  if (attempt?.lastAnswer && attempt.framesSeen === frame.position + 1) return attempt.lastAnswer;
  throw new Refusal('40062', 'Another frame came first.');
}

/** Measures one frame, moves the attempt on and, at its end, the subject, all in one commit. */
export async function submitFrame(
  deps: SubmitDeps,
  session: CaptureSession,
  frame: FrameInHand,
): Promise<FrameAnswer> {
  const { tenantId } = session;
  if (!session.consented) throw new Refusal('40062', 'The consent was taken back.');
  const checked = await checkFrame(deps.db, session, frame, deps.clock.now());
  if (checked.kind === 'repeated') return checked.answer;
  const { attempt } = checked;
  const subject = await readSubject(deps, session);
  if (subject.state !== 'open') throw new Refusal('40062', 'The transaction has ended.');
  const analysis = await analyseFrame(deps.engine, frame.image);
  const reading = await readFrame(deps, tenantId, attempt, analysis);
  const at = deps.clock.now();
  const verdict = judge(deps, attempt, reading, at);
  const key = await deps.tenantKeys(tenantId);
  const watched = { attempt, analysis, verdict, image: frame.image, cameraAnswer: frame.cameraAnswer, at };
  const camera = await watchCamera(deps.db, tenantId, key, watched);
  const observations: Observations = {
    ...observe(attempt.observations, { ...verdict, face: placeFace(analysis) }),
    ...(checked.times ? { capturedMs: checked.times } : {}),
    ...(verdict.tooSoon ? { tooSoonAt: attempt.step } : {}),
    ...(verdict.wrongTurn ? { wrongTurnAt: attempt.step } : {}),
    ...(camera ? { camera } : {}),
  };
  const answer = await toAnswer(deps, session, verdict, camera);
  const judged = { attempt, analysis, verdict, observations };
  const signs = await findSigns(deps.db, tenantId, key, judged);
  const clean = verdict.kept ? await encodeCleanJpeg(frame.image, FRAME_LIMITS) : undefined;
  const toKeep = { ...judged, position: frame.position, signs, clean };
  const isStored = await storeFrame(deps, session, key, toKeep, answer, at);
  return isStored ? answer : answerOfTwin(deps, session, frame);
}
