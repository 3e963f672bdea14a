import type { FindTenantLimits, TakeFromBudget } from '../kernel/http/admission/admission.ts';
import type { Kernel, Module } from '../module.ts';
import { demandCache, leaseCache } from './leases.ts';
import { limitRoutes } from './limit-routes.ts';
import { batchSeconds, batchSize } from './rate-limit-metrics.ts';
import { createRateLimiter, refusedTenantCache } from './rate-limiter.ts';

/** The rate budget of each tenant. */
export type RateLimitsModule = Module & { takeFromBudget: TakeFromBudget };

/** Keeps budgets in the database, so that they hold over all processes. */
export const createRateLimits = (
  { db }: Kernel,
  { findTenantLimits, callNodes }: { findTenantLimits: FindTenantLimits; callNodes: () => number },
): RateLimitsModule => {
  const limiter = createRateLimiter(db, findTenantLimits, callNodes, () => performance.now());
  return {
    takeFromBudget: limiter.take,
    routes: limitRoutes(),
    metrics: [batchSeconds, batchSize],
    caches: [refusedTenantCache, demandCache, leaseCache],
    tables: { rate_budgets: 'deployment' },
    startsWith: 'calls',
    start: async () => ({ stop: limiter.stop, afterRequests: true }),
  };
};
