import type { Clock } from '../base/clock.ts';
import type { Db } from '../database/connect.ts';
import type { Company, Tenant } from './tenant.ts';
import { findCompany, findTenant } from './tenant-store.ts';

/** Reads settings that every request needs; what it tells may be up to 2 s old. */
export type Settings = {
  findTenant(tenantId: string): Promise<Tenant | undefined>;
  findCompany(tenantId: string, companyId: string): Promise<Company | undefined>;
};

const MAXIMUM_AGE_MS = 2_000;
const MAXIMUM_ENTRIES = 10_000;

type Entry<Value> = { value: Promise<Value>; readAtMs: number };

function remember<Value>(
  clock: Clock,
  read: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  return (key) => {
    const nowMs = clock.now().getTime();
    const known = entries.get(key);
    if (known && Math.abs(nowMs - known.readAtMs) < MAXIMUM_AGE_MS) return known.value;
    if (entries.size >= MAXIMUM_ENTRIES) entries.clear();
    const value = read(key);
    entries.set(key, { value, readAtMs: nowMs });
    value.catch(() => entries.delete(key));
    return value;
  };
}

/** Keeps tenants and companies in memory for 2 s, so that a busy tenant costs two reads each 2 s and a change is felt soon. */
export function createSettings(db: Db, clock: Clock): Settings {
  const tenants = remember(clock, (tenantId) => findTenant(db, tenantId));
  const companies = remember(clock, (key) => {
    const [tenantId = '', companyId = ''] = key.split('/');
    return findCompany(db, tenantId, companyId);
  });
  return {
    findTenant: tenants,
    findCompany: (tenantId, companyId) => companies(`${tenantId}/${companyId}`),
  };
}
