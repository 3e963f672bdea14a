import { sql } from 'kysely';
import type { TemplateId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Galleries, GalleryAnswer } from '../gallery/gallery.ts';
import { type GalleryQuestion, type PreparedSearch, SearchAgainError } from '../gallery/prepared-search.ts';
import { MAX_WITHIN } from '../search/messages.ts';

/** A search in the version that a decision does not rest on; `decidedIn` is the one that it does. */
export type BesideQuestion = {
  question: GalleryQuestion;
  descriptor: Float32Array;
  decidedIn: string;
  /** The largest distance that says anything of a face. */
  matchThreshold: number;
};

/** What such a search found before anything was locked. */
export type PreparedBeside = {
  found: PreparedSearch;
  /** Distance to the nearest face at all. */
  nearestOfAll: number | undefined;
  /** The nearest identities that are compared in the other version, and so not here. */
  passedOver: readonly Buffer[];
};

/** The answer of such a search: `nearest` is of those who are enrolled in this version alone. */
export type BesideAnswer = { answer: GalleryAnswer; nearestOfAll: number | undefined };

/** Look-alikes that are passed over at most; the next one counts, whatever it is enrolled in. */
const MAX_PASSED_OVER = 8;

const nearestIn = (found: PreparedSearch): { distance: number; id: Uint8Array } | undefined =>
  found.kind === 'searched'
    ? found.parts
        .flatMap(({ nearest }) => nearest ?? [])
        .toSorted((one, other) => one.distance - other.distance)[0]
    : undefined;

/** The keyed hash of the identity of a face that also has one of a version; undefined where it has none. */
async function findOwnerIn(
  db: Db,
  tenantId: TenantId,
  id: Uint8Array,
  engineVersion: string,
): Promise<Buffer | undefined> {
  const { rows } = await sql<{ identity_hash: Buffer }>`
    SELECT f.identity_hash FROM face_templates f
    WHERE f.tenant_id = ${tenantId} AND f.template_id = ${Buffer.from(id).toString('hex') as TemplateId}::uuid
      AND EXISTS (SELECT FROM face_templates o WHERE o.tenant_id = f.tenant_id
        AND o.identity_hash = f.identity_hash AND o.engine_version = ${engineVersion})`.execute(db);
  return rows[0]?.identity_hash;
}

/** Whether each of these identities still has a face of a version. */
export async function areEnrolled(
  db: Db,
  tenantId: TenantId,
  identityHashes: readonly Buffer[],
  engineVersion: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('face_templates')
    .select('identity_hash')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', 'in', identityHashes)
    .where('engine_version', '=', engineVersion)
    .execute();
  return rows.length === new Set(identityHashes.map((hash) => hash.toString('hex'))).size;
}

/** Leaves out the faces whose identity has one of a version as well: it was compared in that one. */
async function leaveOutOwners(
  db: Db,
  tenantId: TenantId,
  within: readonly Uint8Array[],
  engineVersion: string,
): Promise<readonly Uint8Array[]> {
  // As many as a search tells of count as many identities, whoever they are.
  if (within.length === 0 || within.length >= MAX_WITHIN) return within;
  const ids = within.map((id) => Buffer.from(id).toString('hex'));
  const { rows } = await sql<{ id: string }>`
    SELECT replace(near.id::text, '-', '') AS id FROM unnest(${ids}::uuid[]) AS near (id)
    CROSS JOIN LATERAL (
      SELECT identity_hash FROM face_templates
      WHERE tenant_id = ${tenantId} AND template_id = near.id LIMIT 1) AS f
    WHERE NOT EXISTS (SELECT FROM face_templates o WHERE o.tenant_id = ${tenantId}
      AND o.identity_hash = f.identity_hash AND o.engine_version = ${engineVersion})`.execute(db);
  const left = new Set(rows.map(({ id }) => id));
  return within.filter((_id, index) => left.has(ids[index] ?? ''));
}

const without = (question: GalleryQuestion, passedOver: readonly Buffer[]): GalleryQuestion => ({
  ...question,
  exceptIdentityHashes: [...question.exceptIdentityHashes, ...passedOver],
});

/**
 * Searches the galleries of the other version before anything is locked. Who is enrolled in both was compared in the one that is decided in.
 * Two chances to be taken for another would refuse more honest persons than before the change.
 */
export async function prepareBeside(
  { db, galleries }: { db: Db; galleries: Pick<Galleries, 'prepare'> },
  tenantId: TenantId,
  { question, descriptor, decidedIn, matchThreshold }: BesideQuestion,
): Promise<PreparedBeside> {
  const passedOver: Buffer[] = [];
  let nearestOfAll: number | undefined;
  for (;;) {
    const found = await galleries.prepare(tenantId, without(question, passedOver), descriptor);
    const nearest = nearestIn(found);
    nearestOfAll ??= nearest?.distance;
    const prepared = { found, nearestOfAll, passedOver };
    if (!nearest || nearest.distance > matchThreshold || passedOver.length === MAX_PASSED_OVER)
      return prepared;
    const owner = await findOwnerIn(db, tenantId, nearest.id, decidedIn);
    if (!owner) return prepared;
    passedOver.push(owner);
  }
}

/** Finishes the search under the locks; throws `SearchAgainError` where that has to begin anew. */
export async function searchBeside(
  { db, galleries }: { db: Db; galleries: Pick<Galleries, 'search'> },
  tenantId: TenantId,
  { question, descriptor, decidedIn }: BesideQuestion,
  { found, nearestOfAll, passedOver }: PreparedBeside,
): Promise<BesideAnswer> {
  if (passedOver.length > 0 && !(await areEnrolled(db, tenantId, passedOver, decidedIn)))
    throw new SearchAgainError('a face that was passed over is compared in no other version any more');
  const all = await galleries.search(db, tenantId, without(question, passedOver), descriptor, found);
  const answer =
    all.kind === 'searched'
      ? { ...all, within: await leaveOutOwners(db, tenantId, all.within, decidedIn) }
      : all;
  const nearest = answer.kind === 'searched' ? answer.nearest : undefined;
  const least = Math.min(nearest ?? Number.POSITIVE_INFINITY, nearestOfAll ?? Number.POSITIVE_INFINITY);
  return { answer, nearestOfAll: Number.isFinite(least) ? least : undefined };
}

/** The answer of both searches: the nearest face of all identities, and whether either gallery was too large. */
export function combineAnswers(decided: GalleryAnswer, beside: BesideAnswer | undefined): GalleryAnswer {
  if (!beside || decided.kind === 'too_large') return decided;
  const { answer } = beside;
  if (answer.kind === 'too_large') return answer;
  const distances = [decided.nearest, answer.nearest].filter((distance) => distance !== undefined);
  const within = [...decided.within, ...answer.within];
  return { ...decided, nearest: distances.length === 0 ? undefined : Math.min(...distances), within };
}
