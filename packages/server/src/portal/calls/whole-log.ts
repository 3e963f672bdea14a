import { Refusal } from '../../kernel/base/refusal.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';

/** The tenant whose log the caller reads; refuses with 40343 whoever sees some companies alone, because a call does not say of which one it is. */
export function requireWholeLog({ tenantId, companies }: PortalCaller): PortalCaller['tenantId'] {
  if (companies !== 'all')
    throw new Refusal('40343', 'The log of calls is of all companies, and you do not see all of them.');
  return tenantId;
}
