import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** The companies of a name, whatever the case of its letters, of one tenant or of all, with the names of their tenants. */
export async function listCompaniesNamed(
  db: Db,
  name: string,
  tenantId: TenantId | undefined,
): Promise<{ companyId: CompanyId; name: string; tenantName: string }[]> {
  let query = db
    .selectFrom('companies as c')
    .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
    .select(['c.company_id', 'c.name', 't.name as tenant_name'])
    .where(sql<boolean>`lower(c.name) = lower(${name})`)
    .orderBy('c.company_id');
  if (tenantId !== undefined) query = query.where('c.tenant_id', '=', tenantId);
  const rows = await query.execute();
  return rows.map((row) => ({ companyId: row.company_id, name: row.name, tenantName: row.tenant_name }));
}

/** Gives a tenant another name; false when it has it already. */
export async function updateTenantName(db: Db, tenantId: TenantId, name: string): Promise<boolean> {
  const result = await db
    .updateTable('tenants')
    .set({ name })
    .where('tenant_id', '=', tenantId)
    .where('name', '<>', name)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Gives a company another name; false when it has it already. */
export async function updateCompanyName(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  name: string,
): Promise<boolean> {
  const result = await db
    .updateTable('companies')
    .set({ name })
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('name', '<>', name)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
