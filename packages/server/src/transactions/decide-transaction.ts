import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { invariant } from '../base/invariant.ts';
import { euclideanDistance } from '../biometrics/comparison.ts';
import type { Galleries, GalleryAnswer } from '../biometrics/gallery.ts';
import type { TemplateRules } from '../biometrics/plan-templates.ts';
import { lockGallery, lockIdentity } from '../biometrics/template-store.ts';
import { findLatestAttempt } from '../captures/attempt-store.ts';
import {
  type CapturedFace,
  changeEnrolled,
  compareEnrolled,
  type EnrolledFaces,
  mayChange,
  referenceOf,
} from '../captures/enrolled-faces.ts';
import { type KeptFrame, listFrames } from '../captures/frame-store.ts';
import { gatherSigns } from '../captures/gather-signs.ts';
import { type Consent, findConsent } from '../captures/session-store.ts';
import type { Environment } from '../config.ts';
import { withRetries } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { type Decision, type DecisionPolicy, decide, type Evidence } from '../decision/decision.ts';
import { NOTED_BY_ENVIRONMENT, type SeenSign } from '../decision/risk-signs.ts';
import type { Settings } from '../tenants/settings-cache.ts';
import type { Company } from '../tenants/tenant.ts';
import type { TenantKey, TenantKeys } from '../tenants/tenant-keys.ts';
import { changeStatus } from './change-status.ts';
import { findDetails, lockStatus, type TransactionDetails } from './transaction-store.ts';

/** What deciding needs; thresholds are Euclidean distances. */
export type DecideDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
  galleries: Galleries;
  engineVersion: string;
  matchThreshold: number;
  samePersonThreshold: number;
  environment: Environment;
};

/** The policy a company is decided by: its match threshold counts only where it is stricter than the deployment's (R65). */
export const policyOf = (
  company: Company | undefined,
  deployment: Pick<DecideDeps, 'matchThreshold' | 'samePersonThreshold' | 'environment'>,
): DecisionPolicy => ({
  templatePolicy: company?.templatePolicy ?? 'require-reference',
  matchThreshold: Math.min(company?.matchThreshold ?? deployment.matchThreshold, deployment.matchThreshold),
  samePersonThreshold: deployment.samePersonThreshold,
  faceOfAnotherIdentity: company?.faceOfAnotherIdentity ?? 'refuse',
  distanceChallenge: company?.distanceChallenge ?? 'known',
  notedSigns: company?.notedSigns ?? NOTED_BY_ENVIRONMENT[deployment.environment],
  outdatedTemplate: company?.outdatedTemplate ?? 'refuse',
});

/** The rules for the faces of an identity; a company that is gone changes none. */
const templateRulesOf = (company: Company | undefined): TemplateRules => ({
  most: company?.templatesPerIdentity ?? 1,
  renewalDays: company?.templateRenewalDays ?? 0,
});

/** A decision as it is kept with its transaction: what it rested on, by hash, and the consent that covered it. */
export type KeptDecision = Omit<Decision, 'hasIdentityChanged' | 'mayRenew'> & {
  engineVersion: string;
  captures?: string[];
  consent?: { version: string; language: string; at: string } | null;
  /** The signs of an attack that were seen; absent where the decision did not look for any. */
  signs?: string[];
};

/** What is being decided, with what opens the tenant's data. */
type Case = {
  tenantId: string;
  details: TransactionDetails;
  key: TenantKey;
  policy: DecisionPolicy;
  rules: TemplateRules;
};

/** The identity the person is measured against: the one they stated, or else the one that was sent. */
const claimedIdentity = ({ details }: Pick<Case, 'details'>): { key: string; hash: Buffer } =>
  details.statedIdentity ?? { key: details.identityKey, hash: details.identityHash };

type Gathered = {
  frames: KeptFrame[];
  askedPoses: readonly string[];
  consent: Consent | undefined;
  signs: SeenSign[];
};

/** Reads what no longer changes, and what the search will need, before anything is locked. */
async function gather(deps: DecideDeps, { tenantId, details, key }: Case): Promise<Gathered> {
  const attempt = await findLatestAttempt(deps.db, tenantId, details.transactionId);
  invariant(attempt, 'a transaction in processing has an attempt');
  const { key: identityKey } = claimedIdentity({ details });
  await deps.galleries.prepare(tenantId, { identityKey, engineVersion: deps.engineVersion });
  return {
    frames: await listFrames(deps.db, tenantId, key, attempt.attemptId),
    askedPoses: attempt.poses,
    consent: attempt.consent ?? (await findConsent(deps.db, tenantId, attempt.sessionId)),
    signs: await gatherSigns(deps.db, tenantId, key, attempt),
  };
}

const capturedFace = ([first]: readonly KeptFrame[]): CapturedFace | undefined =>
  first && { engineVersion: first.engineVersion, descriptor: first.measure.descriptor };

/** All that is known of the captured face: the identity's own faces, and the search among those of others. */
type KnownFaces = EnrolledFaces & { captured: CapturedFace | undefined; answer: GalleryAnswer };

