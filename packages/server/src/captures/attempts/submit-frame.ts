import { createHash } from 'node:crypto';
import type { FrameAnswer } from '@titular/contract';
import { encodeCleanJpeg, FRAME_LIMITS } from '@titular/face-engine';
import type { AttackSignal } from '../../decision/index.ts';
import type { OtherMeasure } from '../../faces/index.ts';
import { secondsBetween } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { PicturePlace, Pictures } from '../../pictures/index.ts';
import type { OpenDeploymentKey } from '../../tenants/index.ts';
import { type CameraCheck, requestOf } from '../attack-signals/camera-requests.ts';
import { findAttackSignals, type JudgedFrame } from '../attack-signals/find-signals.ts';
import { type HashKeys, recordImageHashes } from '../attack-signals/seen-frames.ts';
import { recordAttackSignal } from '../attack-signals/signal-store.ts';
import { watchCamera } from '../attack-signals/watch-camera.ts';
import { type FrameReading, type FrameVerdict, judgeFrame } from '../challenge/challenge.ts';
import { updateChip } from '../challenge/chip-store.ts';
import {
  betterChipRanges,
  type ChipsInHand,
  chipError,
  findBetterChip,
  isChipKept,
} from '../challenge/movement-chips.ts';
import {
  closeObservations,
  firstReading,
  type Observations,
  observe,
  slowMsWith,
} from '../challenge/observations.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import { countAttemptsLeft, readSubject } from '../sessions/view-session.ts';
import { endCapture, lockForEnd } from '../subjects/end-capture.ts';
import { attemptsEnded } from '../subjects/subject-metrics.ts';
import { type Attempt, findAttempt, updateAttempt } from './attempt-store.ts';
import { checkFrame, type FrameInHand } from './check-frame.ts';
import { insertFrame } from './frame-store.ts';
import {
  analyseFrame,
  type MeasureDeps,
  measureBeside,
  noteVersions,
  placeFace,
  readFrame,
  requiredRanges,
} from './measure-attempt.ts';
import { refusePicture } from './refuse-picture.ts';
import type { StartDeps } from './start-attempt.ts';

/** What a movement that is not asked for does beyond doubt: it ends the attempt, or leaves its sign alone. */
export type WrongMovements = 'end' | 'note';

/** What submitting a frame needs. */
export type SubmitDeps = StartDeps &
  Omit<MeasureDeps, 'db'> & {
    wrongMovements: WrongMovements;
    faceHashKey: OpenDeploymentKey;
    pictures: Pictures;
  };

/** The clean copy of a picture, without metadata: its SHA-256, and where it lies sealed. */
type KeptPicture = { imageDigest: Buffer; place: PicturePlace };

/** The same with what the other engine made of it, in a change of engine. */
type MeasuredPicture = KeptPicture & { other: OtherMeasure | undefined };

/** A judged frame, with what is kept of it: `kept` is the picture of a frame that passed a step. */
type FrameToRecord = JudgedFrame & {
  position: number;
  signs: readonly AttackSignal[];
  kept: MeasuredPicture | undefined;
  /** The step passed last, where this frame shows its pose better than the one that passed it. */
  betterStep: number | undefined;
};

/** Puts the picture of a frame that passed a step where it will lie, before any row says so; refuses with 50001 while it cannot be stored. */
async function keepPicture(
  { pictures }: Pick<SubmitDeps, 'pictures'>,
  keys: HashKeys,
  { attemptId, step }: Attempt,
  tenantId: TenantId,
  image: Uint8Array,
): Promise<KeptPicture> {
  const clean = await encodeCleanJpeg(image, FRAME_LIMITS);
  const place = await pictures.keep(keys.tenant, { tenantId, attemptId, step }, clean);
  return { imageDigest: createHash('sha256').update(clean).digest(), place };
}

