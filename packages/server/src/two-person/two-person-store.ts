import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Whether dangerous acts of the portal take two persons, as the tenant's row says now. */
export async function isTwoPerson(db: Db, tenantId: TenantId): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('two_person')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.two_person === 'on';
}

/** The same, kept as it is until the caller's transaction ends: what it decides is done under it. */
export async function lockTwoPerson(db: Db, tenantId: TenantId): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('two_person')
    .where('tenant_id', '=', tenantId)
    .forShare()
    .executeTakeFirst();
  return row?.two_person === 'on';
}
