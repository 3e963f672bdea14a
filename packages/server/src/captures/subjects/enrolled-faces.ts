import { euclideanDistance } from '@titular/face-engine';
import type { Decision, ReferenceEvidence } from '../../decision/index.ts';
import {
  deleteReplacedTemplates,
  type HeldFace,
  insertTemplate,
  listTemplates,
  noteMatch,
  openDescriptor,
  planTemplates,
  type TemplateRules,
} from '../../faces/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { newId, type TemplateId, type TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** Whose faces are looked at, and what opens them. */
export type FaceOwner = { tenantId: TenantId; key: TenantKey; identity: { key: string; hash: Buffer } };

/** What the engine made of a capture, and the subject that it was made for. */
export type CapturedFace = { engineVersion: string; descriptor: Float32Array; madeFor: SubjectRef };

/** Faces of an identity, except one made of this very capture, which would prove nothing. Comparable ones carry their distance to the capture; those of other engine versions only their ids. */
export type EnrolledFaces = {
  held: readonly HeldFace[];
  outdatedIds: readonly TemplateId[];
  /** Whether there is one of this very capture. */
  isOwnEnrolled: boolean;
};

/** Reads the faces of the identity and compares those of the present engine version with the capture; without one, or with one of another version, nothing is compared. */
export async function compareEnrolled(
  db: Db,
  { tenantId, key, identity }: FaceOwner,
  captured: CapturedFace | undefined,
  engineVersion: string,
): Promise<EnrolledFaces> {
  const all = await listTemplates(db, tenantId, identity.hash);
  const templates = all.filter(({ madeOf }) => madeOf !== captured?.madeFor.id);
  const isOwnEnrolled = templates.length < all.length;
  const outdatedIds = templates
    .filter((one) => one.engineVersion !== engineVersion)
    .map(({ templateId }) => templateId);
  if (captured?.engineVersion !== engineVersion) return { held: [], outdatedIds, isOwnEnrolled };
  const held = templates
    .filter((one) => one.engineVersion === engineVersion)
    .map(({ templateId, sealedDescriptor, place, createdAt }) => {
      const descriptor = openDescriptor(key, templateId, sealedDescriptor);
      const distance = euclideanDistance(descriptor, captured.descriptor);
      descriptor.fill(0);
      return { templateId, place, createdAt, distance };
    });
  return { held, outdatedIds, isOwnEnrolled };
}

const nearestOf = (held: readonly HeldFace[]): HeldFace | undefined =>
  held.toSorted((one, other) => one.distance - other.distance)[0];

/** The same in the words of the decision; the nearest face counts. */
export function referenceOf(
  { held, outdatedIds }: EnrolledFaces,
  captured: CapturedFace | undefined,
  engineVersion: string,
): ReferenceEvidence {
  if (captured && captured.engineVersion !== engineVersion) return { kind: 'capture_outdated' };
  const nearest = nearestOf(held);
  if (nearest) return { kind: 'compared', distance: nearest.distance };
  return captured && outdatedIds.length > 0 ? { kind: 'outdated' } : { kind: 'none' };
}

/** Whether a decision about this capture may change the faces of the identity, so that it needs the lock of the gallery; `rules` and time are those of the decision. */
export const mayChange = ({ held, isOwnEnrolled }: EnrolledFaces, rules: TemplateRules, now: Date): boolean =>
  !isOwnEnrolled && (held.length === 0 || planTemplates(held, rules, true, now).place !== undefined);

/** What a decision leaves behind in the faces of an identity. */
export type FaceChange = {
  decision: Pick<Decision, 'enrol' | 'mayRenew' | 'reasons'>;
  captured: CapturedFace;
  rules: TemplateRules;
  hasRoom: boolean;
};

/** Enrols, adds or replaces a face as the decision and the rules say, and notes a match; in the database transaction of the decision, which holds the locks. */
export async function changeEnrolled(
  db: Db,
  clock: Clock,
  owner: FaceOwner,
  { held, outdatedIds, isOwnEnrolled }: EnrolledFaces,
  { decision, captured, rules, hasRoom }: FaceChange,
): Promise<void> {
  const { tenantId, key, identity } = owner;
  const at = clock.now();
  const nearest = nearestOf(held);
  if (nearest && decision.reasons.includes('matches_reference'))
    await noteMatch(db, tenantId, nearest.templateId, at);
  // One capture is one face, however often it is decided about.
  if (isOwnEnrolled) return;
  const plan = decision.mayRenew
    ? planTemplates(held, rules, hasRoom, at)
    : { deletes: [], place: undefined };
  const deletes = decision.enrol ? outdatedIds : plan.deletes;
  const place = decision.enrol ? 1 : plan.place;
  if (place === undefined) return;
  if (deletes.length > 0) await deleteReplacedTemplates(db, tenantId, deletes);
  const isEnrolled = await insertTemplate(db, tenantId, key, {
    templateId: newId(at.getTime()),
    engineVersion: captured.engineVersion,
    descriptor: captured.descriptor,
    identityKey: identity.key,
    identityHash: identity.hash,
    place,
    subject: captured.madeFor,
    at,
  });
  if (!isEnrolled) throw new Error('another capture enrolled this identity meanwhile: decide again');
}
