import type { ReferenceId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** A photograph on its way into the database: the bytes as they were sent. */
export type NewPhotograph = { image: Uint8Array };

/** The row of a kept photograph, as its sealed bytes name it. */
export const rowName = (referenceId: ReferenceId, position: number): string => `${referenceId}/${position}`;

/** Keeps the photographs of a reference that has none, in the order in which they were sent; answers how many were kept. */
export async function insertPhotographs(
  db: Db,
  { tenantId, key, referenceId }: { tenantId: TenantId; key: TenantKey; referenceId: ReferenceId },
  photographs: readonly NewPhotograph[],
  at: Date,
): Promise<number> {
  if ((await countPhotographs(db, tenantId, referenceId)) > 0) return 0;
  const rows = photographs.map(({ image }, index) => ({
    ...{ tenant_id: tenantId, reference_id: referenceId, position: index + 1, kept_at: at },
    sealed_image: key.seal('reference_photographs', rowName(referenceId, index + 1), 'sealed_image', image),
  }));
  await db.insertInto('reference_photographs').values(rows).execute();
  return rows.length;
}

/** How many photographs of a reference are kept. */
export async function countPhotographs(
  db: Db,
  tenantId: TenantId,
  referenceId: ReferenceId,
): Promise<number> {
  const { kept } = await db
    .selectFrom('reference_photographs')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('tenant_id', '=', tenantId)
    .where('reference_id', '=', referenceId)
    .executeTakeFirstOrThrow();
  return Number(kept);
}

/** Keeps a reference from being deleted before the database transaction ends. */
export async function lockReference(trx: Db, tenantId: TenantId, referenceId: ReferenceId): Promise<void> {
  await trx
    .selectFrom('face_references')
    .select('reference_id')
    .where('tenant_id', '=', tenantId)
    .where('reference_id', '=', referenceId)
    .forShare()
    .execute();
}

/** Finds a kept photograph by its place, from 1; it is sealed. */
export async function findPhotograph(
  db: Db,
  tenantId: TenantId,
  referenceId: ReferenceId,
  position: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('reference_photographs')
    .select('sealed_image')
    .where('tenant_id', '=', tenantId)
    .where('reference_id', '=', referenceId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.sealed_image;
}
