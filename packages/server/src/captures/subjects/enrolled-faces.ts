import { euclideanDistance } from '@titular/face-engine';
import {
  BEYOND_DOUBT,
  type Decision,
  distanceOfCapture,
  type ReferenceEvidence,
  type ReferenceOrigin,
} from '../../decision/index.ts';
import {
  deleteReplacedTemplates,
  findReference,
  type HeldFace,
  insertTemplate,
  listTemplates,
  noteMatch,
  openDescriptor,
  planTemplates,
  type SealedTemplate,
  type TemplatePlan,
  type TemplateRules,
} from '../../faces/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { newId, type ReferenceId, type TemplateId, type TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { type EngineVersions, isCompared } from './compared-versions.ts';

/** Whose faces are looked at, and what opens them. */
export type FaceOwner = { tenantId: TenantId; key: TenantKey; identity: { key: string; hash: Buffer } };

/** What an engine made of a capture, and the subject that it was made for. */
export type CapturedFace = {
  engineVersion: string;
  /** Of the first frame: the face that is searched and enrolled. */
  descriptor: Float32Array;
  /** Of the later frames that show the face from the front. */
  laterFronts: readonly Float32Array[];
  madeFor: SubjectRef;
};

/** Faces of an identity, sealed, except those made of this very capture, which would prove nothing; of those only the versions. */
export type KeptFaces = { templates: readonly SealedTemplate[]; ownVersions: readonly string[] };

/** Reads the faces of an identity, of every engine version. */
export async function readEnrolled(
  db: Db,
  { tenantId, identity }: Pick<FaceOwner, 'tenantId' | 'identity'>,
  madeFor: SubjectRef,
): Promise<KeptFaces> {
  const all = await listTemplates(db, tenantId, identity.hash);
  const own = all.filter(({ madeOf }) => madeOf === madeFor.id);
  return {
    templates: all.filter((one) => !own.includes(one)),
    ownVersions: own.map(({ engineVersion }) => engineVersion),
  };
}

/** An enrolled face beside a capture, and where it is from. */
type EnrolledFace = HeldFace & Pick<SealedTemplate, 'isOfReference' | 'provenBy'>;

/** Faces of an identity in one engine version, each with its distance to the capture. */
export type ComparedFaces = {
  captured: CapturedFace;
  held: readonly EnrolledFace[];
  /** Whether there is one of this very capture. */
  isOwnEnrolled: boolean;
};

/** Compares the faces of the version that a capture was measured in. */
function compareFaces(
  key: TenantKey,
  { templates, ownVersions }: KeptFaces,
  captured: CapturedFace,
): ComparedFaces {
  const fronts = [captured.descriptor, ...captured.laterFronts];
  const held = templates
    .filter(({ engineVersion }) => engineVersion === captured.engineVersion)
    .map(({ templateId, sealedDescriptor, place, createdAt, isOfReference, provenBy }) => {
      const descriptor = openDescriptor(key, templateId, sealedDescriptor);
      const distance = distanceOfCapture(fronts.map((front) => euclideanDistance(descriptor, front)));
      descriptor.fill(0);
      return { templateId, place, createdAt, distance, isOfReference, provenBy };
    });
  return { captured, held, isOwnEnrolled: ownVersions.includes(captured.engineVersion) };
}

/** A capture in the version that is decided in, and in a change in the other one. */
export type CapturedFaces = { decided: CapturedFace | undefined; beside: CapturedFace | undefined };

/** Faces of an identity as a decision meets them. */
export type EnrolledFaces = {
  decided: ComparedFaces | undefined;
  beside: ComparedFaces | undefined;
  /** Ids of faces of versions that the service does not compare. */
  outdatedIds: readonly TemplateId[];
  /** Whether one of them rests on a reference. */
  isOutdatedProven: boolean;
  /** Whether there are faces of the other version of a change, which this capture is not decided in. */
  isEnrolledElsewhere: boolean;
};

/** Compares the faces of an identity with a capture, version by version. */
export function compareEnrolled(
  key: TenantKey,
  kept: KeptFaces,
  { decided, beside }: CapturedFaces,
  versions: EngineVersions,
): EnrolledFaces {
  const others = kept.templates.filter(({ engineVersion }) => engineVersion !== decided?.engineVersion);
  const outdated = others.filter(({ engineVersion }) => !isCompared(versions, engineVersion));
  return {
    decided: decided && compareFaces(key, kept, decided),
    beside: beside && compareFaces(key, kept, beside),
    outdatedIds: outdated.map(({ templateId }) => templateId),
    isOutdatedProven: outdated.some(({ provenBy }) => provenBy !== undefined),
    isEnrolledElsewhere: others.some(({ engineVersion }) => isCompared(versions, engineVersion)),
  };
}

const nearestOf = (held: readonly EnrolledFace[]): EnrolledFace | undefined =>
  held.toSorted((one, other) => one.distance - other.distance)[0];

/** Reads where the nearest face is from, in the database transaction of the decision; undefined where none was compared. */
export async function findOrigin(
  db: Db,
  { tenantId, key }: Pick<FaceOwner, 'tenantId' | 'key'>,
  { decided }: Pick<EnrolledFaces, 'decided'>,
): Promise<ReferenceOrigin | undefined> {
  const nearest = nearestOf(decided?.held ?? []);
  if (!nearest) return undefined;
  const { isOfReference, provenBy: referenceId, createdAt } = nearest;
  const kind = isOfReference ? 'operator' : 'capture';
  const proof = referenceId && (await findReference(db, tenantId, key, { referenceId }));
  if (!proof) return { kind, isProven: false, source: null, date: createdAt.toISOString().slice(0, 10) };
  return { kind, isProven: true, source: proof.provenance.source, date: proof.provenance.date };
}

