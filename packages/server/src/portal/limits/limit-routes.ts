import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { readCallTimes } from '../../request-log/index.ts';
import { requireWholeLog } from '../calls/whole-log.ts';
import { type LimitDeps, readLimitsNow } from './read-limits.ts';

/** The limits of a tenant, and when its calls came. */
export function tenantLimitRoutes(deps: LimitDeps): PortalRoute[] {
  return [
    definePortalRoute('readLimitsNow', async (_request, caller) => ({
      status: 200,
      body: await readLimitsNow(deps, requireWholeLog(caller)),
    })),
    definePortalRoute('readCallTimes', async ({ body }, caller) => ({
      status: 200,
      body: await readCallTimes(deps.db, requireWholeLog(caller), body),
    })),
  ];
}
