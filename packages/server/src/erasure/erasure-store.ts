import type { ErasureCounts } from '@titular/contract';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** An erasure as it is kept; `reference` is the merchant's own name for it. */
export type Erasure = {
  erasureId: string;
  at: Date;
  reference: string | undefined;
  counts: ErasureCounts;
  receipt: string;
};

/** Keeps an erasure. */
export async function insertErasure(db: Db, tenantId: TenantId, erasure: Erasure): Promise<void> {
  await db
    .insertInto('erasures')
    .values({
      tenant_id: tenantId,
      erasure_id: erasure.erasureId,
      at: erasure.at,
      reference: erasure.reference ?? null,
      counts: JSON.stringify(erasure.counts),
      receipt: erasure.receipt,
    })
    .execute();
}

/** One erasure of the tenant. */
export async function findErasure(
  db: Db,
  tenantId: TenantId,
  erasureId: string,
): Promise<Erasure | undefined> {
  const row = await db
    .selectFrom('erasures')
    .select(['erasure_id', 'at', 'reference', 'counts', 'receipt'])
    .where('tenant_id', '=', tenantId)
    .where('erasure_id', '=', erasureId)
    .executeTakeFirst();
  return (
    row && {
      erasureId: row.erasure_id,
      at: row.at,
      reference: row.reference ?? undefined,
      counts: row.counts as ErasureCounts,
      receipt: row.receipt,
    }
  );
}
