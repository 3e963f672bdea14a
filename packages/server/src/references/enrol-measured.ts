import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../audit/index.ts';
import { BEYOND_DOUBT } from '../decision/index.ts';
import {
  confirmTemplates,
  deleteReplacedTemplates,
  deleteTemplates,
  findFaceErasure,
  findPresence,
  findReference,
  insertReference,
  insertTemplate,
  listTemplates,
  lockToEnrol,
  type Provenance,
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
import type { Actor } from '../kernel/http/service-actor.ts';
import type { TenantKey } from '../tenants/index.ts';
import {
  confirmCaptured,
  type PreparedFace,
  prepareSearches,
  type SearchDeps,
  type Searched,
  searchOthers,
} from './compare-reference.ts';
import type { MeasuredFaces } from './measure-photographs.ts';
import type { NewReference, SentPhotograph } from './parse-reference.ts';
import { keepPhotographs } from './photographs/keep-photographs.ts';
import { countPhotographs } from './photographs/photograph-store.ts';
import { chooseFaces, planPlaces } from './plan-reference.ts';
import { countFaces } from './read-reference.ts';

/** What enrolling needs once photographs are measured. */
export type EnrolMeasuredDeps = SearchDeps & {
  db: Kysely<Tables>;
  clock: Clock;
  matchThreshold: number;
  /** Whether a commit need not wait until it is flushed, because a later one of the same work does. */
  isFlushedLater?: boolean;
  /** Hears what was written just before it is committed: the answer of a commit may be lost. */
  onWritten?: (enrolled: Enrolled) => void;
};

/** A reference that is asked for, with the keyed hashes by which it is found; of the photographs only their number. */
export type AskedReference = Actor & {
  key: TenantKey;
  identity: { key: string; hash: Buffer };
  contentHash: Buffer;
  provenance: Provenance;
  photographs: number;
  replaces: boolean;
  allowsDuplicate: boolean;
};

/** A reference on its way: measured, and with the faces that are worth enrolling. */
type Draft = AskedReference & Searched & { measured: MeasuredFaces };

/** What stands of the identity: its reference, whether that is of the same photographs, its faces, and whether they are disputed. */
export type KnownIdentity = {
  isDisputed: boolean;
  existing: Reference | undefined;
  isSame: boolean;
  templates: readonly SealedTemplate[];
  /** How many photographs of the reference are kept. */
  kept: number;
};

/** What became of it, and how many faces the reference has. */
export type Enrolled = {
  outcome: 'enrolled' | 'replaced' | 'unchanged';
  reference: Reference;
  faces: number;
};

/** The same photographs in another order are the same. */
const contentOf = (key: TenantKey, { identity, photographs }: NewReference): Buffer =>
  key.hash('reference', identity.key, identity.value, ...photographs.map(({ digest }) => digest).toSorted());

/** Makes the keyed hashes of a reference, so that neither identity nor photographs are needed from here on. */
export function askFor(actor: Actor, key: TenantKey, input: NewReference): AskedReference {
  const { provenance, replaces, allowsDuplicate } = input;
  const identity = { key: input.identity.key, hash: identityHash(key, input.identity) };
  const photographs = input.photographs.length;
  const contentHash = contentOf(key, input);
  return { ...actor, key, identity, contentHash, provenance, photographs, replaces, allowsDuplicate };
}

/** Finds what stands of the identity. */
export async function findKnown(
  db: Kysely<Tables>,
  { tenantId, key, identity, contentHash }: AskedReference,
): Promise<KnownIdentity> {
  const { hash } = identity;
  const { isDisputed, hasReference, hasFaces } = await findPresence(db, tenantId, hash);
  const existing = hasReference ? await findReference(db, tenantId, key, { identityHash: hash }) : undefined;
  const isSame = existing !== undefined && sameDigest(existing.contentHash, contentHash);
  const templates = hasFaces ? await listTemplates(db, tenantId, hash) : [];
  const kept = existing ? await countPhotographs(db, tenantId, existing.referenceId) : 0;
  return { isDisputed, existing, isSame, templates, kept };
}

/** Refuses with 40084 other photographs that do not replace those of a reference. */
export function refuseOther({ replaces }: AskedReference, { existing, isSame }: KnownIdentity): void {
  if (existing && !isSame && !replaces) throw new Refusal('40084');
}

/** The versions of these in which the reference has no face yet: all for a new one, and the other one once an engine changes. */
export const missingOf = (
  { existing, isSame, templates }: KnownIdentity,
  versions: readonly string[],
): string[] =>
  versions.filter(
    (version) =>
      !isSame ||
      !templates.some((one) => one.madeOf === existing?.referenceId && one.engineVersion === version),
  );

/** Whether nothing is left to do for these photographs: each version has their faces, and they are kept where that is asked. */
export const isComplete = (
  known: KnownIdentity,
  versions: readonly string[],
  keepsPhotographs: boolean,
): boolean => missingOf(known, versions).length === 0 && (known.kept > 0 || !keepsPhotographs);

/** The captured faces that photographs confirm, none where they replace all; refuses with 40085 where one shows another person. */
export function confirmKnown(
  asked: AskedReference,
  { isSame, templates }: KnownIdentity,
  measured: MeasuredFaces,
  matchThreshold: number,
): ReturnType<typeof confirmCaptured> {
  const captured = templates.filter(({ isOfReference }) => !isOfReference);
  const replaces = asked.replaces && !isSame;
  return replaces ? [] : confirmCaptured(asked.key, captured, measured, matchThreshold);
}

/** The faces worth enrolling, by engine version. */
export const chooseAll = (measured: MeasuredFaces): MeasuredFaces =>
  new Map([...measured].map(([version, faces]) => [version, chooseFaces(faces)]));

/** Whether a face so near to one of another identity is the same beyond doubt. */
export const isBeyondDoubt = (distance: number, matchThreshold: number): boolean =>
  distance <= BEYOND_DOUBT * matchThreshold;

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

const newReference = (draft: Draft, isCaptureConfirmed: boolean, at: Date): Reference => ({
  referenceId: newId(at.getTime()),
  ...{ identityKey: draft.identity.key, identityHash: draft.identity.hash, contentHash: draft.contentHash },
  ...{ provenance: draft.provenance, photographs: draft.photographs },
  ...{ isDuplicateAllowed: draft.allowsDuplicate, isCaptureConfirmed, createdAt: at },
});

/** Writes a reference, the faces in the versions that lack it, and the audit entry; what it replaces goes first. */
async function write(
  { clock }: Pick<EnrolMeasuredDeps, 'clock'>,
  trx: Kysely<Tables>,
  draft: Draft,
  { existing, isSame, templates }: KnownIdentity,
  compared: {
    versions: readonly string[];
    confirmed: Parameters<typeof confirmTemplates>[3];
    isDuplicate: boolean;
  },
): Promise<Enrolled> {
  const { tenantId, actor, identity, allowsDuplicate } = draft;
  const at = clock.now();
  const replaces = draft.replaces && !isSame;
  const eraseAt = templates.length > 0 ? await findFaceErasure(trx, tenantId, identity.hash) : undefined;
  const gone = replaces ? await deleteTemplates(trx, tenantId, identity.hash) : 0;
  const reference = isSame && existing ? existing : newReference(draft, compared.confirmed.length > 0, at);
  const captured = replaces ? [] : templates.filter(({ isOfReference }) => !isOfReference);
  const placed: number[] = [];
  for (const version of compared.versions)
    placed.push(await placeFaces(trx, draft, captured, reference, version, at));
  const faces = placed.reduce((sum, count) => sum + count, 0);
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
        ...{ duplicateFaceAllowed: allowsDuplicate, duplicateFaceFound: compared.isDuplicate },
      },
    },
  );
  const isReplaced = replaces && (existing !== undefined || gone > 0);
  const most = Math.max(countFaces(templates, reference), ...placed);
  return { outcome: isReplaced ? 'replaced' : 'enrolled', reference, faces: most };
}

