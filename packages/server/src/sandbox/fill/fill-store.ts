import type { Selectable } from 'kysely';
import type { CompanyId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

/** How far a fill is. */
export type FillPhase = 'filling' | 'filled' | 'clearing';

/** The fill of a tenant. */
export type Fill = {
  tenantId: TenantId;
  phase: FillPhase;
  /** What all chance of the fill follows from. */
  seed: string;
  /** The moment at which its 30 days end. */
  begunAt: Date;
  companyIds: readonly CompanyId[];
  total: number;
  made: number;
  removed: number;
  taskTransactionId: TransactionId | undefined;
};

const COLUMNS = [
  'tenant_id',
  'phase',
  'seed',
  'begun_at',
  'company_ids',
  'total',
  'made',
  'removed',
  'task_transaction_id',
] as const;

const toFill = (row: Selectable<Tables['sandbox_fills']>): Fill => ({
  tenantId: row.tenant_id,
  phase: row.phase,
  seed: row.seed,
  begunAt: row.begun_at,
  companyIds: row.company_ids,
  total: row.total,
  made: row.made,
  removed: row.removed,
  taskTransactionId: row.task_transaction_id ?? undefined,
});

/** Begins a fill; false where the tenant has one. */
export async function insertFill(
  trx: Db,
  fill: Pick<Fill, 'tenantId' | 'seed' | 'begunAt' | 'companyIds' | 'total'>,
): Promise<boolean> {
  const result = await trx
    .insertInto('sandbox_fills')
    .values({
      tenant_id: fill.tenantId,
      phase: 'filling',
      seed: fill.seed,
      begun_at: fill.begunAt,
      company_ids: [...fill.companyIds],
      total: fill.total,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** The fill of a tenant. */
export async function findFill(db: Db, tenantId: TenantId): Promise<Fill | undefined> {
  const row = await db
    .selectFrom('sandbox_fills')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && toFill(row);
}

/** Locks the fill of a tenant until the commit, after whoever has it. */
export async function lockFill(trx: Db, tenantId: TenantId): Promise<Fill | undefined> {
  const row = await trx
    .selectFrom('sandbox_fills')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  return row && toFill(row);
}

/** Up to `limit` tenants whose fill is being made or removed. */
export async function listUnderWay(db: Db, limit: number): Promise<TenantId[]> {
  const rows = await db
    .selectFrom('sandbox_fills')
    .select('tenant_id')
    .where('phase', '<>', 'filled')
    .orderBy('tenant_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.tenant_id);
}

/** Keeps how far a fill is. */
export async function updateFill(
  trx: Db,
  { tenantId, phase, made, removed, taskTransactionId }: Fill,
): Promise<void> {
  await trx
    .updateTable('sandbox_fills')
    .set({ phase, made, removed, task_transaction_id: taskTransactionId ?? null })
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Deletes the row of a fill of which nothing is left. */
export async function deleteFill(trx: Db, tenantId: TenantId): Promise<void> {
  await trx.deleteFrom('sandbox_fills').where('tenant_id', '=', tenantId).execute();
}
