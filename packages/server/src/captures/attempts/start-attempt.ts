import {
  type AttemptView,
  type ChallengeLength,
  type ChallengeMovement,
  CONSENT_VERSION,
  DEVICE_CONSENT_VERSION,
  type StartAttemptRequest,
} from '@titular/contract';
import type { OtherMeasures } from '../../faces/index.ts';
import { secondsBetween } from '../../kernel/base/clock.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { drawCameraRequests } from '../attack-signals/camera-requests.ts';
import { signalsOfCamera } from '../attack-signals/camera-signals.ts';
import { recordAttackSignal } from '../attack-signals/signal-store.ts';
import { type ChosenLength, chooseLength } from '../challenge/choose-length.ts';
import { drawChallenge } from '../challenge/draw-challenge.ts';
import { NOTHING_OBSERVED } from '../challenge/observations.ts';
import { findRisk } from '../challenge/risk-store.ts';
import { FIRST_WRONG_FRAMES } from '../challenge/wrong-movement.ts';
import { deleteDeviceUses, insertDeviceUse } from '../devices/device-store.ts';
import { type ChooseDevice, hashDevice } from '../devices/find-device-link.ts';
import { endUnusedLinks } from '../links/link-store.ts';
import { type CaptureSession, findConsent } from '../sessions/session-store.ts';
import { readSubject, type ViewDeps } from '../sessions/view-session.ts';
import type { BeginAnswer } from '../subjects/capture-subject.ts';
import { endCapture, lockForEnd, type RetryDeps } from '../subjects/end-capture.ts';
import { attemptsEnded, countEvent } from '../subjects/subject-metrics.ts';
import { attemptLimits } from './attempt-limits.ts';
import { type Attempt, endAttempt, findLatestAttempt, insertAttempt, resetTimes } from './attempt-store.ts';

/** What starting an attempt needs; `random` gives [0, 1) and must not be predictable. `challengeLength` is that of every attempt, if it is set. */
export type StartDeps = ViewDeps &
  RetryDeps & {
    random: () => number;
    challengeStepSeconds: number;
    tenantKeys: TenantKeys;
    challengeLength: ChallengeLength | undefined;
    engine: { version: string };
    otherEngine: Pick<OtherMeasures, 'version'> | undefined;
  };

/** What the page sends to start an attempt, whether its browser said that the call comes from it (Fetch Metadata), and the browser's device cookie. */
export type StartRequest = StartAttemptRequest & { isFromPage: boolean; device: string | undefined };

function toView(deps: StartDeps, attempt: Attempt): AttemptView {
  return {
    attemptId: attempt.attemptId,
    movement: attempt.movement,
    poses: attempt.poses,
    nextPosition: attempt.framesSeen,
    step: attempt.step,
    stepSeconds: attemptLimits(deps.challengeStepSeconds, attempt.unhurried).step,
    attemptsLeft: deps.maximumAttempts - attempt.number + 1,
  };
}

function isStillGoing(deps: StartDeps, attempt: Attempt, now: Date): boolean {
  const limits = attemptLimits(deps.challengeStepSeconds, attempt.unhurried);
  return (
    secondsBetween(attempt.stepStartedAt, now) <= limits.step &&
    secondsBetween(attempt.startedAt, now) <= limits.attempt
  );
}

/** Who says nothing goes on with what was chosen before: a page that was reloaded has forgotten it. */
const hasSameOptions = (attempt: Attempt, { movement, unhurried }: StartRequest): boolean =>
  (movement ?? attempt.movement) === attempt.movement &&
  (unhurried ?? attempt.unhurried) === attempt.unhurried;

/** Ends an attempt that was left alone until its time was up, or for another kind of challenge, and the subject with it when it was the last. */
async function endAbandoned(
  deps: StartDeps,
  session: CaptureSession,
  attempt: Attempt,
  now: Date,
): Promise<void> {
  const isEnded = await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const isLast = attempt.number >= deps.maximumAttempts;
      if (isLast) await lockForEnd(deps, trx, session);
      const ended = await endAttempt(trx, session.tenantId, attempt.attemptId, 'timeout', now);
      if (ended && isLast) await endCapture(deps, trx, session, attempt, 'timeout', now);
      return ended;
    }),
  );
  if (isEnded) attemptsEnded.add({ outcome: 'timeout' });
}

async function noteCamera(
  db: StartDeps['db'],
  session: CaptureSession,
  attemptNumber: number,
  request: StartRequest,
  now: Date,
): Promise<void> {
  // A page that was loaded at the release before knows nothing of a report; its consent was to another text.
  const isPresent = [CONSENT_VERSION, DEVICE_CONSENT_VERSION].includes(session.consentVersion ?? '');
  const isOldPage = !request.camera && !isPresent;
  const signs = isOldPage ? [] : signalsOfCamera(request.camera);
  const place = { subject: session.subject, attemptNumber };
  for (const sign of request.isFromPage ? signs : [...signs, 'no_fetch_metadata' as const])
    await recordAttackSignal(db, session.tenantId, place, sign, now);
}

/** The movement of a new attempt: what is asked for, what was chosen before, or all that a person can do. */
function chooseMovement(
  offered: readonly ChallengeMovement[],
  asked: ChallengeMovement | undefined,
  before: ChallengeMovement | undefined,
): ChallengeMovement {
  if (asked && !offered.includes(asked)) throw new Refusal('40064');
  return asked ?? offered.find((movement) => movement === before) ?? 'turn';
}

/** Undoes what the attempt changed so far, so that the subject stays as it was. */
function refuseForNow({ waitSeconds }: Extract<BeginAnswer, { kind: 'too_many' }>): never {
  throw Refusal.after('42904', waitSeconds);
}

