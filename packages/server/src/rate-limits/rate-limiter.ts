import { type RatePolicy, secondsUntilNext } from '@titular/contract/simulate-limit';
import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { gather } from '../kernel/database/batches/gather.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import { requireServed } from '../kernel/database/moves/served-tenants.ts';
import { TenantClosed } from '../kernel/database/moves/tenant-closed.ts';
import type { BudgetState, TakeFromBudget } from '../kernel/http/admission/admission.ts';
import { API_BUDGET, type BatchGrant, budgetState } from './budget.ts';
import { type Ask, insertBudgets, takeFromBudgets } from './budget-store.ts';
import { createLeases, LEASE_MS, type Leases } from './leases.ts';
import { batchSeconds, batchSize } from './rate-limit-metrics.ts';

/** Tells a tenant's present rate. */
export type FindRatePolicy = (tenantId: TenantId) => Promise<RatePolicy>;

/** Tenants that are known to be out of budget. */
export const refusedTenantCache = defineCache('refused_tenants', 10_000);

/** A request that asks for its place in the budget, or word that a lease is over, which gets no answer. */
type Asked = { tenantId: TenantId; policy: RatePolicy; isReturn: boolean };
type Closed = { untilMs: number; state: BudgetState };
/** The answer to one request, or that it has none. */
type Settled = BudgetState | Promise<BudgetState>;

/** One statement takes for all requests that came while the one before was under way. */
const LIMITS = { mostAsks: 10_000 };

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
  await withRetries(() => insertBudgets(db, API_BUDGET, tenantIds));
  for (const [tenantId, grant] of await takeFromBudgets(db, API_BUDGET, missing, shares))
    grants.set(tenantId, grant);
  return grants;
}

/** Takes one request from what this process borrowed. */
function takeLent(leases: Leases, tenantId: TenantId): BudgetState | undefined {
  const taken = leases.use(tenantId);
  return taken && budgetState(taken.aheadSeconds, true, taken.left, taken.policy);
}

/** What one tenant asks for: its requests, the size of its next lease, and what is left of the one that is over. */
function askOf(leases: Leases, asked: readonly Asked[]): Ask | undefined {
  const [first] = asked;
  if (!first) return undefined;
  const { tenantId, policy } = first;
  const count = asked.filter(({ isReturn }) => !isReturn).length;
  const returned = leases.reclaim(tenantId);
  const extra = count > 0 ? leases.nextSize(tenantId) : 0;
  return count + returned > 0 ? { tenantId, count, extra, returned, policy } : undefined;
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
  let timer: NodeJS.Timeout | undefined;
  const closed = refusedTenantCache.open<Closed>();
  const leases = createLeases(monotonicMs);

  const close = (tenantId: TenantId, policy: RatePolicy, aheadSeconds: number): void => {
    const untilMs = monotonicMs() + secondsUntilNext(aheadSeconds, policy) * 1_000;
    closed.set(tenantId, { untilMs, state: budgetState(aheadSeconds, false, 0, policy) });
  };

  /** Answers requests of one tenant in the order of their coming. One that moves to another deployment has no budget: the fence leaves its row out. */
  const settle = ({ tenantId, count, policy }: Ask, grant: BatchGrant | undefined): Settled[] => {
    if (!grant) return Array.from({ length: count }, () => Promise.reject(new TenantClosed()));
    const { granted, lent, aheadSeconds } = grant;
    leases.keep(tenantId, grant, policy);
    if (granted < count) close(tenantId, policy, aheadSeconds);
    return Array.from({ length: count }, (_, index) => {
      const allowed = index < granted;
      return budgetState(aheadSeconds, allowed, allowed ? lent + granted - 1 - index : 0, policy);
    });
  };

  const takeTogether = async (asked: readonly Asked[]): Promise<(Settled | undefined)[]> => {
    // A lease may have come while these waited.
    const lent = asked.map(({ tenantId, isReturn }) => (isReturn ? undefined : takeLent(leases, tenantId)));
    const byTenant = Map.groupBy(
      asked.filter((_, index) => !lent[index]),
      ({ tenantId }) => tenantId,
    );
    const asks = [...byTenant.values()].flatMap((group) => askOf(leases, group) ?? []);
    const shares = Math.max(1, processes());
    const grants = asks.length > 0 ? await takeForAll(db, asks, shares) : new Map<string, BatchGrant>();
    const states = new Map(asks.map((ask) => [ask.tenantId, settle(ask, grants.get(ask.tenantId))]));
    lookAgain();
    return asked.map(({ tenantId, isReturn }, index) =>
      isReturn ? undefined : (lent[index] ?? states.get(tenantId)?.shift()),
    );
  };

  const ask = gather<Asked, BudgetState | undefined>(takeTogether, LIMITS);

  const lookAgain = (): void => {
    if (!leases.isEmpty()) timer ??= setTimeout(giveBack, LEASE_MS).unref();
  };

  const giveBack = (): Promise<unknown> => {
    timer = undefined;
    // What could not be given back is lost to the tenant, who gets it again at the pace of its rate. One that moves gets a
    // full budget where it is served next; its row here may wait for the switch, and hold up those of others.
    const given = Promise.allSettled(
      leases.ended().map(async (lease) => {
        await requireServed(db, lease.tenantId).catch((error: unknown) => {
          leases.reclaim(lease.tenantId);
          throw error;
        });
        return ask({ ...lease, isReturn: true });
      }),
    );
    lookAgain();
    return given;
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
      const state = await ask({ tenantId, policy, isReturn: false });
      invariant(state, 'every request has an answer');
      return state;
    },
    async stop() {
      leases.endAll();
      await giveBack();
      clearTimeout(timer);
    },
  };
}
