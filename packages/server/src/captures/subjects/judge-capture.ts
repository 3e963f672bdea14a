import type { CardNameResult, CheckResult } from '@titular/contract';
import { euclideanDistance } from '@titular/face-engine';
import type { Kysely } from 'kysely';
import {
  BEYOND_DOUBT,
  type Decision,
  decide,
  type Evidence,
  isAttackSignal,
  type LinkReason,
  signalsRefuse,
  withoutEnrolment,
} from '../../decision/index.ts';
import { type BesideAnswer, untilInStep } from '../../faces/index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { gatherAttackSignals } from '../attack-signals/gather-signals.ts';
import { findLatestAttempt } from '../attempts/attempt-store.ts';
import { listFrames } from '../attempts/frame-store.ts';
import { isDeviceOfMany } from '../devices/find-device-link.ts';
import { findConsent } from '../sessions/session-store.ts';
import type { CaptureCase, GatheredCapture, JudgeDeps } from './capture-case.ts';
import { descriptorIn } from './compared-versions.ts';
import { changeEnrolled, referenceOf } from './enrolled-faces.ts';
import { findVersions, type KnownFaces, lookAround, searchAhead } from './known-faces.ts';
import { faceDistance } from './subject-metrics.ts';

/** A decision as it is kept: what it rested on, by hash, and the consent that covered it. */
export type KeptDecision = Omit<Decision, 'hasIdentityChanged' | 'mayRenew'> & {
  engineVersion: string;
  captures?: string[];
  consent?: { version: string; language: string; at: string } | null;
  /** The signs of an attack that were seen; absent where the decision did not look for any. */
  signs?: string[];
  /** How the name on the card agrees with the known ones; absent where nobody compared. */
  cardName?: CardNameResult;
  /** What came of card evidence; absent where none was asked. */
  card?: CheckResult;
  /** Links that were found; absent where nobody looked. */
  links?: string[];
};

/** Reads what no longer changes, and searches the enrolled faces, before anything is locked; undefined when the captures are gone. */
async function gatherCapture(deps: JudgeDeps, one: CaptureCase): Promise<GatheredCapture | undefined> {
  const { tenantId, subjectId, capturedFor, key } = one;
  const attempt = await findLatestAttempt(deps.db, tenantId, capturedFor.id);
  if (!attempt) return undefined;
  const frames = await listFrames(deps.db, tenantId, key, attempt.attemptId);
  // Of a capture that is used once more, the attempt may be there without its pictures.
  if (frames.length === 0 && capturedFor.id !== subjectId) return undefined;
  const versions = await findVersions(deps, one, frames);
  return {
    ...(await searchAhead(deps, one, frames, versions)),
    versions,
    frames,
    askedPoses: attempt.poses,
    consent: attempt.consent ?? (await findConsent(deps.db, tenantId, attempt.sessionId)),
    signs: await gatherAttackSignals(
      deps.db,
      tenantId,
      { tenant: key, deployment: await deps.faceHashKey() },
      attempt,
    ),
    isDeviceOfMany: await isDeviceOfMany(deps.db, tenantId, attempt, one.company, deps.clock.now()),
  };
}

function galleryEvidence({
  answer,
  isPartlySearched,
}: KnownFaces): Pick<Evidence, 'gallery' | 'otherFaceDistance'> {
  if (answer.kind === 'too_large') return { gallery: 'unsearched', otherFaceDistance: undefined };
  if (isPartlySearched) return { gallery: 'partly_searched', otherFaceDistance: answer.nearest };
  return { gallery: answer.hasRoom ? 'open' : 'full', otherFaceDistance: answer.nearest };
}

/** How far each frame is from the first, in the version that is decided in; where none is, in that of the first. */
function frameEvidence({ frames, versions }: GatheredCapture): Evidence['frames'] {
  const [first] = frames;
  const version = versions.decided ?? first?.engineVersion ?? '';
  const ofFirst = first && descriptorIn(first, version);
  return frames.map((frame) => {
    const descriptor = descriptorIn(frame, version);
    const isKnown = ofFirst !== undefined && descriptor !== undefined;
    return {
      pose: frame.pose,
      distanceToFirst: isKnown ? euclideanDistance(ofFirst, descriptor) : Number.NaN,
    };
  });
}

type FoundLink = Readonly<{ reason: LinkReason; isFound: boolean | undefined }>;

