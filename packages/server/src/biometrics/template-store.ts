import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { packDescriptor, unpackDescriptor } from './descriptor.ts';

/** The enrolled face of an identity. */
export type FaceTemplate = { templateId: string; engineVersion: string; descriptor: Float32Array };

/** Whether any face is enrolled for the identity. */
export async function hasTemplate(db: Db, tenantId: string, identityHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('face_templates')
    .select('template_id')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest face enrolled for the identity. */
export async function findTemplate(
  db: Db,
  tenantId: string,
  key: TenantKey,
  identityHash: Buffer,
): Promise<FaceTemplate | undefined> {
  const row = await db
    .selectFrom('face_templates')
    .select(['template_id', 'engine_version', 'sealed_descriptor'])
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
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
  template: FaceTemplate & { identityHash: Buffer; transactionId: string; at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('face_templates')
    .values({
      tenant_id: tenantId,
      template_id: template.templateId,
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
