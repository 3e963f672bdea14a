import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Keeps that the enrolled face of an identity is disputed; false when it was already. */
export async function insertDispute(
  db: Db,
  tenantId: TenantId,
  dispute: { disputeId: string; identityHash: Buffer; at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('face_disputes')
    .values({
      tenant_id: tenantId,
      identity_hash: dispute.identityHash,
      dispute_id: dispute.disputeId,
      disputed_at: dispute.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Whether the face of an identity is disputed: no capture enrols one until that is settled. */
export const isDisputed = async (db: Db, tenantId: TenantId, identityHash: Buffer): Promise<boolean> =>
  (await findDispute(db, tenantId, identityHash)) !== undefined;

/** The id of the dispute about the face of an identity; undefined where there is none. */
export async function findDispute(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('face_disputes')
    .select('dispute_id')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .executeTakeFirst();
  return row?.dispute_id;
}

/** Ends the dispute about the face of an identity, and tells its id; undefined where there is none. */
export async function deleteDispute(
  db: Db,
  tenantId: TenantId,
  identityHash: Buffer,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('face_disputes')
    .where('tenant_id', '=', tenantId)
    .where('identity_hash', '=', identityHash)
    .returning('dispute_id')
    .executeTakeFirst();
  return row?.dispute_id;
}
