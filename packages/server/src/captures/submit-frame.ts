import { createHash } from 'node:crypto';
import type { FrameAnswer } from '@titular/contract';
import { invariant } from '../base/invariant.ts';
import { Refusal } from '../base/refusal.ts';
import { euclideanDistance } from '../biometrics/comparison.ts';
import { encodeCleanJpeg, FRAME_LIMITS } from '../biometrics/decode-image.ts';
import {
  EngineAwayError,
  EngineBusyError,
  type FaceEngine,
  type FrameAnalysis,
} from '../biometrics/face-engine.ts';
import { qualityHint } from '../biometrics/quality.ts';
import type { TenantKey, TenantKeys } from '../tenants/tenant-keys.ts';
import { type Attempt, findAttempt, updateAttempt } from './attempt-store.ts';
import { type FrameReading, type FrameVerdict, judgeFrame } from './challenge.ts';
import { findFirstMeasure, insertFrame } from './frame-store.ts';
import type { CaptureSession } from './session-store.ts';
import type { StartDeps } from './start-attempt.ts';
import { countAttemptsLeft, readSubject } from './view-session.ts';

/** What submitting a frame needs; `samePersonThreshold` is the largest distance between two frames of one attempt. */
export type SubmitDeps = StartDeps & {
  engine: FaceEngine;
  tenantKeys: TenantKeys;
  samePersonThreshold: number;
};

type Analysed = Extract<FrameAnalysis, { kind: 'analysed' }>;

async function analyse(engine: FaceEngine, image: Uint8Array): Promise<Analysed> {
  const analysis = await engine.analyse(image).catch((error: unknown) => {
    if (error instanceof EngineBusyError) throw new Refusal('42902', undefined, { 'retry-after': '1' });
    if (error instanceof EngineAwayError)
      throw new Refusal('50001', 'No face can be measured now; the frame does not count.', {
        'retry-after': '5',
      });
    throw error;
  });
  if (analysis.kind === 'refused')
    throw new Refusal('40061', `The frame cannot be used: ${analysis.reason}.`);
  return analysis;
}

async function readFrame(
  deps: SubmitDeps,
  session: CaptureSession,
  attempt: Attempt,
  analysis: Analysed,
): Promise<FrameReading> {
  const quality = qualityHint(analysis);
  if (!analysis.face || attempt.step === 0) return { quality, yaw: analysis.face?.yaw, samePerson: true };
  const key = await deps.tenantKeys(session.tenantId);
  const first = await findFirstMeasure(deps.db, session.tenantId, key, attempt.attemptId);
  // Another engine took over in the midst of the attempt: what it measured says nothing of the frames before.
  if (first && first.engineVersion !== deps.engine.version)
    throw new Refusal('40062', 'The attempt was begun with another face engine.');
  const distance = first
    ? euclideanDistance(first.measure.descriptor, analysis.face.descriptor)
    : Number.POSITIVE_INFINITY;
  return { quality, yaw: analysis.face.yaw, samePerson: distance <= deps.samePersonThreshold };
}

/** A frame under judgement, with what belongs to it. */
type FrameInHand = {
  attempt: Attempt;
  analysis: Analysed;
  engineVersion: string;
  position: number;
  at: Date;
};

/** Seals a frame that passed a step; `image` is the clean copy, without metadata. */
async function keepFrame(
  db: StartDeps['db'],
  tenantId: string,
  key: TenantKey,
  { attempt, analysis, engineVersion, position, at }: FrameInHand,
  image: Buffer,
): Promise<void> {
  const { face } = analysis;
  invariant(face, 'a kept frame has a face');
  await insertFrame(db, tenantId, key, {
    attemptId: attempt.attemptId,
    step: attempt.step,
    pose: attempt.poses[attempt.step] ?? 'front',
    position,
    engineVersion,
    measure: { yaw: face.yaw, descriptor: face.descriptor },
    image,
    imageDigest: createHash('sha256').update(image).digest(),
    at,
  });
}

