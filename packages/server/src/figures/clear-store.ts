import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Tables of cells that a rebuild makes anew; those under way are counted anew at each run. */
export const CELL_TABLES = ['transaction_hours', 'reason_hours'] as const;
type CellTable = (typeof CELL_TABLES)[number];

/** Tables of cells that name a company, those under way included. */
export const CELLS_OF_COMPANIES = [...CELL_TABLES, 'open_hours'] as const;

/** Deletes up to `limit` cells of a tenant; answers how many. */
export async function deleteCells(
  trx: Db,
  table: CellTable,
  tenantId: TenantId,
  limit: number,
): Promise<number> {
  const of = sql.table(table);
  const result = await sql`DELETE FROM ${of} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${of} WHERE tenant_id = ${tenantId} LIMIT ${limit}))`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/** Deletes up to `limit` cells of hours before `before`, of every tenant, each tenant's by its key; answers how many. */
export async function deleteOldCells(
  trx: Db,
  table: CellTable,
  before: Date,
  limit: number,
): Promise<number> {
  const of = sql.table(table);
  const result = await sql`DELETE FROM ${of} WHERE ctid = ANY (ARRAY(
    SELECT old.ctid FROM figure_progress p CROSS JOIN LATERAL (
      SELECT ctid FROM ${of} c WHERE c.tenant_id = p.tenant_id AND c.created_hour < ${before}
      ORDER BY c.created_hour LIMIT ${limit}
    ) AS old LIMIT ${limit}))`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Deletes up to `limit` cells of companies whose transactions are gone; answers how many. Waits for a run of the job that may still count
 * them: a later run finds none.
 */
export async function deleteCellsOf(
  trx: Db,
  table: (typeof CELLS_OF_COMPANIES)[number],
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<number> {
  await sql`SELECT FROM figure_progress WHERE tenant_id = ${tenantId} FOR UPDATE`.execute(trx);
  const of = sql.table(table);
  const result = await sql`DELETE FROM ${of} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${of} WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])
    LIMIT ${limit}))`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}
