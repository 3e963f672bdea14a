import type { Config } from '../../config/setting.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute, RouteReply } from '../../kernel/http/route.ts';
import { describeLink } from '../describe-link.ts';
import { enter, leave } from './enter.ts';
import {
  addCompany,
  addTenant,
  inviteAdmin,
  searchTenants,
  switchTenant,
  type TenantDeps,
} from './manage-tenants.ts';
import { showConfiguration } from './show-configuration.ts';
import { rotateKey, showKeys } from './show-keys.ts';
import { showTenantState } from './tenant-state.ts';

const answer = async (work: Promise<object>): Promise<RouteReply> => ({ status: 200, body: await work });

/** What operators read and do about tenants, keys and settings of the deployment. */
export const operatorRoutes = (deps: TenantDeps & { config: Config }): PortalRoute[] => [
  definePortalRoute('readConfiguration', () => answer(showConfiguration(deps.db, deps.config))),
  definePortalRoute('readDeploymentKeys', () => answer(showKeys(deps))),
  definePortalRoute('rotateSigningKey', ({ body }, caller) => answer(rotateKey(deps, caller, body))),
  definePortalRoute('searchTenants', ({ body }) => answer(searchTenants(deps, body))),
  definePortalRoute('readTenantState', ({ params }, caller) =>
    answer(showTenantState(deps, caller, params.tenant_id)),
  ),
  definePortalRoute('enterTenant', ({ params, body }, caller) =>
    answer(enter(deps, caller, params.tenant_id, body)),
  ),
  definePortalRoute('leaveTenant', async (_request, caller) => {
    await leave(deps, caller);
    return { status: 200, body: {} };
  }),
  definePortalRoute('addTenantByHand', ({ body, headers }, caller) =>
    answer(addTenant(deps, caller, { ...body, headers })),
  ),
  definePortalRoute('switchTenantByHand', async ({ params, body }, caller) => {
    await switchTenant(deps, caller, params.tenant_id, body.active);
    return { status: 200, body: {} };
  }),
  definePortalRoute('addCompanyByHand', ({ params, body, headers }, caller) =>
    answer(addCompany(deps, caller, params.tenant_id, { ...body, headers })),
  ),
  definePortalRoute('inviteFirstAdmin', async ({ params }, caller) => ({
    status: 200,
    body: describeLink(deps.url, await inviteAdmin(deps, caller, params.tenant_id)),
  })),
];
