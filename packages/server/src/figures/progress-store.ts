import { type RawBuilder, sql } from 'kysely';
import type { TenantId, TransactionId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** How far the figures of a tenant are: `clearing` old ones, `building` from kept transactions, or `ready` and followed by events. */
export type Phase = 'clearing' | 'building' | 'ready';

/** The row of a tenant, as the job reads it. */
export type FigureProgress = {
  phase: Phase;
  position: string;
  builtTo: TransactionId;
  countedAt: Date;
  isOpenMissing: boolean;
};

/** Of a tenant that arrives, or whose arrival was undone, rows come from the other deployment alone: a row of figures would stop them. */
const isHere = (tenantId: RawBuilder<unknown>): RawBuilder<unknown> => sql`NOT EXISTS (
  SELECT FROM tenant_moves m WHERE m.tenant_id = ${tenantId} AND m.side = 'target' AND m.phase <> 'arrived')`;

/** The next tenants by id that are followed by events and whose figures may have to change; those at rest are left out. */
export async function listUncounted(
  db: Db,
  { afterId, upTo }: { afterId: TenantId; upTo: string },
  limit: number,
): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: TenantId }>`
    SELECT p.tenant_id FROM figure_progress p
    WHERE p.tenant_id > ${afterId} AND p.phase = 'ready' AND ${isHere(sql`p.tenant_id`)}
      AND (EXISTS (SELECT FROM events e WHERE e.tenant_id = p.tenant_id AND e.position > p.position AND e.position <= ${upTo})
        OR EXISTS (SELECT FROM transactions o WHERE o.tenant_id = p.tenant_id AND o.status IN ('waiting', 'processing', 'shared'))
        OR EXISTS (SELECT FROM open_hours h WHERE h.tenant_id = p.tenant_id))
    ORDER BY p.tenant_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.tenant_id);
}

/** Tenants whose figures are not ready: those without any first, then the one whose last step is the longest ago. */
export async function listUnbuilt(db: Db, limit: number): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: TenantId }>`
    SELECT t.tenant_id FROM tenants t LEFT JOIN figure_progress p ON p.tenant_id = t.tenant_id
    WHERE (p.tenant_id IS NULL OR p.phase <> 'ready') AND ${isHere(sql`t.tenant_id`)}
    ORDER BY p.counted_at NULLS FIRST, t.tenant_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.tenant_id);
}

/** Whether figures of the tenant may be written here: false while the tenant arrives from another deployment. */
export async function mayCount(trx: Db, tenantId: TenantId): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`SELECT ${isHere(sql`${tenantId}::uuid`)} AS may`.execute(trx);
  return rows[0]?.may ?? false;
}

/** Begins the figures of a tenant: what ended up to the place is built, what ends later is followed. False where it has begun already. */
export async function beginProgress(
  trx: Db,
  tenantId: TenantId,
  { position, builtTo, countedAt }: Omit<FigureProgress, 'phase' | 'isOpenMissing'>,
): Promise<boolean> {
  const result = await trx
    .insertInto('figure_progress')
    .values({
      tenant_id: tenantId,
      phase: 'building',
      position,
      built_to: builtTo,
      counted_at: countedAt,
      is_open_missing: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0n) > 0;
}

/** Locks the row of a tenant until the commit; undefined where another process has it. */
export async function lockProgress(trx: Db, tenantId: TenantId): Promise<FigureProgress | undefined> {
  const row = await trx
    .selectFrom('figure_progress')
    .select(['phase', 'position', 'built_to', 'counted_at', 'is_open_missing'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return (
    row && {
      phase: row.phase,
      position: row.position,
      builtTo: row.built_to,
      countedAt: row.counted_at,
      isOpenMissing: row.is_open_missing,
    }
  );
}

/** Writes how far a tenant is, in the commit of what was counted. */
export async function saveProgress(
  trx: Db,
  tenantId: TenantId,
  { phase, position, builtTo, countedAt, isOpenMissing }: FigureProgress,
): Promise<void> {
  await trx
    .updateTable('figure_progress')
    .set({ phase, position, built_to: builtTo, counted_at: countedAt, is_open_missing: isOpenMissing })
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Moves a tenant whose build failed behind the others that are built. */
export async function postponeBuild(db: Db, tenantId: TenantId, now: Date): Promise<void> {
  await db
    .updateTable('figure_progress')
    .set({ counted_at: now })
    .where('tenant_id', '=', tenantId)
    .where('phase', '<>', 'ready')
    .execute();
}

/** What readers are told of the progress of a tenant. */
export type ToldProgress = Pick<FigureProgress, 'phase' | 'countedAt' | 'isOpenMissing'> & {
  pendingSince: Date | null;
};

/** How far the figures of a tenant are, and since when something is not in them, if anything is; undefined before their first run. */
export async function findProgress(db: Db, tenantId: TenantId): Promise<ToldProgress | undefined> {
  const { rows } = await sql<ToldProgress>`
    SELECT p.phase, p.counted_at AS "countedAt", p.is_open_missing AS "isOpenMissing", least(
      (SELECT created_at FROM events e WHERE e.tenant_id = p.tenant_id AND e.position > p.position ORDER BY e.position LIMIT 1),
      (SELECT min(first.created_at) FROM (VALUES ('waiting'), ('processing'), ('shared')) AS open (status) CROSS JOIN LATERAL (
        SELECT created_at FROM transactions t WHERE t.tenant_id = p.tenant_id AND t.status = open.status
        ORDER BY t.transaction_id LIMIT 1) AS first)
    ) AS "pendingSince"
    FROM figure_progress p WHERE p.tenant_id = ${tenantId}`.execute(db);
  return rows[0];
}

/** Asks for the figures of a tenant to be made anew from its transactions. */
export async function requestRebuild(db: Db, tenantId: TenantId): Promise<void> {
  await db
    .updateTable('figure_progress')
    .set({ phase: 'clearing' })
    .where('tenant_id', '=', tenantId)
    .execute();
}
