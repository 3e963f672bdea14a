import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../base/clock.ts';
import { lowestId, newId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import { euclideanDistance } from '../biometrics/comparison.ts';
import { findOtherFaceDistance } from '../biometrics/find-other-face.ts';
import {
  type FaceTemplate,
  findTemplate,
  insertTemplate,
  lockGallery,
  noteMatch,
} from '../biometrics/template-store.ts';
import { findLatestAttempt } from '../captures/attempt-store.ts';
import { type KeptFrame, listFrames } from '../captures/frame-store.ts';
import { gatherSigns } from '../captures/gather-signs.ts';
import { findConsent } from '../captures/session-store.ts';
import type { Environment } from '../config.ts';
import type { Tables } from '../database/tables.ts';
import {
  type Decision,
  type DecisionPolicy,
  decide,
  type Evidence,
  type ReferenceEvidence,
} from '../decision/decision.ts';
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
  engineVersion: string;
  matchThreshold: number;
  samePersonThreshold: number;
  environment: Environment;
};

function compare(
  template: FaceTemplate | undefined,
  first: KeptFrame | undefined,
  engineVersion: string,
): ReferenceEvidence {
  if (first && first.engineVersion !== engineVersion) return { kind: 'capture_outdated' };
  if (!template || !first) return { kind: 'none' };
  if (template.engineVersion !== engineVersion) return { kind: 'outdated' };
  return { kind: 'compared', distance: euclideanDistance(template.descriptor, first.measure.descriptor) };
}

/** The policy a company is decided by: its match threshold counts only where it is stricter than the deployment's (R65). */
export const policyOf = (
  company: Company | undefined,
  deployment: Pick<DecideDeps, 'matchThreshold' | 'samePersonThreshold' | 'environment'>,
): DecisionPolicy => ({
  templatePolicy: company?.templatePolicy ?? 'require-reference',
  matchThreshold: Math.min(company?.matchThreshold ?? deployment.matchThreshold, deployment.matchThreshold),
  samePersonThreshold: deployment.samePersonThreshold,
  faceOfAnotherIdentity: company?.faceOfAnotherIdentity ?? 'refuse',
  notedSigns: company?.notedSigns ?? NOTED_BY_ENVIRONMENT[deployment.environment],
});

/** A decision as it is kept with its transaction: what it rested on, by hash, and the consent that covered it. */
export type KeptDecision = Omit<Decision, 'hasIdentityChanged'> & {
  engineVersion: string;
  captures?: string[];
  consent?: { version: string; language: string; at: string } | null;
  /** The signs of an attack that were seen; absent where the decision did not look for any. */
  signs?: string[];
};

/** What is being decided, with what opens the tenant's data. */
type Case = { tenantId: string; details: TransactionDetails; key: TenantKey };

/** The identity the person is measured against: the one they stated, or else the one that was sent. */
const claimedIdentity = ({ details }: Case): { key: string; hash: Buffer } =>
  details.statedIdentity ?? { key: details.identityKey, hash: details.identityHash };

type Gathered = {
  frames: KeptFrame[];
  askedPoses: readonly string[];
  consent: Awaited<ReturnType<typeof findConsent>>;
  signs: SeenSign[];
  /** The nearest other face of those that were enrolled when the search began. */
  otherFaceDistance: number | undefined;
  searchedAt: Date;
};

function galleryOf({ engineVersion }: DecideDeps, one: Case) {
  const claimed = claimedIdentity(one);
  return {
    identityKey: claimed.key,
    engineVersion,
    exceptIdentityHashes: [claimed.hash, one.details.identityHash],
  };
}

/** The first frame, if the present engine measured it: what another made can be compared with no enrolled face. */
const comparable = ({ engineVersion }: DecideDeps, frames: readonly KeptFrame[]): KeptFrame | undefined =>
  frames[0]?.engineVersion === engineVersion ? frames[0] : undefined;

