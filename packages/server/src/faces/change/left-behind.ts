import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { defineCache } from '../../kernel/caches/cache.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { findChanges, type Gallery, type GalleryState, UNTOLD_KIND } from '../gallery/gallery-store.ts';
import { type GalleryQuestion, SearchAgainError } from '../gallery/prepared-search.ts';
import { areEnrolled } from './search-beside.ts';

/** Of the search of a capture that the other engine missed: the question in the version that is decided in, and which versions are compared besides. */
export type MissedSearch = { question: GalleryQuestion; isOther: (version: string) => boolean };

/** Whom such a search could not meet: identities enrolled in other versions alone, and the galleries as they were then. */
export type PreparedMissed = { hashes: readonly Buffer[]; states: readonly GalleryState[] };

/** Enrolled faces of five places for each of the two identities that are no others, and one more. */
const MAX_FOUND = 11;
/** A look over whole galleries serves all captures for so long; faces that come meanwhile are looked at one by one. */
const KEPT_SECONDS = 60;
const MAX_LATE = 500;

/** Looks for identities that are left behind, kept for a minute. */
export const leftBehindCache = defineCache('left_behind', 10_000);
const kept = leftBehindCache.open<{ found: Promise<PreparedMissed>; until: Date }>();

async function listOthers(
  db: Db,
  tenantId: TenantId,
  { question: { identityKey, engineVersion }, isOther }: MissedSearch,
): Promise<GalleryState[]> {
  const rows = await db
    .selectFrom('face_galleries')
    .select(['identity_key', 'engine_version', 'changes', 'faces'])
    .where('tenant_id', '=', tenantId)
    .where('identity_key', 'in', [identityKey, UNTOLD_KIND])
    .where('engine_version', '<>', engineVersion)
    .orderBy('engine_version')
    .execute();
  return rows
    .filter((row) => isOther(row.engine_version))
    .map((row) => ({
      identityKey: row.identity_key,
      engineVersion: row.engine_version,
      changes: Number(row.changes),
      faces: row.faces,
    }));
}

async function findLeft(
  db: Db,
  tenantId: TenantId,
  { identityKey, engineVersion }: Gallery,
  states: readonly GalleryState[],
): Promise<PreparedMissed> {
  const versions = states.map((state) => state.engineVersion);
  const { rows } = await sql<{ identity_hash: Buffer }>`
    SELECT f.identity_hash FROM face_templates f
    WHERE f.tenant_id = ${tenantId} AND (f.identity_key = ${identityKey} OR f.identity_key IS NULL)
      AND f.engine_version = ANY(${versions}::text[])
      AND NOT EXISTS (SELECT FROM face_templates d WHERE d.tenant_id = f.tenant_id
        AND d.identity_hash = f.identity_hash AND d.engine_version = ${engineVersion})
    LIMIT ${MAX_FOUND}`.execute(db);
  return { hashes: rows.map((row) => row.identity_hash), states };
}

const nameOf = (
  tenantId: TenantId,
  { identityKey, engineVersion }: Gallery,
  states: readonly GalleryState[],
) => [tenantId, identityKey, engineVersion, ...states.map((state) => state.engineVersion)].join(' ');

/** Looks before anything is locked for identities that a search in one version cannot meet. */
export async function prepareMissed(
  { db, clock }: { db: Db; clock: Clock },
  tenantId: TenantId,
  asked: MissedSearch,
): Promise<PreparedMissed> {
  const states = await listOthers(db, tenantId, asked);
  if (states.every(({ faces }) => faces === 0)) return { hashes: [], states };
  const { question } = asked;
  const name = nameOf(tenantId, question, states);
  const now = clock.now();
  const last = kept.get(name);
  if (last && now < last.until) return last.found;
  const found = findLeft(db, tenantId, question, states);
  kept.set(name, { found, until: addSeconds(now, KEPT_SECONDS) });
  found.catch(() => kept.delete(name));
  return found;
}

/** Deletes a look after which too much changed, and has all begin anew. */
function lookAgain(name: string): never {
  kept.delete(name);
  throw new SearchAgainError('a gallery changed too much after it was looked through');
}

/** Whether a search in one version missed anybody, with those who came since; under the locks, throws `SearchAgainError` where too many did. */
export async function hasMissed(
  db: Db,
  tenantId: TenantId,
  asked: MissedSearch,
  { hashes, states }: PreparedMissed,
): Promise<boolean> {
  const { exceptIdentityHashes, engineVersion } = asked.question;
  const isAnother = (hash: Buffer): boolean =>
    !exceptIdentityHashes.some((one) => timingSafeEqual(one, hash));
  if (hashes.some(isAnother)) return true;
  for (const state of await listOthers(db, tenantId, asked)) {
    const before = states.find(
      (one) => one.identityKey === state.identityKey && one.engineVersion === state.engineVersion,
    );
    const since = before?.changes ?? 0;
    if (since >= state.changes) continue;
    const { put } =
      (await findChanges(db, tenantId, state, since, MAX_LATE)) ??
      lookAgain(nameOf(tenantId, asked.question, states));
    const came = put.map(({ identityHash }) => identityHash).filter(isAnother);
    if (came.length > 0 && !(await areEnrolled(db, tenantId, came, engineVersion))) return true;
  }
  return false;
}
