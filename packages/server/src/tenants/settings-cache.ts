import type { Clock } from '../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { createJointCache } from '../kernel/database/batches/joint-cache.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Company, Tenant } from './tenant.ts';
import { companyKeyText, findCompanies, findTenants } from './tenant-store.ts';

/** Reads settings that every request needs; what it tells may be up to 2 s old. */
export type Settings = {
  findTenant(tenantId: TenantId): Promise<Tenant | undefined>;
  /** Who is in a database transaction gives it as `within`, and so never waits for a second connection. */
  findCompany(tenantId: TenantId, companyId: CompanyId, within?: Db): Promise<Company | undefined>;
};

const MAX_AGE_MS = 2_000;
const tenantCache = defineCache('tenants', 10_000);
const companyCache = defineCache('companies', 10_000);

/** Caches of settings. */
export const settingsCaches = [tenantCache, companyCache];

/** Keeps tenants and companies in memory for 2 s, so that busy tenants together cost two readings a second and a change is felt soon. */
export function createSettings(db: Db, clock: Clock): Settings {
  const tenants = createJointCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: tenantCache },
    (tenantId: TenantId) => tenantId,
    (tenantIds) => findTenants(db, tenantIds),
  );
  const companies = createJointCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: companyCache },
    companyKeyText,
    (keys, within?: Db) => findCompanies(within ?? db, keys),
  );
  return {
    findTenant: (tenantId) => tenants(tenantId),
    findCompany: (tenantId, companyId, within) => companies({ tenantId, companyId }, within),
  };
}