const NOT_COMPARABLE: GalleryAnswer = { kind: 'searched', nearest: undefined, faces: 0, hasRoom: false };

/** Looks under the locks of identity and, where a face may be enrolled, of the gallery, so that two captures at once see each other. */
async function lookAround(
  { engineVersion, galleries, clock }: DecideDeps,
  trx: Kysely<Tables>,
  one: Case,
  frames: readonly KeptFrame[],
): Promise<KnownFaces> {
  const { tenantId, details, key, rules } = one;
  const identity = claimedIdentity(one);
  const captured = capturedFace(frames);
  await lockIdentity(trx, tenantId, identity.hash);
  const enrolled = await compareEnrolled(trx, { tenantId, key, identity }, captured, engineVersion);
  // What another engine made can be compared with no enrolled face.
  if (captured?.engineVersion !== engineVersion) return { ...enrolled, captured, answer: NOT_COMPARABLE };
  if (mayChange(enrolled, rules, clock.now())) await lockGallery(trx, tenantId, identity.key);
  const exceptIdentityHashes = [identity.hash, details.identityHash];
  const question = { identityKey: identity.key, engineVersion, exceptIdentityHashes };
  const answer = await galleries.search(trx, tenantId, question, captured.descriptor);
  return { ...enrolled, captured, answer };
}

function galleryEvidence(answer: GalleryAnswer): Pick<Evidence, 'gallery' | 'otherFaceDistance'> {
  if (answer.kind === 'too_large') return { gallery: 'unsearched', otherFaceDistance: undefined };
  return { gallery: answer.hasRoom ? 'open' : 'full', otherFaceDistance: answer.nearest };
}

function toEvidence(
  { engineVersion }: DecideDeps,
  one: Case,
  { frames, askedPoses, signs }: Gathered,
  faces: KnownFaces,
): Evidence {
  const first = frames[0];
  return {
    askedPoses,
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
    isStatedIdentity: one.details.statedIdentity !== undefined,
  };
}

/** Leaves in the enrolled faces what the decision says, and tells the operator when it could not. */
async function changeFaces(
  { clock, galleries, engineVersion }: DecideDeps,
  trx: Kysely<Tables>,
  { tenantId, details, key, rules }: Case,
  { captured, answer, ...enrolled }: KnownFaces,
  decision: Decision,
): Promise<void> {
  const identity = claimedIdentity({ details });
  if (decision.reasons.some((reason) => reason === 'gallery_full' || reason === 'gallery_unsearched'))
    galleries.reportLimit(tenantId, { identityKey: identity.key, engineVersion }, answer.faces);
  if (!captured || answer.kind !== 'searched') return;
  const { transactionId } = details;
  const change = { decision, captured, rules, hasRoom: answer.hasRoom, transactionId };
  await changeEnrolled(trx, clock, { tenantId, key, identity }, enrolled, change);
}

async function decideAndStore(
  deps: DecideDeps,
  trx: Kysely<Tables>,
  one: Case,
  gathered: Gathered,
): Promise<void> {
  const { tenantId, details } = one;
  // Held from here on: an erasure in the midst would leave a face behind that nobody is asked about any more.
  const present = await lockStatus(trx, tenantId, details.transactionId);
  if (present?.status !== 'processing') return;
  const faces = await lookAround(deps, trx, one, gathered.frames);
  const decided = decide(toEvidence(deps, one, gathered, faces), one.policy);
  await changeFaces(deps, trx, one, faces, decided);
  const { hasIdentityChanged, mayRenew: _mayRenew, ...decision } = decided;
  const { consent, frames } = gathered;
  const kept: KeptDecision = {
    ...decision,
    engineVersion: deps.engineVersion,
    signs: gathered.signs.map(({ sign }) => sign),
    captures: frames.map((frame) => frame.imageDigest.toString('hex')),
    consent: consent ? { ...consent, at: consent.at.toISOString() } : null,
  };
  await changeStatus(trx, tenantId, details.transactionId, {
    event: decision.result === 'approved' ? 'approve' : 'reject',
    actor: 'service',
    reasons: decision.reasons,
    at: deps.clock.now(),
    decision: kept,
    ...(hasIdentityChanged === undefined ? {} : { hasIdentityChanged }),
  });
}

/** Decides a transaction whose capture is complete; run again after a crash it finds the work done or does it anew, in one commit. */
export async function decideTransaction(
  deps: DecideDeps,
  tenantId: string,
  transactionId: string,
): Promise<void> {
  const details = await findDetails(deps.db, tenantId, transactionId);
  if (details?.status !== 'processing') return;
  const company = await deps.settings.findCompany(tenantId, details.companyId);
  const one: Case = {
    tenantId,
    details,
    key: await deps.tenantKeys(tenantId),
    policy: policyOf(company, deps),
    rules: templateRulesOf(company),
  };
  const gathered = await gather(deps, one);
  await withRetries(() => deps.db.transaction().execute((trx) => decideAndStore(deps, trx, one, gathered)));
}