/** The same in the words of the decision; the nearest face counts. */
export function referenceOf(
  { decided, outdatedIds, isOutdatedProven, isEnrolledElsewhere }: EnrolledFaces,
  isCaptured: boolean,
  origin?: ReferenceOrigin,
): ReferenceEvidence {
  if (!isCaptured) return { kind: 'none' };
  if (!decided) return { kind: 'capture_outdated' };
  const nearest = nearestOf(decided.held);
  if (nearest) return { kind: 'compared', distance: nearest.distance, ...(origin ? { origin } : {}) };
  // They are good, and this capture alone cannot be compared with them: it takes the place of none.
  if (isEnrolledElsewhere) return { kind: 'outdated', isStillCompared: true };
  if (outdatedIds.length === 0) return { kind: 'none' };
  return { kind: 'outdated', ...(isOutdatedProven ? { isProven: true } : {}) };
}

const mayChangeOne = (one: ComparedFaces | undefined, rules: TemplateRules, now: Date): boolean =>
  one !== undefined &&
  !rules.enrolsNobody &&
  !one.isOwnEnrolled &&
  (one.held.length === 0 || planTemplates(one.held, rules, true, now).place !== undefined);

/** Whether a decision about this capture may change the faces of the identity, so that it needs the lock of the gallery; `rules` and time are those of the decision. */
export const mayChange = ({ decided, beside }: EnrolledFaces, rules: TemplateRules, now: Date): boolean =>
  mayChangeOne(decided, rules, now) || mayChangeOne(beside, rules, now);

/** What a decision leaves behind in the faces of an identity. */
export type FaceChange = {
  decision: Pick<Decision, 'enrol' | 'mayRenew' | 'reasons' | 'matchThreshold'>;
  rules: TemplateRules;
  hasRoom: boolean;
  /** Whether the other version may take a face: its gallery has room, and nobody else in it has this face. */
  isBesideOpen: boolean;
};

const NOTHING: TemplatePlan = { deletes: [], place: undefined };
const FIRST: TemplatePlan = { deletes: [], place: 1 };

/** What becomes of the faces in the version that was decided in. */
function planDecided(
  { held, isOwnEnrolled }: ComparedFaces,
  outdatedIds: readonly TemplateId[],
  { decision, rules, hasRoom }: FaceChange,
  at: Date,
): TemplatePlan {
  // One capture is one face, however often it is decided about.
  if (isOwnEnrolled) return NOTHING;
  if (decision.enrol) return { deletes: outdatedIds, place: 1 };
  return decision.mayRenew ? planTemplates(held, rules, hasRoom, at) : NOTHING;
}

/** What becomes of those in the other version: who is enrolled, or confirmed beyond doubt, is in it too, and the faces there are renewed by the same rules. */
function planBeside(
  { held, isOwnEnrolled }: ComparedFaces,
  { decision, rules, isBesideOpen }: FaceChange,
  at: Date,
): TemplatePlan {
  if (isOwnEnrolled || !isBesideOpen || !(decision.enrol || decision.mayRenew)) return NOTHING;
  const nearest = nearestOf(held);
  if (!nearest) return FIRST;
  const isCertain = nearest.distance <= BEYOND_DOUBT * decision.matchThreshold;
  return isCertain ? planTemplates(held, rules, true, at) : NOTHING;
}

async function noteMatches(
  db: Db,
  tenantId: TenantId,
  { decided, beside }: EnrolledFaces,
  { decision: { reasons, matchThreshold } }: FaceChange,
  at: Date,
): Promise<void> {
  if (!reasons.includes('matches_reference')) return;
  for (const { held } of [decided, beside].filter((one) => one !== undefined)) {
    const nearest = nearestOf(held);
    // The other version's face is kept for a return as long as it goes on matching.
    if (nearest && nearest.distance <= matchThreshold) await noteMatch(db, tenantId, nearest.templateId, at);
  }
}

async function followPlan(
  db: Db,
  { tenantId, key, identity }: FaceOwner,
  { engineVersion, descriptor, madeFor: subject }: CapturedFace,
  { deletes, place }: TemplatePlan,
  provenBy: ReferenceId | undefined,
  at: Date,
): Promise<void> {
  if (place === undefined) return;
  if (deletes.length > 0) await deleteReplacedTemplates(db, tenantId, deletes);
  const isEnrolled = await insertTemplate(db, tenantId, key, {
    templateId: newId(at.getTime()),
    ...{ engineVersion, descriptor, place, subject, provenBy, at },
    identityKey: identity.key,
    identityHash: identity.hash,
  });
  if (!isEnrolled) throw new Error('another capture enrolled this identity meanwhile: decide again');
}

/** Enrols, adds or replaces faces as the decision and the rules say, and notes a match; in the database transaction of the decision, which holds the locks. */
export async function changeEnrolled(
  db: Db,
  clock: Clock,
  owner: FaceOwner,
  enrolled: EnrolledFaces,
  change: FaceChange,
): Promise<void> {
  const { decided, beside, outdatedIds } = enrolled;
  if (!decided || change.rules.enrolsNobody) return;
  const at = clock.now();
  await noteMatches(db, owner.tenantId, enrolled, change, at);
  // A face that joins others rests on what the nearest of them rests on.
  const provenBy = nearestOf(decided.held)?.provenBy;
  const plan = planDecided(decided, outdatedIds, change, at);
  await followPlan(db, owner, decided.captured, plan, provenBy, at);
  if (beside) await followPlan(db, owner, beside.captured, planBeside(beside, change, at), provenBy, at);
}
