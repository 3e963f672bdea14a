import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { endStay } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { searchStays } from './show-stays.ts';

/** Stays of operators, for the admins of the tenant. */
export const stayRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('searchStays', async ({ body }, caller) => ({
    status: 200,
    body: await searchStays(deps, caller, body),
  })),
  definePortalRoute('endStay', async ({ params }, caller) => {
    if (!(await endStay(operatorOf(deps, caller), params.stay_id, caller.tenantId)))
      throw new Refusal('40420');
    return { status: 200, body: {} };
  }),
];
