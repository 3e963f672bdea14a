import { deleteOlder } from '../kernel/database/batches/delete-older.ts';
import type { Db } from '../kernel/database/connect.ts';

/** An asset of the page, sealed under its name. */
export type StoredAsset = { name: string; sealedBody: Buffer };

/** Inserts the assets that a node carries, or notes that they are still carried. */
export async function upsertAssets(db: Db, assets: readonly StoredAsset[], carriedAt: Date): Promise<void> {
  await db
    .insertInto('page_assets')
    .values(assets.map(({ name, sealedBody }) => ({ name, sealed_body: sealedBody, carried_at: carriedAt })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ carried_at: carriedAt }))
    .execute();
}

/** Finds an asset that a node of the deployment carried lately. */
export async function findSealedAsset(db: Db, name: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('page_assets')
    .select('sealed_body')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.sealed_body;
}

/** Deletes assets that no node carried since a time. */
export const deleteOldAssets = deleteOlder('page_assets', 'carried_at');
