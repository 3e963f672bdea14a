import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { listTenantsOf } from '../kernel/database/tenants-of.ts';
import { COMPANY_COLUMNS, toCompany } from './company-row.ts';
import type { WrappedKey } from './keys/master-key.ts';
import type { Company, Tenant } from './tenant.ts';

const TENANT_COLUMNS = [
  'tenant_id',
  'name',
  'active',
  'rate_per_second',
  'rate_burst',
  'concurrency_limit',
  'template_retention_days',
] as const;

const toTenant = (row: Pick<Selectable<Tables['tenants']>, (typeof TENANT_COLUMNS)[number]>): Tenant => ({
  tenantId: row.tenant_id,
  name: row.name,
  active: row.active,
  ratePerSecond: row.rate_per_second,
  rateBurst: row.rate_burst,
  concurrencyLimit: row.concurrency_limit,
  templateRetentionDays: row.template_retention_days,
});

/** The tenant, active or not. */
export const findTenant = async (db: Db, tenantId: TenantId): Promise<Tenant | undefined> =>
  (await findTenants(db, [tenantId]))[0];

/** Several tenants in the order of their ids, active or not; undefined where there is none. */
export async function findTenants(db: Db, tenantIds: readonly TenantId[]): Promise<(Tenant | undefined)[]> {
  const rows = await db
    .selectFrom('tenants')
    .select(TENANT_COLUMNS)
    .where('tenant_id', '=', sql<TenantId>`ANY (${tenantIds}::uuid[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.tenant_id, toTenant(row)]));
  return tenantIds.map((tenantId) => found.get(tenantId));
}

/** The company of the tenant, active or not. */
export const findCompany = async (
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
): Promise<Company | undefined> => (await findCompanies(db, [{ tenantId, companyId }]))[0];

/** What names a company. */
export type CompanyKey = { tenantId: TenantId; companyId: CompanyId };

/** That name as one text, for maps. */
export const companyKeyText = ({ tenantId, companyId }: CompanyKey): string => `${tenantId}/${companyId}`;

/** Several companies in the order of their keys, active or not, each of its own tenant; undefined where there is none. */
export async function findCompanies(db: Db, keys: readonly CompanyKey[]): Promise<(Company | undefined)[]> {
  const asked = sql<CompanyKey>`
    SELECT * FROM unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[], ${keys.map(({ companyId }) => companyId)}::uuid[])`;
  const rows = await db
    .selectFrom('companies')
    .select(COMPANY_COLUMNS)
    .where(({ refTuple }) => sql<boolean>`${refTuple('tenant_id', 'company_id')} IN (${asked})`)
    .execute();
  const found = new Map(
    rows.map((row) => [
      companyKeyText({ tenantId: row.tenant_id, companyId: row.company_id }),
      toCompany(row),
    ]),
  );
  return keys.map((key) => found.get(companyKeyText(key)));
}

/** Holds the company in the caller's database transaction, so that what is counted of it stays true until the commit; false when there is none that is active. */
export async function lockActiveCompany(db: Db, tenantId: TenantId, companyId: CompanyId): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('active')
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.active ?? false;
}

/** The companies of a tenant in the order they were made. */
export async function listCompanies(db: Db, tenantId: TenantId): Promise<Company[]> {
  const rows = await db
    .selectFrom('companies')
    .select(COMPANY_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('company_id')
    .execute();
  return rows.map(toCompany);
}

/** Switches a company on or off; false when it stood so already. */
export async function updateCompanyActive(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  active: boolean,
): Promise<boolean> {
  const result = await db
    .updateTable('companies')
    .set({ active })
    .where('tenant_id', '=', tenantId)
    .where('company_id', '=', companyId)
    .where('active', '<>', active)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The tenant's data key as sealed under a master key. */
export async function findWrappedDataKey(db: Db, tenantId: TenantId): Promise<WrappedKey | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select(['wrapped_data_key', 'master_key_id'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && { bytes: row.wrapped_data_key, masterKeyId: row.master_key_id };
}

/** Locks up to `limit` tenants whose data key is wrapped by another master key; those that someone else holds are waited for. */
export async function lockTenantsToRewrap(
  db: Db,
  masterKeyId: string,
  limit: number,
): Promise<{ tenantId: TenantId; wrapped: WrappedKey }[]> {
  const rows = await db
    .selectFrom('tenants')
    .select(['tenant_id', 'wrapped_data_key', 'master_key_id'])
    .where('master_key_id', '<>', masterKeyId)
    .orderBy('tenant_id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    wrapped: { bytes: row.wrapped_data_key, masterKeyId: row.master_key_id },
  }));
}

/** Replaces the wrapping of a tenant's data key. */
export async function updateWrappedDataKey(db: Db, tenantId: TenantId, wrapped: WrappedKey): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ wrapped_data_key: wrapped.bytes, master_key_id: wrapped.masterKeyId })
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Adds a tenant with its wrapped data key and the default limits. */
export async function insertTenant(
  db: Db,
  tenantId: TenantId,
  name: string,
  wrapped: WrappedKey,
): Promise<void> {
  await db
    .insertInto('tenants')
    .values({
      tenant_id: tenantId,
      name,
      wrapped_data_key: wrapped.bytes,
      master_key_id: wrapped.masterKeyId,
    })
    .execute();
}

/** All tenants in the order they were made. */
export async function listTenants(db: Db): Promise<Tenant[]> {
  const rows = await db.selectFrom('tenants').select(TENANT_COLUMNS).orderBy('tenant_id').execute();
  return rows.map(toTenant);
}

/** The tenants that have a company of one of these ids, for operators who name a company alone. */
export const listTenantsOfCompanies = (db: Db, companyIds: readonly CompanyId[]): Promise<TenantId[]> =>
  listTenantsOf(db, 'companies', 'company_id', companyIds);

/** Switches a tenant on or off; false when it stood so already. */
export async function updateTenantActive(db: Db, tenantId: TenantId, active: boolean): Promise<boolean> {
  const result = await db
    .updateTable('tenants')
    .set({ active })
    .where('tenant_id', '=', tenantId)
    .where('active', '<>', active)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Adds a company with the default settings, and hosts to which its page may go at the end. */
export async function insertCompany(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  name: string,
  {
    redirectHosts,
    templatePolicy,
  }: { redirectHosts: readonly string[]; templatePolicy: Company['templatePolicy'] } = {
    redirectHosts: [],
    templatePolicy: 'enrol',
  },
): Promise<void> {
  await db
    .insertInto('companies')
    .values({
      tenant_id: tenantId,
      company_id: companyId,
      name,
      redirect_hosts: [...redirectHosts],
      template_policy: templatePolicy,
      maximum_value: null,
      match_threshold: null,
      brand_name: null,
      brand_colour: null,
      ending_checks: null,
      noted_signs: null,
    })
    .execute();
}

/** Up to `limit` active companies `c` of the deployment of which a condition holds, the oldest first. */
export async function listActiveCompanies(
  db: Db,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('companies as c')
    .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
    .select('c.company_id')
    .where('c.active', '=', true)
    .where('t.active', '=', true)
    .where(condition)
    .orderBy('c.company_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.company_id);
}

/** Up to `limit` active companies that enrol the first face that comes, the oldest first. */
export const listTrustingCompanies = (db: Db, limit: number): Promise<string[]> =>
  listActiveCompanies(db, sql<boolean>`c.template_policy = 'enrol'`, limit);

/** Up to `limit` active companies that never said to which hosts the page may go at the end, the oldest first. */
export const listUndecidedRedirects = (db: Db, limit: number): Promise<string[]> =>
  listActiveCompanies(db, sql<boolean>`cardinality(c.redirect_hosts) = 0`, limit);
