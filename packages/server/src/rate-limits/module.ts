import type { FindTenantLimits, TakeFromBudget } from '../kernel/http/admission/admission.ts';
import type { Kernel, Module } from '../module.ts';
import { limitRoutes } from './limit-routes.ts';
import { batchSeconds, batchSize } from './rate-limit-metrics.ts';
import { createRateLimiter, refusedTenantCache } from './rate-limiter.ts';

/** The rate budget of each tenant. */
export type RateLimitsModule = Module & { takeFromBudget: TakeFromBudget };

/** Keeps budgets in the database, so that they hold over all processes. */
export const createRateLimits = (
  { db }: Kernel,
  { findTenantLimits }: { findTenantLimits: FindTenantLimits },
): RateLimitsModule => ({
  takeFromBudget: createRateLimiter(db, findTenantLimits, () => performance.now()),
  routes: limitRoutes(),
  metrics: [batchSeconds, batchSize],
  caches: [refusedTenantCache],
  tables: { rate_budgets: 'deployment' },
});