/** Reads what no longer changes, and searches all faces, before anything is locked. */
async function gather(deps: DecideDeps, one: Case): Promise<Gathered> {
  const { tenantId, details, key } = one;
  const searchedAt = deps.clock.now();
  const attempt = await findLatestAttempt(deps.db, tenantId, details.transactionId);
  invariant(attempt, 'a transaction in processing has an attempt');
  const frames = await listFrames(deps.db, tenantId, key, attempt.attemptId);
  const first = comparable(deps, frames);
  return {
    frames,
    askedPoses: attempt.poses,
    consent: await findConsent(deps.db, tenantId, attempt.sessionId),
    signs: await gatherSigns(deps.db, tenantId, key, attempt),
    otherFaceDistance: first
      ? await findOtherFaceDistance(deps.db, tenantId, key, galleryOf(deps, one), first.measure.descriptor)
      : undefined,
    searchedAt,
  };
}

/** Clocks of processes lie no further apart than this; ids tell by them when a face was enrolled. */
const CLOCK_MARGIN_SECONDS = 300;

const nearest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

/** Looks once more for faces that were enrolled while the search went on; where this capture may enrol one, others wait meanwhile. */
async function searchLatest(
  deps: DecideDeps,
  trx: Kysely<Tables>,
  one: Case,
  gathered: Gathered,
): Promise<number | undefined> {
  const first = comparable(deps, gathered.frames);
  if (!first) return undefined;
  const since = lowestId(addSeconds(gathered.searchedAt, -CLOCK_MARGIN_SECONDS));
  const { tenantId, key } = one;
  const gallery = galleryOf(deps, one);
  await lockGallery(trx, tenantId, gallery.identityKey);
  const latest = await findOtherFaceDistance(trx, tenantId, key, gallery, first.measure.descriptor, since);
  return nearest(gathered.otherFaceDistance, latest);
}

function toEvidence(
  { engineVersion }: DecideDeps,
  one: Case,
  { frames, askedPoses, signs }: Gathered,
  template: FaceTemplate | undefined,
  otherFaceDistance: number | undefined,
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
    reference: compare(template, first, engineVersion),
    otherFaceDistance,
    signs,
    isStatedIdentity: one.details.statedIdentity !== undefined,
  };
}

async function enrol(deps: DecideDeps, trx: Kysely<Tables>, one: Case, first: KeptFrame): Promise<void> {
  const at = deps.clock.now();
  const { key: identityKey, hash: identityHash } = claimedIdentity(one);
  const enrolled = await insertTemplate(trx, one.tenantId, one.key, {
    templateId: newId(at.getTime()),
    engineVersion: deps.engineVersion,
    descriptor: first.measure.descriptor,
    identityKey,
    identityHash,
    transactionId: one.details.transactionId,
    at,
  });
  if (!enrolled) throw new Error('another capture enrolled this identity meanwhile: decide again');
}

async function decideAndStore(
  deps: DecideDeps,
  trx: Kysely<Tables>,
  one: Case,
  gathered: Gathered,
  policy: DecisionPolicy,
): Promise<void> {
  const { tenantId, details, key } = one;
  // Held from here on: an erasure in the midst would leave a face behind that nobody is asked about any more.
  const present = await lockStatus(trx, tenantId, details.transactionId);
  if (present?.status !== 'processing') return;
  const template = await findTemplate(trx, tenantId, key, claimedIdentity(one).hash, deps.engineVersion);
  const otherFaceDistance = template
    ? gathered.otherFaceDistance
    : await searchLatest(deps, trx, one, gathered);
  const evidence = toEvidence(deps, one, gathered, template, otherFaceDistance);
  const { hasIdentityChanged, ...decision } = decide(evidence, policy);
  const [first] = gathered.frames;
  if (decision.enrol && first) await enrol(deps, trx, one, first);
  if (template && decision.reasons.includes('matches_reference'))
    await noteMatch(trx, tenantId, template.templateId, deps.clock.now());
  const { consent, frames } = gathered;
  const kept: KeptDecision = {
    ...decision,
    engineVersion: deps.engineVersion,
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
  const one = { tenantId, details, key: await deps.tenantKeys(tenantId) };
  const policy = policyOf(await deps.settings.findCompany(tenantId, details.companyId), deps);
  const gathered = await gather(deps, one);
  await deps.db.transaction().execute((trx) => decideAndStore(deps, trx, one, gathered, policy));
}
