import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

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