type Begun = Extract<BeginAnswer, { kind: 'begun' }>;

/** An attempt before its challenge is drawn. */
type Undrawn = Omit<Attempt, 'poses' | 'observations'>;

/** How long the challenge is: what the page asks for has no part in it. */
async function chooseFor(
  { challengeLength, engine, otherEngine }: StartDeps,
  trx: Db,
  tenantId: TenantId,
  { subject, number, movement, startedAt }: Undrawn,
  { movements, identityHash, isStated }: Begun,
): Promise<ChosenLength> {
  if (challengeLength) return { length: challengeLength, reasons: [] };
  // Whoever leaves out a kind of movement draws from fewer sequences, and none of those is ever shorter.
  if (movements === 'fixed' || movement !== 'turn') return { length: 'usual', reasons: [] };
  const other = otherEngine?.version();
  const engineVersions = [engine.version, ...(other === undefined ? [] : [other])];
  const whose = { identityHash, subjectId: subject.id, engineVersions };
  const found = await findRisk(trx, tenantId, whose, startedAt);
  return chooseLength({ ...found, isStated, number }, startedAt);
}

/** Draws the challenge and the camera requests in it. */
function drawFor(
  { random }: StartDeps,
  undrawn: Undrawn,
  { length }: ChosenLength,
  { camera: report }: StartRequest,
): Attempt {
  const poses = drawChallenge(random, undrawn.movement, length);
  const camera = drawCameraRequests(random, poses, report);
  const wrongFrames = FIRST_WRONG_FRAMES[length];
  const observations = { ...NOTHING_OBSERVED, wrongFrames, ...(camera ? { camera } : {}) };
  return { ...undrawn, poses, observations };
}

async function beginAttempt(
  deps: StartDeps,
  session: CaptureSession,
  undrawn: Undrawn,
  request: StartRequest,
  chooseDevice: ChooseDevice,
): Promise<Attempt> {
  const { tenantId, subject } = session;
  const { number, startedAt } = undrawn;
  const begin = async (trx: StartDeps['db']): Promise<Attempt | undefined> => {
    const taken = await deps.subjects[subject.kind].permitAttempt(trx, tenantId, subject.id, startedAt);
    if (taken.kind === 'too_many') refuseForNow(taken);
    if (taken.kind !== 'begun') return undefined;
    const consent = await findConsent(trx, tenantId, session.sessionId);
    // Taken back in another tab a moment ago.
    if (!consent) throw new Refusal('40062');
    const chosen = await chooseFor(deps, trx, tenantId, undrawn, taken);
    const attempt = drawFor(deps, undrawn, chosen, request);
    const { identityHash, isStated } = taken;
    if (!(await insertAttempt(trx, tenantId, attempt, { consent, identityHash, isStated, chosen })))
      throw new Refusal('40062', 'Another page is already taking the selfie.');
    // Each subject counts once, by its latest attempt: who states another identity is no second one.
    if (number > 1) await deleteDeviceUses(trx, tenantId, subject.id);
    const deviceHash = chooseDevice(consent);
    const use = { subject, attemptId: attempt.attemptId, at: startedAt };
    if (deviceHash) await insertDeviceUse(trx, tenantId, use, { deviceHash, identityHash });
    // One that was being made while the consent was given is still out.
    const shown = { purpose: 'phone', madeBy: session.sessionId } as const;
    await endUnusedLinks(trx, tenantId, subject.id, shown, startedAt);
    await noteCamera(trx, session, number, request, startedAt);
    return attempt;
  };
  // A process of the release before locks the attempt that it ends first, and the subject after it.
  const begun = await withRetries(() => deps.db.transaction().execute(begin));
  if (!begun) throw new Refusal('40062', 'The time for another attempt has passed.');
  return begun;
}

/** Begins an attempt with a fresh challenge, or goes on with the one this session left a moment ago (a reload costs no attempt, another kind of challenge does). */
export async function startAttempt(
  deps: StartDeps,
  session: CaptureSession,
  request: StartRequest,
): Promise<AttemptView> {
  const subject = await readSubject(deps, session);
  if (subject.state !== 'awaiting' || !session.consented) throw new Refusal('40062');
  const now = deps.clock.now();
  const latest = await findLatestAttempt(deps.db, session.tenantId, session.subject.id);
  if (latest && !latest.outcome) {
    const isOwn = latest.sessionId === session.sessionId && isStillGoing(deps, latest, now);
    if (isOwn && hasSameOptions(latest, request)) {
      await noteCamera(deps.db, session, latest.number, request, now);
      await resetTimes(deps.db, session.tenantId, latest.attemptId);
      return toView(deps, latest);
    }
    await endAbandoned(deps, session, latest, now);
  }
  const movement = chooseMovement(subject.movements, request.movement, latest?.movement);
  const number = (latest?.number ?? 0) + 1;
  if (number > deps.maximumAttempts) throw new Refusal('40062', 'No attempt is left.');
  const attempt = await beginAttempt(
    deps,
    session,
    {
      attemptId: newId(now.getTime()),
      subject: session.subject,
      sessionId: session.sessionId,
      number,
      movement,
      step: 0,
      framesSeen: 0,
      unhurried: request.unhurried ?? latest?.unhurried ?? false,
      lastAnswer: undefined,
      outcome: undefined,
      startedAt: now,
      stepStartedAt: now,
    },
    request,
    await hashDevice(deps, session, subject, request.device),
  );
  countEvent(session.subject.kind, 'attempt', subject.module);
  return toView(deps, attempt);
}