/** Seals a frame that passed a step, and what it looks like. */
async function recordFrame(
  { pictures, engine }: Pick<SubmitDeps, 'pictures' | 'engine'>,
  db: StartDeps['db'],
  tenantId: TenantId,
  keys: HashKeys,
  { attempt, analysis, position, kept }: FrameToRecord,
  at: Date,
): Promise<void> {
  const { face, imageHash } = analysis;
  invariant(face?.identity && imageHash && kept, 'a kept frame has a face that was identified');
  const { descriptor, surroundings } = face.identity;
  const { attemptId, subject, step } = attempt;
  await insertFrame(db, tenantId, keys.tenant, {
    attemptId,
    step,
    pose: attempt.poses[step] ?? 'front',
    position,
    engineVersion: engine.version,
    measure: { yaw: face.yaw, descriptor },
    ...kept,
    surroundings: step === 0 && attempt.movement === 'distance' ? surroundings : undefined,
    chip: isChipKept(attempt.poses[step]) ? face.chip : undefined,
    at,
  });
  await pictures.confirm(db, kept.place);
  const hashes = { hash: imageHash, face: face.identity.hash };
  await recordImageHashes(db, tenantId, keys, { subject, attemptId, step, ...hashes, at });
}

function judge(
  deps: SubmitDeps,
  attempt: Attempt,
  reading: FrameReading,
  { cameAt, at }: { cameAt: Date; at: Date },
): FrameVerdict {
  const { poses, movement, step, framesSeen, unhurried, observations } = attempt;
  return judgeFrame(
    {
      poses,
      movement,
      step,
      framesSeen,
      unhurried,
      stepSeconds: deps.challengeStepSeconds,
      secondsInStep: secondsBetween(attempt.stepStartedAt, at),
      secondsInAttempt: secondsBetween(attempt.startedAt, at),
      frameSeconds: secondsBetween(cameAt, at),
      slowSeconds: (observations.slowMs ?? 0) / 1_000,
      first: firstReading(observations),
      wrongFrames: observations.wrongFrames ?? 0,
      solids: observations.solids ?? 0,
      wrongMovementEnds: deps.wrongMovements === 'end',
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
  keys: HashKeys,
  frame: FrameToRecord,
  answer: FrameAnswer,
  at: Date,
): Promise<boolean> {
  const { attempt, verdict, observations, position } = frame;
  const { tenantId, subject } = session;
  const store = async (trx: StartDeps['db']): Promise<boolean> => {
    if (verdict.outcome) await lockForEnd(deps, trx, session);
    const isFirst = await updateAttempt(trx, tenantId, {
      attemptId: attempt.attemptId,
      position,
      step: verdict.step,
      stepStartedAt: verdict.kept ? at : attempt.stepStartedAt,
      answer,
      observations: verdict.outcome ? closeObservations(observations) : observations,
      loads: attempt.observations.loads ?? 0,
      showsFace: frame.analysis.face !== undefined,
      at,
    });
    if (!isFirst) return false;
    if (verdict.kept) await recordFrame(deps, trx, tenantId, keys, frame, at);
    const { betterStep: step, analysis } = frame;
    const chip = analysis.face?.chip;
    if (step !== undefined && chip)
      await updateChip(trx, tenantId, keys.tenant, { attemptId: attempt.attemptId, step, chip });
    for (const sign of frame.signs)
      await recordAttackSignal(trx, tenantId, { subject, attemptNumber: attempt.number }, sign, at);
    if (verdict.outcome) await endCapture(deps, trx, session, attempt, verdict.outcome, at);
    return true;
  };
  return withRetries(() => deps.db.transaction().execute(store));
}

/** Where an attempt stands, for its chips. */
const chipsInHand = ({ poses, movement, step, observations }: Attempt): ChipsInHand => ({
  ...{ poses, movement, step },
  first: firstReading(observations),
  error: observations.chipError,
});

/** What a frame does to the chips of its attempt: a kept one begins another, one that passed nothing may show the pose of before better. No other person's face proves a movement. */
function chipsOf(
  attempt: Attempt,
  { face, quality, samePerson }: FrameReading,
  { kept }: FrameVerdict,
): { error?: number; betterStep: number | undefined } {
  const inHand = chipsInHand(attempt);
  const pose = attempt.poses[attempt.step];
  if (!face || !pose) return { betterStep: undefined };
  if (kept) return { error: chipError(pose, face, inHand.first), betterStep: undefined };
  const better = quality === 'good' && samePerson ? findBetterChip(inHand, face) : undefined;
  return better ? { error: better.error, betterStep: better.step } : { betterStep: undefined };
}

/**
 * A page that waited too long for its answer sends the frame again while the first is still measured: both get the answer of the one that
 * came first. Where the page was loaded again meanwhile, none came first: its frame may be the one that waits here, and is sent again.
 */
async function answerOfTwin(
  deps: SubmitDeps,
  session: CaptureSession,
  frame: FrameInHand,
): Promise<FrameAnswer> {
  const attempt = await findAttempt(deps.db, session.tenantId, session.sessionId, frame.attemptId);
  if (attempt?.lastAnswer && attempt.framesSeen === frame.position + 1) return attempt.lastAnswer;
  if (attempt && !attempt.outcome && attempt.framesSeen === frame.position)
    throw Refusal.after('42902', 1, 'The page was loaded again; send the frame again.');
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
  const cameAt = deps.clock.now();
  const checked = await checkFrame(deps.db, session, frame, cameAt);
  if (checked.kind === 'repeated') return checked.answer;
  const { attempt } = checked;
  const subject = await readSubject(deps, session);
  if (subject.state !== 'awaiting') throw new Refusal('40062', 'The transaction has ended.');
  const owner = { tenantId, sessionId: session.sessionId };
  const better = betterChipRanges(chipsInHand(attempt));
  const analysis = await analyseFrame(deps.engine, frame.image, requiredRanges(attempt), owner, better);
  if (analysis.kind === 'refused') return refusePicture(deps, session, attempt, analysis.reason);
  const measured = { image: frame.image, analysis, owner };
  const reading = await readFrame(deps, tenantId, attempt, measured);
  const at = deps.clock.now();
  const verdict = judge(deps, attempt, reading, { cameAt, at });
  const keys = { tenant: await deps.tenantKeys(tenantId), deployment: await deps.faceHashKey() };
  const watched = { attempt, analysis, verdict, image: frame.image, cameraAnswer: frame.cameraAnswer, at };
  const [camera, other] = await Promise.all([
    watchCamera(deps, tenantId, keys.tenant, watched),
    verdict.kept ? measureBeside(deps, measured, reading) : undefined,
  ]);
  const chips = chipsOf(attempt, reading, verdict);
  const observations: Observations = {
    ...observe(attempt.observations, { ...verdict, face: placeFace(analysis) }),
    ...(checked.times ? { capturedMs: checked.times } : {}),
    slowMs: slowMsWith(attempt.observations, { ...verdict, tookMs: at.getTime() - cameAt.getTime() }),
    ...(verdict.tooSoon ? { tooSoonAt: attempt.step } : {}),
    ...(verdict.wrongFrame ? { wrongFrames: (attempt.observations.wrongFrames ?? 0) + 1 } : {}),
    ...(verdict.wrongMovement ? { wrongMovementAt: attempt.step } : {}),
    ...(chips.error === undefined ? {} : { chipError: chips.error }),
    ...(verdict.kept && reading.solidity === 'solid'
      ? { solids: (attempt.observations.solids ?? 0) + 1 }
      : {}),
    ...(camera ? { camera } : {}),
    ...(verdict.kept ? noteVersions(deps, attempt, other) : {}),
  };
  const answer = await toAnswer(deps, session, verdict, camera);
  const judged = { attempt, analysis, verdict, observations };
  const signs = await findAttackSignals(deps.db, tenantId, keys, judged);
  const picture = verdict.kept ? await keepPicture(deps, keys, attempt, tenantId, frame.image) : undefined;
  const kept = picture && { ...picture, other };
  const toKeep = { ...judged, position: frame.position, signs, kept, betterStep: chips.betterStep };
  const isStored = await storeFrame(deps, session, keys, toKeep, answer, at);
  if (!isStored) return answerOfTwin(deps, session, frame);
  if (verdict.outcome) attemptsEnded.add({ outcome: verdict.outcome });
  return answer;
}
