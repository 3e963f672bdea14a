import { sql } from 'kysely';
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

/** Deletes assets that no node carried since, up to `limit` of them. */
export async function deleteOldAssets(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM page_assets WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM page_assets WHERE carried_at < ${before} ORDER BY carried_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
