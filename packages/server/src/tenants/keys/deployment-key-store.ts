import type { Db } from '../../kernel/database/connect.ts';
import type { WrappedKey } from './master-key.ts';

/** What a key of the deployment serves; none serves two purposes. */
export type DeploymentKeyPurpose = 'face-prints' | 'page-assets' | 'users' | 'failures';

/** The wrapped key of a purpose, once it was made. */
export async function findDeploymentKey(
  db: Db,
  purpose: DeploymentKeyPurpose,
): Promise<WrappedKey | undefined> {
  const row = await db
    .selectFrom('deployment_keys')
    .select(['wrapped_key', 'master_key_id'])
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row && { bytes: row.wrapped_key, masterKeyId: row.master_key_id };
}

/** Adds the key of a purpose unless there is one. */
export async function insertDeploymentKey(
  db: Db,
  purpose: DeploymentKeyPurpose,
  wrapped: WrappedKey,
): Promise<void> {
  await db
    .insertInto('deployment_keys')
    .values({ purpose, wrapped_key: wrapped.bytes, master_key_id: wrapped.masterKeyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks up to `limit` keys that another master key wraps. */
export async function lockDeploymentKeysToRewrap(
  db: Db,
  masterKeyId: string,
  limit: number,
): Promise<{ purpose: DeploymentKeyPurpose; wrapped: WrappedKey }[]> {
  const rows = await db
    .selectFrom('deployment_keys')
    .select(['purpose', 'wrapped_key', 'master_key_id'])
    .where('master_key_id', '<>', masterKeyId)
    .orderBy('purpose')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    purpose: row.purpose,
    wrapped: { bytes: row.wrapped_key, masterKeyId: row.master_key_id },
  }));
}

/** Replaces the wrapping of a key. */
export async function updateWrappedDeploymentKey(
  db: Db,
  purpose: DeploymentKeyPurpose,
  wrapped: WrappedKey,
): Promise<void> {
  await db
    .updateTable('deployment_keys')
    .set({ wrapped_key: wrapped.bytes, master_key_id: wrapped.masterKeyId })
    .where('purpose', '=', purpose)
    .execute();
}
