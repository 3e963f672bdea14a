import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { BudgetState, TakeFromBudget } from '../kernel/http/admission/admission.ts';
import { type BatchGrant, budgetState, type RatePolicy, secondsUntilNext } from './budget.ts';
import { type Ask, insertBudgets, takeFromBudgets } from './budget-store.ts';
import { batchSeconds, batchSize } from './rate-limit-metrics.ts';

/** Tells a tenant's present rate. */
export type FindRatePolicy = (tenantId: TenantId) => Promise<RatePolicy>;

const API_BUDGET = 'api';

/** Tenants that are known to be out of budget. */
export const refusedTenantCache = defineCache('refused_tenants', 10_000);

type Waiting = { resolve: (state: BudgetState) => void; reject: (error: unknown) => void };
type Group = { policy: RatePolicy; waiting: Waiting[] };
type Closed = { untilMs: number; state: BudgetState };

async function takeForAll(db: Db, asks: readonly Ask[]): Promise<Map<string, BatchGrant>> {
  const startedMs = performance.now();
  const grants = await takeFromBudgets(db, API_BUDGET, asks);
  batchSeconds.observe({}, (performance.now() - startedMs) / 1_000);
  batchSize.observe(
    {},
    asks.reduce((sum, { count }) => sum + count, 0),
  );
  const missing = asks.filter((ask) => !grants.has(ask.tenantId));
  if (missing.length === 0) return grants;
  await insertBudgets(
    db,
    API_BUDGET,
    missing.map((ask) => ask.tenantId),
  );
  for (const [tenantId, grant] of await takeFromBudgets(db, API_BUDGET, missing)) grants.set(tenantId, grant);
  return grants;
}

function answerGroup(group: Group, grant: BatchGrant): void {
  group.waiting.forEach((one, index) => {
    const allowed = index < grant.granted;
    one.resolve(budgetState(grant, allowed, allowed ? grant.granted - 1 - index : 0, group.policy));
  });
}

/**
 * Takes requests from budgets held in PostgreSQL, exact over all processes. Requests that arrive while a statement
 * runs share the next one. A tenant known to be out of budget is refused here until the time it was told, without a
 * query.
 */
export function createRateLimiter(
  db: Db,
  findPolicy: FindRatePolicy,
  monotonicMs: () => number,
): TakeFromBudget {
  let pending = new Map<TenantId, Group>();
  let running = false;
  const closed = refusedTenantCache.open<Closed>();

  const settle = (groups: Map<TenantId, Group>, grants: Map<string, BatchGrant>): void => {
    for (const [tenantId, group] of groups) {
      const grant = grants.get(tenantId);
      invariant(grant, 'every asked tenant has a budget');
      if (grant.granted < group.waiting.length) {
        const state = budgetState(grant, false, 0, group.policy);
        closed.set(tenantId, {
          untilMs: monotonicMs() + secondsUntilNext(grant.aheadSeconds, group.policy) * 1000,
          state,
        });
      }
      answerGroup(group, grant);
    }
  };

  const flush = async (): Promise<void> => {
    running = true;
    while (pending.size > 0) {
      const groups = pending;
      pending = new Map();
      try {
        const asks = [...groups].map(([tenantId, group]) => ({
          tenantId,
          count: group.waiting.length,
          policy: group.policy,
        }));
        settle(groups, await takeForAll(db, asks));
      } catch (error) {
        for (const group of groups.values()) for (const one of group.waiting) one.reject(error);
      }
    }
    running = false;
  };

  return async (tenantId) => {
    const shut = closed.get(tenantId);
    if (shut && monotonicMs() < shut.untilMs) return shut.state;
    if (shut) closed.delete(tenantId);
    const policy = await findPolicy(tenantId);
    return new Promise<BudgetState>((resolve, reject) => {
      const group = pending.get(tenantId) ?? { policy, waiting: [] };
      group.waiting.push({ resolve, reject });
      pending.set(tenantId, group);
      if (!running) void flush();
    });
  };
}
