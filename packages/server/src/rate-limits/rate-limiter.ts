import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { BudgetState, TakeFromBudget } from '../kernel/http/admission/admission.ts';
import { type BatchGrant, budgetState, type RatePolicy, secondsUntilNext } from './budget.ts';
import { type Ask, insertBudgets, takeFromBudgets } from './budget-store.ts';
import { createLeases, LEASE_MS, type Leases } from './leases.ts';
import { batchSeconds, batchSize } from './rate-limit-metrics.ts';

/** Tells a tenant's present rate. */
export type FindRatePolicy = (tenantId: TenantId) => Promise<RatePolicy>;

const API_BUDGET = 'api';

/** Tenants that are known to be out of budget. */
export const refusedTenantCache = defineCache('refused_tenants', 10_000);

type Waiting = { resolve: (state: BudgetState) => void; reject: (error: unknown) => void };
type Group = { policy: RatePolicy; waiting: Waiting[] };
type Groups = Map<TenantId, Group>;
type Closed = { untilMs: number; state: BudgetState };

async function takeForAll(db: Db, asks: readonly Ask[], shares: number): Promise<Map<string, BatchGrant>> {
  const startedMs = performance.now();
  const grants = await takeFromBudgets(db, API_BUDGET, asks, shares);
  batchSeconds.observe({}, (performance.now() - startedMs) / 1_000);
  batchSize.observe(
    {},
    asks.reduce((sum, { count }) => sum + count, 0),
  );
  const missing = asks.filter((ask) => !grants.has(ask.tenantId));
  if (missing.length === 0) return grants;
  const tenantIds = missing.map((ask) => ask.tenantId);
  await insertBudgets(db, API_BUDGET, tenantIds);
  for (const [tenantId, grant] of await takeFromBudgets(db, API_BUDGET, missing, shares))
    grants.set(tenantId, grant);
  return grants;
}

function answerGroup({ waiting, policy }: Group, { granted, lent, aheadSeconds }: BatchGrant): void {
  waiting.forEach((one, index) => {
    const allowed = index < granted;
    one.resolve(budgetState(aheadSeconds, allowed, allowed ? lent + granted - 1 - index : 0, policy));
  });
}

/** Takes one request from what this process borrowed. */
function takeLent(leases: Leases, tenantId: TenantId): BudgetState | undefined {
  const taken = leases.use(tenantId);
  return taken && budgetState(taken.aheadSeconds, true, taken.left, taken.policy);
}

/** Serves from leases those who can be, and asks for the others; what is left of leases that have ended is given back. */
function asksOf(groups: Groups, leases: Leases): Ask[] {
  const asks: Ask[] = [];
  for (const [tenantId, group] of groups) {
    const waiting = group.waiting.filter(({ resolve }) => {
      const state = takeLent(leases, tenantId);
      if (state) resolve(state);
      return !state;
    });
    group.waiting = waiting;
    const ask = { tenantId, count: waiting.length, returned: leases.reclaim(tenantId), policy: group.policy };
    const extra = ask.count > 0 ? leases.nextSize(tenantId) : 0;
    if (ask.count + ask.returned > 0) asks.push({ ...ask, extra });
  }
  return asks;
}

/** The budgets of the tenants as one process takes from them; `stop` gives back what it borrowed. */
export type RateLimiter = { take: TakeFromBudget; stop(): Promise<void> };

/**
 * Takes requests from budgets held in PostgreSQL, exact over all processes: each is taken there before it is served. Requests that arrive
 * while a statement runs share the next one. A tenant that goes on asking is lent the requests of a second in advance, without a statement
 * for each. One known to be out of budget is refused here until the time it was told, without a query.
 */
export function createRateLimiter(
  db: Db,
  findPolicy: FindRatePolicy,
  processes: () => number,
  monotonicMs: () => number,
): RateLimiter {
  let pending: Groups = new Map();
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const closed = refusedTenantCache.open<Closed>();
  const leases = createLeases(monotonicMs);

  const settle = (tenantId: TenantId, group: Group, grant: BatchGrant | undefined): void => {
    invariant(grant, 'every asked tenant has a budget');
    leases.keep(tenantId, grant, group.policy);
    if (grant.granted < group.waiting.length) {
      const untilMs = monotonicMs() + secondsUntilNext(grant.aheadSeconds, group.policy) * 1_000;
      closed.set(tenantId, { untilMs, state: budgetState(grant.aheadSeconds, false, 0, group.policy) });
    }
    answerGroup(group, grant);
  };

  const flush = async (): Promise<void> => {
    isRunning = true;
    while (pending.size > 0) {
      const groups = pending;
      pending = new Map();
      try {
        const asks = asksOf(groups, leases);
        const shares = Math.max(1, processes());
        const grants = asks.length > 0 ? await takeForAll(db, asks, shares) : new Map<string, BatchGrant>();
        for (const { tenantId } of asks) {
          const group = groups.get(tenantId);
          if (group) settle(tenantId, group, grants.get(tenantId));
        }
      } catch (error) {
        for (const group of groups.values()) for (const one of group.waiting) one.reject(error);
      }
    }
    isRunning = false;
    if (!leases.isEmpty()) timer ??= setTimeout(giveBack, LEASE_MS).unref();
  };

  const run = (): void => {
    if (!isRunning) running = flush();
  };

  const giveBack = (): void => {
    timer = undefined;
    for (const { tenantId, policy } of leases.ended())
      if (!pending.has(tenantId)) pending.set(tenantId, { policy, waiting: [] });
    run();
  };

  return {
    async take(tenantId) {
      leases.note(tenantId);
      const lent = takeLent(leases, tenantId);
      if (lent) return lent;
      const shut = closed.get(tenantId);
      if (shut && monotonicMs() < shut.untilMs) return shut.state;
      if (shut) closed.delete(tenantId);
      const policy = await findPolicy(tenantId);
      return new Promise<BudgetState>((resolve, reject) => {
        const group = pending.get(tenantId) ?? { policy, waiting: [] };
        group.waiting.push({ resolve, reject });
        pending.set(tenantId, group);
        run();
      });
    },
    async stop() {
      leases.endAll();
      giveBack();
      await running;
      clearTimeout(timer);
    },
  };
}
