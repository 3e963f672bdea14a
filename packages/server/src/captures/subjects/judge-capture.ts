import { euclideanDistance } from '@titular/face-engine';
import type { Kysely } from 'kysely';
import {
  type Decision,
  type DecisionPolicy,
  decide,
  type Evidence,
  isAttackSignal,
  type SeenSignal,
  signalsRefuse,
} from '../../decision/index.ts';
import {
  type Galleries,
  type GalleryAnswer,
  type GalleryQuestion,
  isDisputed,
  lockGallery,
  lockIdentity,
  type PreparedSearch,
  type TemplateRules,
  untilInStep,
} from '../../faces/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { NoteSecurity } from '../../kernel/base/security-log.ts';
import type { SubjectId, SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { OpenDeploymentKey, TenantKey } from '../../tenants/index.ts';
import { gatherAttackSignals } from '../attack-signals/gather-signals.ts';
import { findLatestAttempt } from '../attempts/attempt-store.ts';
import { type KeptFrame, listFrames } from '../attempts/frame-store.ts';
import { type Consent, findConsent } from '../sessions/session-store.ts';
import {
  type CapturedFace,
  changeEnrolled,
  compareEnrolled,
  type EnrolledFaces,
  mayChange,
  referenceOf,
} from './enrolled-faces.ts';
import { faceDistance } from './subject-metrics.ts';

/** What judging needs. */
export type JudgeDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  galleries: Galleries;
  faceHashKey: OpenDeploymentKey;
  engineVersion: string;
  noteSecurity: NoteSecurity;
};

/** A capture that is judged, whom it is to show, and what opens the tenant's data. */
export type CaptureCase = {
  tenantId: TenantId;
  /** What is decided. */
  subjectId: SubjectId;
  /** The one for which the capture was made: another one where a process is reused. */
  capturedFor: SubjectRef;
  /** The identity the person is measured against: the one they stated, or else the one that was sent. */
  claimed: { key: string; hash: Buffer };
  sentHash: Buffer;
  isStated: boolean;
  livenessBy: Evidence['livenessBy'];
  key: TenantKey;
  policy: DecisionPolicy;
  rules: TemplateRules;
};

/** A decision as it is kept: what it rested on, by hash, and the consent that covered it. */
export type KeptDecision = Omit<Decision, 'hasIdentityChanged' | 'mayRenew'> & {
  engineVersion: string;
  captures?: string[];
  consent?: { version: string; language: string; at: string } | null;
  /** The signs of an attack that were seen; absent where the decision did not look for any. */
  signs?: string[];
};

/** All of a capture that no longer changes, and the search that was made before the locks. */
export type GatheredCapture = {
  frames: KeptFrame[];
  askedPoses: readonly string[];
  consent: Consent | undefined;
  signs: SeenSignal[];
  /** The search among the enrolled faces; absent where the capture is comparable with none. */
  searched: PreparedSearch | undefined;
};

const capturedFace = ([first]: readonly KeptFrame[], madeFor: SubjectRef): CapturedFace | undefined =>
  first && { engineVersion: first.engineVersion, descriptor: first.measure.descriptor, madeFor };

const questionOf = ({ engineVersion }: JudgeDeps, { claimed, sentHash }: CaptureCase): GalleryQuestion => ({
  identityKey: claimed.key,
  engineVersion,
  exceptIdentityHashes: [claimed.hash, sentHash],
});

/** Reads what no longer changes, and searches the enrolled faces, before anything is locked; undefined when the captures are gone. */
async function gatherCapture(deps: JudgeDeps, one: CaptureCase): Promise<GatheredCapture | undefined> {
  const { tenantId, subjectId, capturedFor, key } = one;
  const attempt = await findLatestAttempt(deps.db, tenantId, capturedFor.id);
  if (!attempt) return undefined;
  const frames = await listFrames(deps.db, tenantId, key, attempt.attemptId);
  // Of a capture that is used once more, the attempt may be there without its pictures.
  if (frames.length === 0 && capturedFor.id !== subjectId) return undefined;
  const face = capturedFace(frames, capturedFor);
  const isComparable = face?.engineVersion === deps.engineVersion;
  return {
    searched: isComparable
      ? await deps.galleries.prepare(tenantId, questionOf(deps, one), face.descriptor)
      : undefined,
    frames,
    askedPoses: attempt.poses,
    consent: attempt.consent ?? (await findConsent(deps.db, tenantId, attempt.sessionId)),
    signs: await gatherAttackSignals(
      deps.db,
      tenantId,
      { tenant: key, deployment: await deps.faceHashKey() },
      attempt,
    ),
  };
}

/** All that is known of the captured face: the identity's own faces, and the search among those of others. */
type KnownFaces = EnrolledFaces & {
  captured: CapturedFace | undefined;
  answer: GalleryAnswer;
  isDisputed: boolean;
};

const NOT_COMPARABLE: GalleryAnswer = { kind: 'searched', nearest: undefined, faces: 0, hasRoom: false };

