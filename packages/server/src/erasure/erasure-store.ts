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

/** What is listed of an erasure. */
export type ListedErasure = Omit<Erasure, 'receipt'>;

/** Up to `limit` erasures of the tenant, the newest first, before an id where one is given. */
export async function listErasures(
  db: Db,
  tenantId: TenantId,
  { beforeId, limit }: { beforeId: string | undefined; limit: number },
): Promise<ListedErasure[]> {
  let query = db
    .selectFrom('erasures')
    .select(['erasure_id', 'at', 'reference', 'counts'])
    .where('tenant_id', '=', tenantId);
  if (beforeId !== undefined) query = query.where('erasure_id', '<', beforeId);
  const rows = await query.orderBy('erasure_id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    erasureId: row.erasure_id,
    at: row.at,
    reference: row.reference ?? undefined,
    counts: row.counts as ErasureCounts,
  }));
}