/** All links that somebody looked for and that were found; undefined where nobody looked for any. */
function linksOf(known: readonly LinkReason[] | undefined, ...others: FoundLink[]): LinkReason[] | undefined {
  const looked = others.filter(({ isFound }) => isFound !== undefined);
  if (known === undefined && looked.length === 0) return undefined;
  return [...(known ?? []), ...looked.flatMap(({ reason, isFound }) => (isFound ? [reason] : []))];
}

const deviceLink = ({ isDeviceOfMany: isFound }: GatheredCapture): FoundLink => ({
  reason: 'device_of_many_identities',
  isFound,
});

const faceLink = ({ isFaceOfMany: isFound }: KnownFaces): FoundLink => ({
  reason: 'face_of_many_identities',
  isFound,
});

const toEvidence = (one: CaptureCase, gathered: GatheredCapture, faces: KnownFaces): Evidence => ({
  askedPoses: gathered.askedPoses,
  livenessBy: one.livenessBy,
  frames: frameEvidence(gathered),
  reference: referenceOf(faces, gathered.frames.length > 0, faces.origin),
  ...galleryEvidence(faces),
  signs: gathered.signs,
  isStatedIdentity: one.isStated,
  isDisputed: faces.isDisputed,
  card: one.card,
  cardName: one.cardName,
  links: linksOf(one.links, faceLink(faces), deviceLink(gathered)),
});

/** Whether the other version may take this face: its gallery has room, and nobody else in it has the face beyond doubt. */
const isOpen = (beside: BesideAnswer | undefined, matchThreshold: number): boolean =>
  beside?.answer.kind === 'searched' &&
  beside.answer.hasRoom &&
  !((beside.nearestOfAll ?? Number.POSITIVE_INFINITY) <= BEYOND_DOUBT * matchThreshold);

/** Leaves in the enrolled faces what the decision says, and tells the operator when it could not. */
async function changeFaces(
  { clock, galleries, engineVersion }: JudgeDeps,
  trx: Kysely<Tables>,
  { tenantId, claimed: identity, key, rules }: CaptureCase,
  { answer, answerBeside, isPartlySearched, isDisputed: isInDispute, ...enrolled }: KnownFaces,
  decision: Decision,
): Promise<void> {
  const { captured } = enrolled.decided ?? {};
  const gallery = { identityKey: identity.key, engineVersion: captured?.engineVersion ?? engineVersion };
  const atLimit = decision.reasons.some(
    (reason) => reason === 'gallery_full' || reason === 'gallery_unsearched',
  );
  // What an engine missed says nothing of the limit.
  if (atLimit && (answer.kind === 'too_large' || !isPartlySearched))
    galleries.reportLimit(tenantId, gallery, answer.faces);
  if (answer.kind !== 'searched') return;
  const isBesideOpen = !isInDispute && isOpen(answerBeside, decision.matchThreshold);
  const change = { decision, rules, hasRoom: answer.hasRoom, isBesideOpen };
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

/** What was decided, from what, and what is to be kept of it. */
export type JudgedCapture = { decided: Decision; evidence: Evidence; kept: KeptDecision };

/** Decides about a capture and leaves in the enrolled faces what follows from it, in the caller's database transaction, which holds the subject. */
export async function judgeCapture(
  deps: JudgeDeps,
  trx: Kysely<Tables>,
  one: CaptureCase,
  gathered: GatheredCapture,
): Promise<JudgedCapture> {
  const faces = await lookAround(deps, trx, one, gathered);
  const evidence = toEvidence(one, gathered, faces);
  const found = decide(evidence, one.policy);
  const decided = one.rules.enrolsNobody ? withoutEnrolment(found) : found;
  observeDistances(evidence);
  await changeFaces(deps, trx, one, faces, decided);
  recordSignals(deps, one, gathered);
  const { hasIdentityChanged: _changed, mayRenew: _mayRenew, ...decision } = decided;
  const { consent, frames, versions } = gathered;
  // Of a capture that is none, nothing is told about whose face it shows.
  const isLive = decided.reasons.some((reason) => reason === 'live' || reason === 'live_elsewhere');
  const links = isLive ? evidence.links : linksOf(one.links, deviceLink(gathered));
  return {
    ...{ decided, evidence },
    kept: {
      ...decision,
      engineVersion: versions.decided ?? deps.engineVersion,
      signs: decided.reasons.filter(isAttackSignal),
      ...(one.cardName === undefined ? {} : { cardName: one.cardName }),
      ...(one.card?.result === undefined ? {} : { card: one.card.result }),
      ...(links === undefined ? {} : { links: [...links] }),
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
