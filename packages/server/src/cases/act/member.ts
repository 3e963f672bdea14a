import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';

/** Somebody who acts, as scope and audit log know them: a member of the tenant's staff, or an operator at the command line. */
export type Member = Pick<PortalCaller, 'tenantId' | 'companies'> & { actor: string };
