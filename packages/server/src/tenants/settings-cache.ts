import type { Clock } from '../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { createTtlCache } from '../kernel/base/ttl-cache.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Company, Tenant } from './tenant.ts';
import { findCompany, findTenant } from './tenant-store.ts';

/** Reads settings that every request needs; what it tells may be up to 2 s old. */
export type Settings = {
  findTenant(tenantId: TenantId): Promise<Tenant | undefined>;
  findCompany(tenantId: TenantId, companyId: CompanyId): Promise<Company | undefined>;
};

const MEMORY = { maximumAgeMs: 2_000, maximumEntries: 10_000 };

/** Keeps tenants and companies in memory for 2 s, so that a busy tenant costs two reads each 2 s and a change is felt soon. */
export function createSettings(db: Db, clock: Clock): Settings {
  const tenants = createTtlCache(
    clock,
    MEMORY,
    (tenantId: TenantId) => tenantId,
    (tenantId) => findTenant(db, tenantId),
  );
  const companies = createTtlCache(
    clock,
    MEMORY,
    (key: { tenantId: TenantId; companyId: CompanyId }) => `${key.tenantId}/${key.companyId}`,
    ({ tenantId, companyId }) => findCompany(db, tenantId, companyId),
  );
  return {
    findTenant: tenants,
    findCompany: (tenantId, companyId) => companies({ tenantId, companyId }),
  };
}
