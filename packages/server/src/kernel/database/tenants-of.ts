import { sql } from 'kysely';
import type { TenantId } from '../base/id.ts';
import type { Db } from './connect.ts';
import type { Tables } from './tables/tables.ts';

/** Lists the tenants that have a row with one of these values, for operators who name a thing and not its tenant. */
export async function listTenantsOf<Table extends keyof Tables & string>(
  db: Db,
  table: Table,
  column: keyof Tables[Table] & string,
  values: readonly string[],
): Promise<TenantId[]> {
  if (values.length === 0) return [];
  // Every key begins with the tenant: a probe for each tenant reads no table from end to end.
  const { rows } = await sql<{ tenant_id: TenantId }>`
    SELECT tenant_id FROM tenants t WHERE EXISTS (
      SELECT FROM ${sql.table(table)} owned
      WHERE owned.tenant_id = t.tenant_id AND ${sql.ref(`owned.${column}`)} IN (${sql.join([...values])})
    )`.execute(db);
  return rows.map((row) => row.tenant_id);
}
