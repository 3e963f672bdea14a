import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Makes a company that was just added a shop of a sandbox fill. */
export async function updateToShop(trx: Db, tenantId: TenantId, companyId: CompanyId): Promise<void> {
  await sql`UPDATE companies SET is_shop = true
    WHERE tenant_id = ${tenantId} AND company_id = ${companyId}`.execute(trx);
}

/** The shops of the tenant's sandbox fill, if it has one. */
export async function listShops(db: Db, tenantId: TenantId): Promise<CompanyId[]> {
  const { rows } = await sql<{ company_id: CompanyId }>`
    SELECT company_id FROM companies WHERE tenant_id = ${tenantId} AND is_shop ORDER BY company_id LIMIT 100`.execute(
    db,
  );
  return rows.map((row) => row.company_id);
}

/** Switches companies off, so that nothing new is created for them. */
export async function switchCompaniesOff(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
): Promise<void> {
  await sql`UPDATE companies SET active = false
    WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])`.execute(trx);
}

/** Deletes companies of which nothing but their logo is left. */
export async function deleteCompanies(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
): Promise<void> {
  await sql`DELETE FROM company_logos
    WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])`.execute(trx);
  await sql`DELETE FROM companies
    WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])`.execute(trx);
}
