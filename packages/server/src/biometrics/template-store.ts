import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { packDescriptor, unpackDescriptor } from './descriptor.ts';

/** The enrolled face of an identity. */
export type FaceTemplate = { templateId: string; engineVersion: string; descriptor: Float32Array };

/** The face enrolled for the identity: that of the engine version if there is one, or else the newest of another version. */
export async function findTemplate(
  db: Db,
  tenantId: string,
  key: TenantKey,
  identityHash: Buffer,
  engineVersion: string,
): Promise<FaceTemplate | undefined> {
  const row = await db
    .selectFrom('face_templates')
    .select(['template_id', 'engine_version', 'sealed_descriptor'])
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .orderBy((row) => row('engine_version', '=', engineVersion), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      templateId: row.template_id,
      engineVersion: row.engine_version,
      descriptor: unpackDescriptor(
        key.unseal('face_templates', row.template_id, 'sealed_descriptor', row.sealed_descriptor),
      ),
    }
  );
}

/** Enrols a face, sealed; false when a capture that was decided at the same time enrolled one first. */
export async function insertTemplate(
  db: Db,
  tenantId: string,
  key: TenantKey,
  template: FaceTemplate & { identityKey: string; identityHash: Buffer; transactionId: string; at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('face_templates')
    .values({
      tenant_id: tenantId,
      template_id: template.templateId,
      identity_key: template.identityKey,
      identity_hash: template.identityHash,
      engine_version: template.engineVersion,
      sealed_descriptor: key.seal(
        'face_templates',
        template.templateId,
        'sealed_descriptor',
        packDescriptor(template.descriptor),
      ),
      transaction_id: template.transactionId,
      created_at: template.at,
      last_matched_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Deletes the faces enrolled for the identity; answers how many. */
export async function deleteTemplates(db: Db, tenantId: string, identityHash: Buffer): Promise<number> {
  const result = await db
    .deleteFrom('face_templates')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Notes that the face enrolled for the identity matched. */
export async function noteMatch(db: Db, tenantId: string, templateId: string, at: Date): Promise<void> {
  await db
    .updateTable('face_templates')
    .set({ last_matched_at: at })
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', templateId)
    .execute();
}

/** Deletes up to `limit` faces of the tenant that matched last, or were enrolled, before `before`; answers how many. */
export async function deleteOutlivedTemplates(
  db: Db,
  tenantId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const result = await sql`
    DELETE FROM face_templates WHERE tenant_id = ${tenantId} AND template_id IN (
      SELECT template_id FROM face_templates
      WHERE tenant_id = ${tenantId} AND coalesce(last_matched_at, created_at) < ${before} LIMIT ${limit}
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Faces of one kind of identity that are compared with each other; only descriptors of one engine version can be. */
export type Gallery = { identityKey: string; engineVersion: string };

/** Up to `limit` faces of a gallery after a template id, in the order of the ids, without those of some identities. */
export async function listOtherTemplates(
  db: Db,
  tenantId: string,
  key: TenantKey,
  gallery: Gallery & { exceptIdentityHashes: readonly Buffer[]; afterId: string; limit: number },
): Promise<{ templateId: string; descriptor: Float32Array }[]> {
  const rows = await db
    .selectFrom('face_templates')
    .select(['template_id', 'sealed_descriptor'])
    .where('tenant_id', '=', tenantId)
    // An enrolment of an earlier release does not tell its kind: it is compared with all.
    .where((row) => row.or([row('identity_key', '=', gallery.identityKey), row('identity_key', 'is', null)]))
    .where('engine_version', '=', gallery.engineVersion)
    .where('template_id', '>', gallery.afterId)
    .where('identity_hash', 'not in', gallery.exceptIdentityHashes)
    .orderBy('template_id')
    .limit(gallery.limit)
    .execute();
  return rows.map((row) => ({
    templateId: row.template_id,
    descriptor: unpackDescriptor(
      key.unseal('face_templates', row.template_id, 'sealed_descriptor', row.sealed_descriptor),
    ),
  }));
}

/** Makes other captures that may enrol a face of this kind wait until this database transaction ends, so that no face is enrolled twice unseen. */
export async function lockGallery(db: Db, tenantId: string, identityKey: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`faces/${tenantId}/${identityKey}`}, 0))`.execute(
    db,
  );
}
