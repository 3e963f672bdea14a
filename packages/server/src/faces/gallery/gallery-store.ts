import { type Kysely, sql } from 'kysely';
import type { TemplateId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** Faces of one kind of identity that are compared with each other; only descriptors of one engine version can be. */
export type Gallery = { identityKey: string; engineVersion: string };

/** How many changes a gallery has seen, and how many faces it has. */
export type GalleryState = Gallery & { changes: number; faces: number };

/** A face of a gallery, sealed. */
export type GalleryFace = { templateId: TemplateId; identityHash: Buffer; sealedDescriptor: Buffer };

/** The kind of faces that a release enrolled which did not tell it: they are compared with all. */
export const UNTOLD_KIND = '';

/** The galleries in which a face of this kind is searched, as far as there are any; `isOwn` when this very database transaction changed one. */
export async function listGalleries(
  db: Db,
  tenantId: TenantId,
  { identityKey, engineVersion }: Gallery,
): Promise<(GalleryState & { isOwn: boolean })[]> {
  const rows = await db
    .selectFrom('face_galleries')
    .select(['identity_key', 'engine_version', 'changes', 'faces'])
    .select(sql<boolean>`coalesce(xmin = pg_current_xact_id_if_assigned()::xid, false)`.as('is_own'))
    .where('tenant_id', '=', tenantId)
    .where('identity_key', 'in', [identityKey, UNTOLD_KIND])
    .where('engine_version', '=', engineVersion)
    .orderBy('identity_key')
    .execute();
  return rows.map((row) => ({
    identityKey: row.identity_key,
    engineVersion: row.engine_version,
    changes: Number(row.changes),
    faces: row.faces,
    isOwn: row.is_own,
  }));
}

/** A gallery of any tenant, with how many faces a search in it goes over: those of a kind that was not told are compared with all. */
export type GalleryFill = Gallery & { tenantId: TenantId; faces: number };

/** The galleries whose searches go over at least so many faces, the fullest first, a hundred at most; all engine versions unless one is named. */
export async function listFullest(db: Db, atLeast: number, engineVersion?: string): Promise<GalleryFill[]> {
  const { rows } = await sql<{
    tenant_id: TenantId;
    identity_key: string;
    engine_version: string;
    faces: number;
  }>`
    SELECT g.tenant_id, g.identity_key, g.engine_version,
      g.faces + CASE WHEN g.identity_key = ${UNTOLD_KIND} THEN 0 ELSE coalesce(u.faces, 0) END AS faces
    FROM face_galleries g
    LEFT JOIN face_galleries u ON u.tenant_id = g.tenant_id AND u.engine_version = g.engine_version
      AND u.identity_key = ${UNTOLD_KIND}
    WHERE g.faces + CASE WHEN g.identity_key = ${UNTOLD_KIND} THEN 0 ELSE coalesce(u.faces, 0) END >= ${atLeast}
      AND (${engineVersion ?? null}::text IS NULL OR g.engine_version = ${engineVersion ?? null})
    ORDER BY faces DESC, g.tenant_id, g.identity_key LIMIT 100`.execute(db);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    identityKey: row.identity_key,
    engineVersion: row.engine_version,
    faces: row.faces,
  }));
}

const kindOf = (identityKey: string): string | null => (identityKey === UNTOLD_KIND ? null : identityKey);

/** Up to `limit` faces of a gallery after a template id, in the order of the ids. */
export async function listFaces(
  db: Db,
  tenantId: TenantId,
  gallery: Gallery,
  { afterId, limit }: { afterId: TemplateId; limit: number },
): Promise<GalleryFace[]> {
  const kind = kindOf(gallery.identityKey);
  const rows = await db
    .selectFrom('face_templates')
    .select(['template_id', 'identity_hash', 'sealed_descriptor'])
    .where('tenant_id', '=', tenantId)
    .where('identity_key', kind === null ? 'is' : '=', kind)
    .where('engine_version', '=', gallery.engineVersion)
    .where('template_id', '>', afterId)
    .orderBy('template_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    templateId: row.template_id,
    identityHash: row.identity_hash,
    sealedDescriptor: row.sealed_descriptor,
  }));
}

/** What became of a gallery since a number of changes: faces that came or changed, and ids of those that went. */
export type GalleryChanges = { changes: number; faces: number; put: GalleryFace[]; removed: TemplateId[] };

type ChangeRow = {
  changes: string;
  faces: number;
  template_id: TemplateId | null;
  identity_hash: Buffer | null;
  sealed_descriptor: Buffer | null;
};

/** The changes of a gallery since that number, all from one view of the database; undefined when there were more than `most`, or some are no longer known. */
export async function findChanges(
  db: Db,
  tenantId: TenantId,
  { identityKey, engineVersion }: Gallery,
  since: number,
  most: number,
): Promise<GalleryChanges | undefined> {
  const { rows } = await sql<ChangeRow>`
    SELECT g.changes, g.faces, c.template_id, f.identity_hash, f.sealed_descriptor
    FROM face_galleries g
    LEFT JOIN face_changes c ON c.tenant_id = g.tenant_id AND c.identity_key = g.identity_key
      AND c.engine_version = g.engine_version AND c.change > ${since}
    LEFT JOIN face_templates f ON f.tenant_id = c.tenant_id AND f.template_id = c.template_id
      AND f.engine_version = g.engine_version AND coalesce(f.identity_key, '') = g.identity_key
    WHERE g.tenant_id = ${tenantId} AND g.identity_key = ${identityKey} AND g.engine_version = ${engineVersion}
    LIMIT ${most + 1}`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const changed = rows.filter((row) => row.template_id !== null);
  if (changed.length !== Number(first.changes) - since) return undefined;
  const found: GalleryChanges = { changes: Number(first.changes), faces: first.faces, put: [], removed: [] };
  for (const { template_id, identity_hash, sealed_descriptor } of changed) {
    if (template_id === null) continue;
    const templateId = template_id;
    if (!identity_hash || !sealed_descriptor) found.removed.push(templateId);
    else found.put.push({ templateId, identityHash: identity_hash, sealedDescriptor: sealed_descriptor });
  }
  return found;
}

/** Deletes up to `limit` changes older than `before`, of every tenant: who has not seen them reads the whole gallery; answers how many. */
export async function deleteOldChanges(db: Kysely<Tables>, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM face_changes WHERE ctid = ANY(ARRAY(SELECT ctid FROM face_changes WHERE at < ${before} ORDER BY at LIMIT ${limit}))`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
