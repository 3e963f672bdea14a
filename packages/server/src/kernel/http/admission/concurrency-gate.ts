import type { TenantId } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';
import {
  CONCURRENCY_RETRY_SECONDS,
  type ConcurrencyState,
  policyHeader,
  type TenantLimits,
} from './admission.ts';
import { rateLimited } from './rate-limited.ts';

/** Makes the refusal of a tenant that has all its places (42902). */
export function concurrencyRefusal(limits: TenantLimits): Refusal {
  const { concurrency } = limits;
  return new Refusal(
    '42902',
    `Too many requests at once: ${concurrency} of the tenant are under way; wait for one to end.`,
    {
      'retry-after': CONCURRENCY_RETRY_SECONDS,
      'ratelimit-limit': String(concurrency),
      'ratelimit-remaining': '0',
      'ratelimit-reset': CONCURRENCY_RETRY_SECONDS,
      'ratelimit-policy': policyHeader(limits),
    },
  );
}

/** A request's place among those under way. */
export type Place = { state: ConcurrencyState; leave: () => void };

/** Counts the requests under way for each tenant in this process. */
export type ConcurrencyGate = {
  /** Refuses with 42902 above the share of the limit: one of so many processes, and never below one request. */
  enter(tenantId: TenantId, limits: TenantLimits): Place;
  /** The limits of a tenant that has all its places, as its latest request found them. */
  limitsOfFull(tenantId: TenantId): TenantLimits | undefined;
};

type Line = { count: number; limits: TenantLimits };

/** Makes the gate of one of so many `processes`. */
export function createConcurrencyGate(processes: () => number): ConcurrencyGate {
  const lines = new Map<TenantId, Line>();
  const isFull = ({ count, limits }: Line): boolean => count >= shareOf(limits);
  const shareOf = ({ concurrency }: TenantLimits): number =>
    Math.max(1, Math.ceil(concurrency / processes()));
  return {
    enter(tenantId, limits) {
      const line = lines.get(tenantId) ?? { count: 0, limits };
      line.limits = limits;
      if (isFull(line)) {
        rateLimited.add({ budget: 'concurrency' });
        throw concurrencyRefusal(limits);
      }
      line.count += 1;
      lines.set(tenantId, line);
      let left = false;
      const leave = (): void => {
        if (left) return;
        left = true;
        line.count -= 1;
        if (line.count === 0) lines.delete(tenantId);
      };
      return { state: { limit: shareOf(limits), underWay: line.count }, leave };
    },
    limitsOfFull(tenantId) {
      const line = lines.get(tenantId);
      return line && isFull(line) ? line.limits : undefined;
    },
  };
}