/** Looks under the locks of identity and, where a face may be enrolled, of the gallery, so that two captures at once see each other. */
async function lookAround(
  deps: JudgeDeps,
  trx: Kysely<Tables>,
  one: CaptureCase,
  { frames, searched }: GatheredCapture,
): Promise<KnownFaces> {
  const { engineVersion, galleries, clock } = deps;
  const { tenantId, key, rules, claimed: identity, capturedFor } = one;
  const captured = capturedFace(frames, capturedFor);
  await lockIdentity(trx, tenantId, identity.hash);
  const found = await compareEnrolled(trx, { tenantId, key, identity }, captured, engineVersion);
  const enrolled = { ...found, isDisputed: await isDisputed(trx, tenantId, identity.hash) };
  // What another engine made can be compared with no enrolled face.
  if (captured?.engineVersion !== engineVersion) return { ...enrolled, captured, answer: NOT_COMPARABLE };
  if (mayChange(enrolled, rules, clock.now())) await lockGallery(trx, tenantId, identity.key);
  const question = questionOf(deps, one);
  const answer = await galleries.search(trx, tenantId, question, captured.descriptor, searched);
  return { ...enrolled, captured, answer };
}

function galleryEvidence(answer: GalleryAnswer): Pick<Evidence, 'gallery' | 'otherFaceDistance'> {
  if (answer.kind === 'too_large') return { gallery: 'unsearched', otherFaceDistance: undefined };
  return { gallery: answer.hasRoom ? 'open' : 'full', otherFaceDistance: answer.nearest };
}

function toEvidence(
  { engineVersion }: JudgeDeps,
  one: CaptureCase,
  { frames, askedPoses, signs }: GatheredCapture,
  faces: KnownFaces,
): Evidence {
  const first = frames[0];
  return {
    askedPoses,
    livenessBy: one.livenessBy,
    frames: frames.map((frame) => ({
      pose: frame.pose,
      distanceToFirst:
        first && frame.engineVersion === first.engineVersion
          ? euclideanDistance(first.measure.descriptor, frame.measure.descriptor)
          : Number.NaN,
    })),
    reference: referenceOf(faces, faces.captured, engineVersion),
    ...galleryEvidence(faces.answer),
    signs,
    isStatedIdentity: one.isStated,
    isDisputed: faces.isDisputed,
  };
}

/** Leaves in the enrolled faces what the decision says, and tells the operator when it could not. */
async function changeFaces(
  { clock, galleries, engineVersion }: JudgeDeps,
  trx: Kysely<Tables>,
  { tenantId, claimed: identity, key, rules }: CaptureCase,
  { captured, answer, isDisputed: _disputed, ...enrolled }: KnownFaces,
  decision: Decision,
): Promise<void> {
  if (decision.reasons.some((reason) => reason === 'gallery_full' || reason === 'gallery_unsearched'))
    galleries.reportLimit(tenantId, { identityKey: identity.key, engineVersion }, answer.faces);
  if (!captured || answer.kind !== 'searched') return;
  const change = { decision, captured, rules, hasRoom: answer.hasRoom };
  await changeEnrolled(trx, clock, { tenantId, key, identity }, enrolled, change);
}

/** Leaves a trace for the operator of a capture that signs of an attack keep from being approved. */
function recordSignals({ noteSecurity }: JudgeDeps, one: CaptureCase, { signs }: GatheredCapture): void {
  if (!signalsRefuse(signs, one.policy.notedSigns)) return;
  const { tenantId, subjectId } = one;
  const code = signs.map(({ sign }) => sign).join(' ');
  noteSecurity({ refused: 'capture', code, countedFor: tenantId, tenantId, subjectId });
}

function observeDistances({ reference, otherFaceDistance }: Evidence): void {
  if (reference.kind === 'compared') faceDistance.observe({ kind: 'reference' }, reference.distance);
  if (otherFaceDistance !== undefined) faceDistance.observe({ kind: 'other' }, otherFaceDistance);
}

/** What was decided, and what is to be kept of it. */
export type JudgedCapture = { decided: Decision; kept: KeptDecision };

/** Decides about a capture and leaves in the enrolled faces what follows from it, in the caller's database transaction, which holds the subject. */
export async function judgeCapture(
  deps: JudgeDeps,
  trx: Kysely<Tables>,
  one: CaptureCase,
  gathered: GatheredCapture,
): Promise<JudgedCapture> {
  const faces = await lookAround(deps, trx, one, gathered);
  const evidence = toEvidence(deps, one, gathered, faces);
  const decided = decide(evidence, one.policy);
  observeDistances(evidence);
  await changeFaces(deps, trx, one, faces, decided);
  recordSignals(deps, one, gathered);
  const { hasIdentityChanged: _changed, mayRenew: _mayRenew, ...decision } = decided;
  const { consent, frames } = gathered;
  return {
    decided,
    kept: {
      ...decision,
      engineVersion: deps.engineVersion,
      signs: decided.reasons.filter(isAttackSignal),
      captures: frames.map((frame) => frame.imageDigest.toString('hex')),
      consent: consent ? { ...consent, at: consent.at.toISOString() } : null,
    },
  };
}

/** Gathers a capture and decides about it, and does both anew where too many faces came or went in between. */
export const withGathered = <Result>(
  deps: JudgeDeps,
  one: CaptureCase,
  decideWith: (gathered: GatheredCapture | undefined) => Promise<Result>,
): Promise<Result> => untilInStep(async () => decideWith(await gatherCapture(deps, one)));