/** Tells the subject what an ended attempt means for it, in the commit of the attempt. */
async function tellSubject(
  deps: SubmitDeps,
  trx: StartDeps['db'],
  session: CaptureSession,
  attempt: Attempt,
  outcome: FrameVerdict['outcome'],
  at: Date,
): Promise<void> {
  const { tenantId, transactionId } = session;
  if (outcome === 'completed') {
    const taken = await deps.subjects.finishCapture(trx, tenantId, transactionId, at);
    if (!taken) throw new Refusal('40062', 'The transaction has ended.');
  } else if (outcome && attempt.number >= deps.maximumAttempts) {
    await deps.subjects.exhaustAttempts(trx, tenantId, transactionId, at);
  }
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000;

function judge(deps: SubmitDeps, attempt: Attempt, reading: FrameReading, at: Date): FrameVerdict {
  return judgeFrame(
    {
      poses: attempt.poses,
      step: attempt.step,
      framesSeen: attempt.framesSeen,
      stepSeconds: deps.challengeStepSeconds,
      secondsInStep: secondsBetween(attempt.stepStartedAt, at),
      secondsInAttempt: secondsBetween(attempt.startedAt, at),
    },
    reading,
  );
}

/** Refuses frames out of order; the one before is answered again as it was, so that a lost answer costs nothing. */
function checkPosition(attempt: Attempt, position: number): FrameAnswer | undefined {
  const isRepeat = position === attempt.framesSeen - 1 && attempt.lastAnswer;
  if (isRepeat) return attempt.lastAnswer;
  if (attempt.outcome) throw new Refusal('40062', 'The attempt has ended.');
  if (position !== attempt.framesSeen) throw new Refusal('40062', `The next frame is ${attempt.framesSeen}.`);
  return undefined;
}

async function toAnswer(
  deps: SubmitDeps,
  session: CaptureSession,
  { step, hint, outcome }: FrameVerdict,
): Promise<FrameAnswer> {
  const left = await countAttemptsLeft(deps, session);
  return { step, hint, ...(outcome ? { outcome } : {}), attemptsLeft: outcome ? left - 1 : left };
}

/** Measures one frame, moves the attempt on and, at its end, the subject, all in one commit. */
export async function submitFrame(
  deps: SubmitDeps,
  session: CaptureSession,
  attemptId: string,
  position: number,
  image: Uint8Array,
): Promise<FrameAnswer> {
  const attempt = await findAttempt(deps.db, session.tenantId, session.sessionId, attemptId);
  if (!attempt) throw new Refusal('40411');
  const repeated = checkPosition(attempt, position);
  if (repeated) return repeated;
  const subject = await readSubject(deps, session);
  if (subject.state !== 'open') throw new Refusal('40062', 'The transaction has ended.');
  const analysis = await analyse(deps.engine, image);
  const reading = await readFrame(deps, session, attempt, analysis);
  const at = deps.clock.now();
  const verdict = judge(deps, attempt, reading, at);
  const answer = await toAnswer(deps, session, verdict);
  const clean = verdict.kept ? await encodeCleanJpeg(image, FRAME_LIMITS) : undefined;
  const key = await deps.tenantKeys(session.tenantId);
  await deps.db.transaction().execute(async (trx) => {
    const stepStartedAt = verdict.kept ? at : attempt.stepStartedAt;
    const change = { attemptId, position, step: verdict.step, stepStartedAt, answer, at };
    const isFirst = await updateAttempt(trx, session.tenantId, change);
    if (!isFirst) throw new Refusal('40062', 'Another frame came first.');
    const inHand = { attempt, analysis, engineVersion: deps.engine.version, position, at };
    if (clean) await keepFrame(trx, session.tenantId, key, inHand, clean);
    await tellSubject(deps, trx, session, attempt, verdict.outcome, at);
  });
  return answer;
}