/** By how many the faces of a version grow: what is added, less what gives way; not at all where it lacks none. */
const growthOf = (
  { replaces, chosen }: Draft,
  { isSame, templates }: KnownIdentity,
  versions: readonly string[],
  engineVersion: string,
): number => {
  if (!versions.includes(engineVersion)) return 0;
  const added = chosen.get(engineVersion)?.length ?? 0;
  const present = templates.filter((one) => one.engineVersion === engineVersion);
  const captured = present.filter(({ isOfReference }) => !isOfReference);
  const leaving = replaces && !isSame ? present : planPlaces(captured, added).deletes;
  return added - leaving.length;
};

/** Compares and writes under the locks of identity and gallery, so that neither a capture nor another request enrols meanwhile. */
async function enrolWithin(
  deps: EnrolMeasuredDeps,
  trx: Kysely<Tables>,
  draft: Draft,
  searches: readonly PreparedFace[],
): Promise<Enrolled> {
  const { tenantId, identity, measured, chosen, allowsDuplicate } = draft;
  await lockToEnrol(trx, tenantId, identity, deps.isFlushedLater ?? false);
  const known = await findKnown(trx, draft);
  // Only the operator opens again what was closed because it was another person's.
  if (known.isDisputed) throw new Refusal('40088');
  refuseOther(draft, known);
  const versions = missingOf(known, [...chosen.keys()]);
  const { existing, templates } = known;
  if (existing && versions.length === 0)
    return { outcome: 'unchanged', reference: existing, faces: countFaces(templates, existing) };
  const nearest = await searchOthers(deps, trx, draft, searches, (version) =>
    growthOf(draft, known, versions, version),
  );
  const isDuplicate = isBeyondDoubt(nearest, deps.matchThreshold);
  if (isDuplicate && !allowsDuplicate) throw new Refusal('40086');
  const confirmed = confirmKnown(draft, known, measured, deps.matchThreshold);
  return write(deps, trx, draft, known, { versions, confirmed, isDuplicate });
}

/**
 * Enrols measured faces of an identity in one commit with the audit entry. The same photographs of the same identity change nothing, but
 * for an engine version that they were not enrolled in. Photographs to keep are those that were measured. Refuses with 40084 to 40088.
 */
export async function enrolMeasured(
  deps: EnrolMeasuredDeps,
  asked: AskedReference,
  measured: MeasuredFaces,
  toKeep: readonly SentPhotograph[] = [],
): Promise<Enrolled> {
  const draft = { ...asked, measured, chosen: chooseAll(measured) };
  return untilInStep(async () => {
    const searches = await prepareSearches(deps, draft);
    return withRetries(() =>
      deps.db.transaction().execute(async (trx) => {
        const enrolled = await enrolWithin(deps, trx, draft, searches);
        const { referenceId } = enrolled.reference;
        await keepPhotographs(deps, trx, { ...asked, referenceId }, toKeep);
        if (enrolled.outcome !== 'unchanged') deps.onWritten?.(enrolled);
        return enrolled;
      }),
    );
  });
}
