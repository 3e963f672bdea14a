import type { CreateReferenceRequest, ReferenceResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../audit/index.ts';
import { BEYOND_DOUBT } from '../decision/index.ts';
import {
  confirmTemplates,
  deleteReplacedTemplates,
  deleteTemplates,
  findFaceErasure,
  findReference,
  insertReference,
  insertTemplate,
  isDisputed,
  listTemplates,
  lockGallery,
  lockIdentity,
  type Reference,
  type SealedTemplate,
  setFaceErasure,
  untilInStep,
} from '../faces/index.ts';
import { identityHash } from '../identity/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { newId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { sameDigest } from '../kernel/base/secret.ts';
import { withRetries } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { Idle } from '../kernel/http/admission/admission.ts';
import type { TenantKey } from '../tenants/index.ts';
import {
  confirmCaptured,
  type PreparedFace,
  prepareSearches,
  type SearchDeps,
  type Searched,
  searchOthers,
} from './compare-reference.ts';
import { type MeasureDeps, type MeasuredFaces, measurePhotographs } from './measure-photographs.ts';
import { type NewReference, parseReference } from './parse-reference.ts';
import { chooseFaces, planPlaces } from './plan-reference.ts';
import { type ReadReferenceDeps, viewReference } from './read-reference.ts';
import type { Actor } from './withdraw-reference.ts';

/** What enrolling a reference needs. */
export type EnrolDeps = ReadReferenceDeps & MeasureDeps & SearchDeps & { clock: Clock };

/** A request on its way: measured, and with the faces that are worth enrolling. */
type Draft = Searched & {
  actor: string;
  key: TenantKey;
  contentHash: Buffer;
  input: NewReference;
  measured: MeasuredFaces;
};

/** What stands of the identity: its reference, whether that is of the same photographs, and its faces. */
type KnownIdentity = { existing: Reference | undefined; isSame: boolean; templates: SealedTemplate[] };

/** The same photographs in another order are the same. */
const contentOf = (key: TenantKey, { identity, photographs }: NewReference): Buffer =>
  key.hash('reference', identity.key, identity.value, ...photographs.map(({ digest }) => digest).toSorted());

/** Reads what stands of the identity; refuses with 40084 other photographs that do not replace it. */
async function readKnown(
  db: Kysely<Tables>,
  { tenantId, key, identity, contentHash, input }: Omit<Draft, 'measured' | 'chosen'>,
): Promise<KnownIdentity> {
  const existing = await findReference(db, tenantId, key, { identityHash: identity.hash });
  const isSame = existing !== undefined && sameDigest(existing.contentHash, contentHash);
  if (existing && !isSame && !input.replaces) throw new Refusal('40084');
  return { existing, isSame, templates: await listTemplates(db, tenantId, identity.hash) };
}

/** The versions of these in which the reference has no face yet: all for a new one, and the other one once an engine changes. */
const missingOf = ({ existing, isSame, templates }: KnownIdentity, versions: readonly string[]): string[] =>
  versions.filter(
    (version) =>
      !isSame ||
      !templates.some((one) => one.madeOf === existing?.referenceId && one.engineVersion === version),
  );

/** Enrols the faces of one version in free places; the oldest captured ones give way where there are too few. */
async function placeFaces(
  trx: Kysely<Tables>,
  { tenantId, key, identity, chosen }: Draft,
  captured: readonly SealedTemplate[],
  { referenceId }: Reference,
  engineVersion: string,
  at: Date,
): Promise<number> {
  const faces = chosen.get(engineVersion) ?? [];
  const beside = captured.filter((one) => one.engineVersion === engineVersion);
  const { places, deletes } = planPlaces(beside, faces.length);
  if (deletes.length > 0) await deleteReplacedTemplates(trx, tenantId, deletes);
  for (const [index, place] of places.entries())
    await insertTemplate(trx, tenantId, key, {
      templateId: newId(at.getTime()),
      ...{ engineVersion, descriptor: faces[index] as Float32Array, place, at, provenBy: referenceId },
      ...{ identityKey: identity.key, identityHash: identity.hash },
      subject: { kind: 'reference', id: referenceId },
    });
  return places.length;
}

const newReference = (
  { identity, contentHash, input }: Draft,
  isCaptureConfirmed: boolean,
  at: Date,
): Reference => ({
  referenceId: newId(at.getTime()),
  ...{ identityKey: identity.key, identityHash: identity.hash, contentHash },
  ...{ provenance: input.provenance, photographs: input.photographs.length },
  ...{ isDuplicateAllowed: input.allowsDuplicate, isCaptureConfirmed, createdAt: at },
});

/** Writes a reference, the faces in the versions that lack it, and the audit entry; what it replaces goes first. */
async function write(
  { clock }: Pick<EnrolDeps, 'clock'>,
  trx: Kysely<Tables>,
  draft: Draft,
  { existing, isSame, templates }: KnownIdentity,
  compared: {
    versions: readonly string[];
    confirmed: Parameters<typeof confirmTemplates>[3];
    isDuplicate: boolean;
  },
): Promise<Reference> {
  const { tenantId, actor, identity, input } = draft;
  const at = clock.now();
  const replaces = input.replaces && !isSame;
  const eraseAt = await findFaceErasure(trx, tenantId, identity.hash);
  const gone = replaces ? await deleteTemplates(trx, tenantId, identity.hash) : 0;
  const reference = isSame && existing ? existing : newReference(draft, compared.confirmed.length > 0, at);
  const captured = replaces ? [] : templates.filter(({ isOfReference }) => !isOfReference);
  let faces = 0;
  for (const version of compared.versions)
    faces += await placeFaces(trx, draft, captured, reference, version, at);
  // What the person asked for holds for the new faces as well.
  if (eraseAt) await setFaceErasure(trx, tenantId, identity.hash, eraseAt);
  await confirmTemplates(trx, tenantId, reference.referenceId, compared.confirmed);
  await insertReference(trx, tenantId, draft.key, reference);
  await insertAuditEntry(
    trx,
    { clock, actor },
    {
      tenantId,
      action: replaces ? 'reference.replace' : 'reference.create',
      subject: `reference/${reference.referenceId}`,
      ...(replaces ? { before: { reference: existing?.referenceId ?? null, faces: gone } } : {}),
      after: {
        ...{ photographs: reference.photographs, faces, captureConfirmed: reference.isCaptureConfirmed },
        ...{ duplicateFaceAllowed: input.allowsDuplicate, duplicateFaceFound: compared.isDuplicate },
      },
    },
  );
  return reference;
}

/** Counts the faces of a version that give way to those of a draft. */
const countLeaving = (
  { input, chosen }: Pick<Draft, 'input' | 'chosen'>,
  { isSame, templates }: KnownIdentity,
  engineVersion: string,
): number => {
  const present = templates.filter((one) => one.engineVersion === engineVersion);
  if (input.replaces && !isSame) return present.length;
  const captured = present.filter(({ isOfReference }) => !isOfReference);
  return planPlaces(captured, chosen.get(engineVersion)?.length ?? 0).deletes.length;
};

/** Compares and writes under the locks of identity and gallery, so that neither a capture nor another request enrols meanwhile. */
async function enrolWithin(
  deps: EnrolDeps,
  trx: Kysely<Tables>,
  draft: Draft,
  searches: readonly PreparedFace[],
): Promise<ReferenceResponse> {
  const { tenantId, key, identity, input, measured, chosen } = draft;
  await lockIdentity(trx, tenantId, identity.hash);
  await lockGallery(trx, tenantId, identity.key);
  // Only the operator opens again what was closed because it was another person's.
  if (await isDisputed(trx, tenantId, identity.hash)) throw new Refusal('40088');
  const known = await readKnown(trx, draft);
  const versions = missingOf(known, [...chosen.keys()]);
  const { existing, isSame, templates } = known;
  if (existing && versions.length === 0) return viewReference(existing, templates);
  const nearest = await searchOthers(deps, trx, draft, searches, (version) =>
    countLeaving(draft, known, version),
  );
  const isDuplicate = nearest <= BEYOND_DOUBT * deps.matchThreshold;
  if (isDuplicate && !input.allowsDuplicate) throw new Refusal('40086');
  const captured = templates.filter(({ isOfReference }) => !isOfReference);
  const confirmed =
    input.replaces && !isSame ? [] : confirmCaptured(key, captured, measured, deps.matchThreshold);
  const reference = await write(deps, trx, draft, known, { versions, confirmed, isDuplicate });
  return viewReference(reference, await listTemplates(trx, tenantId, identity.hash));
}

/**
 * Enrols the face of an identity from photographs of an operator's, in one commit with the audit entry. The same photographs of the same
 * identity change nothing, but for an engine version that they were not enrolled in. `idle` gives the place of the request away while the
 * engine measures. Refuses with 40002, 40026, 40080 to 40088, 42902 and 50001.
 */
export async function enrolReference(
  deps: EnrolDeps,
  { tenantId, actor }: Actor,
  request: CreateReferenceRequest,
  idle: Idle,
): Promise<ReferenceResponse> {
  const input = parseReference(request, deps.clock.now());
  const key = await deps.tenantKeys(tenantId);
  const identity = { key: input.identity.key, hash: identityHash(key, input.identity) };
  const asked = { tenantId, actor, key, identity, input, contentHash: contentOf(key, input) };
  const known = await readKnown(deps.db, asked);
  const present = [deps.engine.version, deps.otherEngine?.version()].filter((one) => one !== undefined);
  if (known.existing && missingOf(known, present).length === 0)
    return viewReference(known.existing, known.templates);
  const measured = await idle(() => measurePhotographs(deps, tenantId, input.photographs));
  const chosen = new Map([...measured].map(([version, faces]) => [version, chooseFaces(faces)]));
  const draft = { ...asked, measured, chosen };
  return untilInStep(async () => {
    const searches = await prepareSearches(deps, draft);
    return withRetries(() => deps.db.transaction().execute((trx) => enrolWithin(deps, trx, draft, searches)));
  });
}
