import { type RawBuilder, sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { PictureRef } from '../object-name.ts';
import type { PicturePlace, PictureRow } from '../pictures.ts';

/** Where sealed pictures lie. */
export type Place = 'database' | 'objects';

/** A sealed picture that lies in the place that was asked for. */
export type Placed = PictureRef & PictureRow;

const LIES_IN: Readonly<Record<Place, RawBuilder<boolean>>> = {
  database: sql<boolean>`object_name IS NULL`,
  objects: sql<boolean>`object_name IS NOT NULL`,
};

/** Up to `limit` pictures that lie in a place, in the order of their keys, after the one named. */
export async function listPlaced(
  db: Db,
  place: Place,
  after: PictureRef | undefined,
  limit: number,
): Promise<Placed[]> {
  const since = after
    ? sql<boolean>`(tenant_id, attempt_id, step) > (${after.tenantId}::uuid, ${after.attemptId}::uuid, ${after.step}::integer)`
    : sql<boolean>`true`;
  const { rows } = await sql<{
    tenant_id: TenantId;
    attempt_id: AttemptId;
    step: number;
    sealed_image: Buffer | null;
    object_name: string | null;
  }>`
    SELECT tenant_id, attempt_id, step, sealed_image, object_name FROM capture_frames
    WHERE ${LIES_IN[place]} AND ${since}
    ORDER BY tenant_id, attempt_id, step LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    attemptId: row.attempt_id,
    step: row.step,
    sealedImage: row.sealed_image,
    objectName: row.object_name,
  }));
}

/** Has a row whose picture lies where it was seen say that it lies elsewhere; an object that it lets go is due from then on. False where the row is gone, or was changed. */
export async function updatePlace(trx: Db, seen: Placed, to: PicturePlace): Promise<boolean> {
  const result = await trx
    .updateTable('capture_frames')
    .set({ sealed_image: to.sealedImage, object_name: to.objectName })
    .where('tenant_id', '=', seen.tenantId)
    .where('attempt_id', '=', seen.attemptId)
    .where('step', '=', seen.step)
    .where('object_name', 'is not distinct from', seen.objectName)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** How many pictures lie where; goes through the whole table. */
export async function countPlaced(db: Db): Promise<Record<Place, number>> {
  const { rows } = await sql<{ database: string; objects: string }>`
    SELECT count(*) FILTER (WHERE object_name IS NULL) AS database, count(object_name) AS objects
    FROM capture_frames`.execute(db);
  return { database: Number(rows[0]?.database ?? 0), objects: Number(rows[0]?.objects ?? 0) };
}

/** Those of the names that neither a row nor the list of what has to go knows. */
export async function findUnknown(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM unnest(${[...names]}::text[]) AS name
    WHERE NOT EXISTS (SELECT FROM capture_frames WHERE object_name = name)
      AND NOT EXISTS (SELECT FROM object_dues WHERE object_name = name)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of the names that a row has. */
export async function findInRows(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT object_name AS name FROM capture_frames WHERE object_name = ANY (${[...names]}::text[])
    ORDER BY object_name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Up to `limit` names of objects that rows have, in their order, after the one named. */
export async function listObjectNames(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT object_name AS name FROM capture_frames WHERE object_name > ${after}
    ORDER BY object_name LIMIT ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** The tenants of the deployment. */
export async function listTenantIds(db: Db): Promise<TenantId[]> {
  const rows = await db.selectFrom('tenants').select('tenant_id').execute();
  return rows.map((row) => row.tenant_id);
}
