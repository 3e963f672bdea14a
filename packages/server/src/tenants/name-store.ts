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

/** Gives a tenant another name; answers the one that it has had until this commit, and undefined when it has the new one already. */
export async function updateTenantName(
  trx: Db,
  tenantId: TenantId,
  name: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('tenants')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined || row.name === name) return undefined;
  await trx.updateTable('tenants').set({ name }).where('tenant_id', '=', tenantId).execute();
  return row.name;
}

/** The same for a company. */
export async function updateCompanyName(
  trx: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  name: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('companies')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined || row.name === name) return undefined;
  await trx
    .updateTable('companies')
    .set({ name })
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .execute();
  return row.name;
}
