import { sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';
import { type SubjectId, type SubjectRef, subjectColumns } from '../../kernel/database/subject-ref.ts';
import { meetsMany, type Walk, walkOthers } from '../../kernel/database/walks/walk-others.ts';

/** Whom an attempt on a device was to show; device and identity as keyed hashes. */
export type DeviceUse = { deviceHash: Buffer; identityHash: Buffer };

const OF_DEVICE: Walk = {
  table: 'capture_devices',
  from: 'device_hash',
  to: 'identity_hash',
  at: 'used_at',
};

/** Keeps on which device an attempt was begun, in the commit of its begin. */
export async function insertDeviceUse(
  db: Db,
  tenantId: TenantId,
  { subject, attemptId, at }: { subject: SubjectRef; attemptId: AttemptId; at: Date },
  use: DeviceUse,
): Promise<void> {
  await db
    .insertInto('capture_devices')
    .values({
      tenant_id: tenantId,
      ...subjectColumns(subject),
      attempt_id: attemptId,
      device_hash: use.deviceHash,
      identity_hash: use.identityHash,
      used_at: at,
    })
    .execute();
}

/** Deletes on which devices attempts of a subject were begun, unless it is held. */
export async function deleteDeviceUses(db: Db, tenantId: TenantId, subjectId: SubjectId): Promise<void> {
  await db
    .deleteFrom('capture_devices')
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where(notHeld('capture_devices.subject_id'))
    .execute();
}

/** The device of an attempt; undefined where its page had no cookie. */
export async function findDeviceUse(
  db: Db,
  tenantId: TenantId,
  subjectId: SubjectId,
  attemptId: AttemptId,
): Promise<DeviceUse | undefined> {
  const row = await db
    .selectFrom('capture_devices')
    .select(['device_hash', 'identity_hash'])
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subjectId)
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row && { deviceHash: row.device_hash, identityHash: row.identity_hash };
}

/** Whether a device was used for more identities since then than so many, its own counted; reads one index entry for each identity, 200 at most. */
export async function isOfMany(
  db: Db,
  tenantId: TenantId,
  { deviceHash, identityHash }: DeviceUse,
  { since, most }: { since: Date; most: number },
): Promise<boolean> {
  const { rows } = await sql<{ is_many: boolean }>`
    WITH RECURSIVE ${walkOthers('identities', OF_DEVICE, tenantId, deviceHash)}
    SELECT ${meetsMany('identities', identityHash, since, most)} AS is_many`.execute(db);
  return rows[0]?.is_many === true;
}

/** Deletes up to `limit` uses of devices from before `before`, of all tenants, that are not held; answers how many. */
export async function deleteOldDevices(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM capture_devices WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM capture_devices
      WHERE used_at < ${before} AND ${notHeld('capture_devices.subject_id')}
      ORDER BY used_at LIMIT ${limit}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
