import { type CallFilters, publishedOperations } from '@titular/contract';
import { listAccountsAfter } from '../../access-tokens/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { type RefusalCounter, searchNewestCalls } from '../../request-log/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { requireWholeLog } from './whole-log.ts';

/** What the routes about calls need; `publicUrl` is the API's. */
type CallDeps = Pick<PortalDeps, 'db'> & { publicUrl: string; countRefusals: RefusalCounter };

/** Accounts that a list is offered to be narrowed to. */
const MAX_ACCOUNTS = 250;

/** Operations whose calls are logged: those that take from the budget of a tenant. */
const loggedOperations = Object.keys(publishedOperations)
  .filter((name) => publishedOperations[name]?.codes.includes('42901'))
  .toSorted();

async function listFilters({ db, publicUrl }: CallDeps, tenantId: TenantId): Promise<CallFilters> {
  const accounts = await listAccountsAfter(db, tenantId, undefined, MAX_ACCOUNTS + 1);
  return {
    operations: loggedOperations,
    accounts: accounts.slice(0, MAX_ACCOUNTS).map(({ account }) => account),
    hasMoreAccounts: accounts.length > MAX_ACCOUNTS,
    apiUrl: `${publicUrl}/api/public/v1/calls`,
  };
}

/** The log of a tenant's API calls, and its refusals by cause. */
export function callRoutes(deps: CallDeps): PortalRoute[] {
  return [
    definePortalRoute('searchPortalCalls', async ({ body }, caller) => ({
      status: 200,
      body: await searchNewestCalls(deps.db, requireWholeLog(caller), body),
    })),
    definePortalRoute('countRefusals', async ({ body }, caller) => ({
      status: 200,
      body: await deps.countRefusals(requireWholeLog(caller), body),
    })),
    definePortalRoute('listCallFilters', async (_request, caller) => ({
      status: 200,
      body: await listFilters(deps, requireWholeLog(caller)),
    })),
  ];
}
