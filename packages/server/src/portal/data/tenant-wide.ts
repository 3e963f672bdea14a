import type { StaffActor } from '../../erasure/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';

/** Who erases: an erasure reaches every company of the tenant, so whoever sees some of them alone is refused with 40343. */
export function requireTenantWide({ tenantId, userId, actor, companies }: PortalCaller): StaffActor {
  if (companies !== 'all') throw new Refusal('40343', 'An erasure reaches all companies of the tenant.');
  return { tenantId, userId, actor };
}
