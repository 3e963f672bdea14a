import type { RatePolicy } from '@titular/contract/simulate-limit';
import type { TenantId } from '../kernel/base/id.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import type { BatchGrant } from './budget.ts';

/** How long a process may keep what it borrowed; what is left of it then goes back. */
export const LEASE_MS = 1_000;

/** A rate is told from at least this long, so that one burst is not taken for a steady demand. */
const MEASURE_MS = 250;

/** Fewer requests a second are not worth a lease: a lease of one saves no statement. */
const MIN_LEASE = 2;

/** Tenants that ask, with how much. */
export const demandCache = defineCache('rate_demands', 10_000);

/** Tenants of whose budgets this process borrowed; one that is dropped loses at most what it borrowed for a second. */
export const leaseCache = defineCache('rate_leases', 10_000);

type Demand = { sinceMs: number; count: number; perSecond: number };

/** Requests taken from a budget in advance: how many are left, until when, and what the budget was when they were lent. */
type Lease = { left: number; untilMs: number; atMs: number; aheadSeconds: number; policy: RatePolicy };

/** One request taken from a lease: the budget as it is now, and how many requests are left of the lease after it. */
export type FromLease = { aheadSeconds: number; left: number; policy: RatePolicy };

/** What this process borrowed of the tenants' budgets. Times are those of a clock that never goes back, in milliseconds. */
export type Leases = {
  /** Counts a request, so that the next lease fits the demand. */
  note(tenantId: TenantId): void;
  /** Takes one request from a lease that still holds. */
  use(tenantId: TenantId): FromLease | undefined;
  /** How many requests to ask for in advance: about as many as come in a second, 0 where too few come. */
  nextSize(tenantId: TenantId): number;
  keep(tenantId: TenantId, grant: BatchGrant, policy: RatePolicy): void;
  /** Tenants and rates of leases whose time is over. */
  ended(): { tenantId: TenantId; policy: RatePolicy }[];
  /** Ends a lease whose time is over, and tells how many requests of it go back to the budget. */
  reclaim(tenantId: TenantId): number;
  /** Ends every lease now. */
  endAll(): void;
  isEmpty(): boolean;
};

/** Counts what each tenant asks for, to tell how much of it to take in advance. */
function createDemands(monotonicMs: () => number): Pick<Leases, 'note' | 'nextSize'> {
  const demands = demandCache.open<Demand>();
  return {
    note(tenantId) {
      const nowMs = monotonicMs();
      const demand = demands.get(tenantId);
      if (!demand) {
        demands.set(tenantId, { sinceMs: nowMs, count: 1, perSecond: 0 });
        return;
      }
      demand.count += 1;
      const elapsedMs = nowMs - demand.sinceMs;
      if (elapsedMs < MEASURE_MS) return;
      demand.perSecond = (demand.count * 1_000) / elapsedMs;
      demand.count = 0;
      demand.sinceMs = nowMs;
    },
    nextSize(tenantId) {
      const extra = Math.floor(((demands.get(tenantId)?.perSecond ?? 0) * LEASE_MS) / 1_000);
      return extra >= MIN_LEASE ? extra : 0;
    },
  };
}

/** Keeps leases in memory. */
export function createLeases(monotonicMs: () => number): Leases {
  const leases = leaseCache.open<Lease>();
  return {
    ...createDemands(monotonicMs),
    use(tenantId) {
      const lease = leases.get(tenantId);
      const nowMs = monotonicMs();
      if (!lease || nowMs >= lease.untilMs) return undefined;
      lease.left -= 1;
      if (lease.left === 0) leases.delete(tenantId);
      const aheadSeconds = Math.max(0, lease.aheadSeconds - (nowMs - lease.atMs) / 1_000);
      return { aheadSeconds, left: lease.left, policy: lease.policy };
    },
    keep(tenantId, { lent, aheadSeconds }, policy) {
      if (lent === 0) return;
      const nowMs = monotonicMs();
      leases.set(tenantId, { left: lent, untilMs: nowMs + LEASE_MS, atMs: nowMs, aheadSeconds, policy });
    },
    ended: () => {
      const nowMs = monotonicMs();
      return [...leases]
        .filter(([, { untilMs }]) => nowMs >= untilMs)
        .map(([tenantId, { policy }]) => ({ tenantId: tenantId as TenantId, policy }));
    },
    reclaim(tenantId) {
      const lease = leases.get(tenantId);
      if (!lease || monotonicMs() < lease.untilMs) return 0;
      leases.delete(tenantId);
      return lease.left;
    },
    endAll() {
      for (const lease of leases.values()) lease.untilMs = Number.NEGATIVE_INFINITY;
    },
    isEmpty: () => leases.size === 0,
  };
}
