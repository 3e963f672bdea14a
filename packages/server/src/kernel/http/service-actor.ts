import type { TenantId } from '../base/id.ts';
import type { Caller } from './route.ts';

/** Who asks: a name for the audit log. */
export type Actor = { tenantId: TenantId; actor: string };

/** The service account of a call, as the audit log names it. */
export const actorOf = ({ tenantId, account }: Caller): Actor => ({
  tenantId,
  actor: `service-account:${account}`,
});
