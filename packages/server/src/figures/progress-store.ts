import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** How far the figures of a tenant are: `clearing` old ones, `building` from kept transactions, or `ready` and followed by events. */
export type Phase = 'clearing' | 'building' | 'ready';

/** The row of a tenant, as the job reads it. */
export type FigureProgress = { phase: Phase; position: string; builtTo: TransactionId };

/** The next tenants by id whose figures may have to change; those at rest are left out. */
export async function listUncounted(
  db: Db,
  { afterId, upTo }: { afterId: TenantId; upTo: string },
  limit: number,
): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: TenantId }>`
    SELECT t.tenant_id FROM tenants t LEFT JOIN figure_progress p ON p.tenant_id = t.tenant_id
    WHERE t.tenant_id > ${afterId} AND (p.tenant_id IS NULL OR p.phase <> 'ready'
      OR EXISTS (SELECT FROM events e WHERE e.tenant_id = t.tenant_id AND e.position > p.position AND e.position <= ${upTo})
      OR EXISTS (SELECT FROM transactions o WHERE o.tenant_id = t.tenant_id AND o.status IN ('waiting', 'processing', 'shared'))
      OR EXISTS (SELECT FROM open_hours h WHERE h.tenant_id = t.tenant_id))
    ORDER BY t.tenant_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.tenant_id);
}

/** Begins the figures of a tenant: what ended up to the place is built, what ends later is followed. False where it has begun already. */
export async function beginProgress(
  trx: Db,
  tenantId: TenantId,
  { position, builtTo }: Omit<FigureProgress, 'phase'>,
): Promise<boolean> {
  const result = await trx
    .insertInto('figure_progress')
    .values({ tenant_id: tenantId, phase: 'building', position, built_to: builtTo })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n) > 0;
}

/** Locks the row of a tenant until the commit; undefined where another process has it. */
export async function lockProgress(trx: Db, tenantId: TenantId): Promise<FigureProgress | undefined> {
  const row = await trx
    .selectFrom('figure_progress')
    .select(['phase', 'position', 'built_to'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { phase: row.phase, position: row.position, builtTo: row.built_to };
}

/** Writes how far a tenant is, in the commit of what was counted. */
export async function saveProgress(
  trx: Db,
  tenantId: TenantId,
  { phase, position, builtTo }: FigureProgress,
): Promise<void> {
  await trx
    .updateTable('figure_progress')
    .set({ phase, position, built_to: builtTo })
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** How far the figures of a tenant are; undefined before their first run. */
export async function findPhase(db: Db, tenantId: TenantId): Promise<Phase | undefined> {
  const row = await db
    .selectFrom('figure_progress')
    .select('phase')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.phase;
}

/** Asks for the figures of a tenant to be made anew from its transactions. */
export async function requestRebuild(db: Db, tenantId: TenantId): Promise<void> {
  await db
    .updateTable('figure_progress')
    .set({ phase: 'clearing' })
    .where('tenant_id', '=', tenantId)
    .execute();
}
