import type { Selectable } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Company, Tenant } from './tenant.ts';

const TENANT_COLUMNS = [
  'tenant_id',
  'name',
  'active',
  'rate_per_second',
  'rate_burst',
  'concurrency_limit',
] as const;

const COMPANY_COLUMNS = [
  'tenant_id',
  'company_id',
  'name',
  'module',
  'template_policy',
  'transaction_expiry_seconds',
  'maximum_value',
  'redirect_hosts',
  'app_schemes',
  'web_origins',
] as const;

const toTenant = (row: Pick<Selectable<Tables['tenants']>, (typeof TENANT_COLUMNS)[number]>): Tenant => ({
  tenantId: row.tenant_id,
  name: row.name,
  active: row.active,
  ratePerSecond: row.rate_per_second,
  rateBurst: row.rate_burst,
  concurrencyLimit: row.concurrency_limit,
});

const toCompany = (
  row: Pick<Selectable<Tables['companies']>, (typeof COMPANY_COLUMNS)[number]>,
): Company => ({
  tenantId: row.tenant_id,
  companyId: row.company_id,
  name: row.name,
  module: row.module,
  templatePolicy: row.template_policy,
  transactionExpirySeconds: row.transaction_expiry_seconds,
  maximumValue: row.maximum_value ?? undefined,
  redirectHosts: row.redirect_hosts,
  appSchemes: row.app_schemes,
  webOrigins: row.web_origins,
});

/** The tenant, active or not. */
export async function findTenant(db: Db, tenantId: string): Promise<Tenant | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select(TENANT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && toTenant(row);
}

/** An active company of the tenant. */
export async function findCompany(db: Db, tenantId: string, companyId: string): Promise<Company | undefined> {
  const row = await db
    .selectFrom('companies')
    .select(COMPANY_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('active', '=', true)
    .executeTakeFirst();
  return row && toCompany(row);
}

/** The tenant's data key as sealed under the master key. */
export async function findWrappedDataKey(db: Db, tenantId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('wrapped_data_key')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.wrapped_data_key;
}

/** Adds a tenant with its wrapped data key and the default limits. */
export async function insertTenant(
  db: Db,
  tenantId: string,
  name: string,
  wrappedDataKey: Buffer,
): Promise<void> {
  await db
    .insertInto('tenants')
    .values({ tenant_id: tenantId, name, wrapped_data_key: wrappedDataKey })
    .execute();
}

/** Adds a company with the default settings. */
export async function insertCompany(
  db: Db,
  tenantId: string,
  companyId: string,
  name: string,
): Promise<void> {
  await db
    .insertInto('companies')
    .values({ tenant_id: tenantId, company_id: companyId, name, maximum_value: null })
    .execute();
}
