import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { endStay } from '../../stays/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { searchStays } from './show-stays.ts';

/** An operator sees all companies, so a stay is nothing for admins of some of them. */
function requireWhole({ companies }: PortalCaller): void {
  if (companies !== 'all') throw new Refusal('40343');
}

/** Stays of operators, for the admins of the tenant. */
export const stayRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('searchStays', async ({ body }, caller) => {
    requireWhole(caller);
    return { status: 200, body: await searchStays(deps, caller, body) };
  }),
  definePortalRoute('endStay', async ({ params }, caller) => {
    requireWhole(caller);
    if (!(await endStay(operatorOf(deps, caller), params.stay_id, caller.tenantId)))
      throw new Refusal('40420');
    return { status: 200, body: {} };
  }),
];
