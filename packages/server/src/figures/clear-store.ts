import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Tables of cells that a rebuild makes anew; those under way are counted anew at each run. */
export const CELL_TABLES = ['transaction_hours', 'reason_hours'] as const;
type CellTable = (typeof CELL_TABLES)[number];

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

/** Deletes up to `limit` cells of hours before `before`, of every tenant; answers how many. */
export async function deleteOldCells(
  trx: Db,
  table: CellTable,
  before: Date,
  limit: number,
): Promise<number> {
  const of = sql.table(table);
  const result = await sql`DELETE FROM ${of} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ${of} WHERE created_hour < ${before} ORDER BY created_hour LIMIT ${limit}))`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0n);
}
