import { defineCache } from '../caches/cache.ts';
import { networkOf } from './address-range.ts';

/** How many may come at once, and the seconds after which one more may (GCRA). */
export type NetworkPolicy = { burst: number; intervalSeconds: number };

/** What each network may still take, in this process alone. */
export type NetworkBudget = {
  /** Takes one and answers 0, or answers the whole seconds to wait. */
  take(address: string): number;
  /** Gives one back that was taken. */
  giveBack(address: string): void;
};

/** The networks that came last are known; who comes from more of them than this has a budget for each anyway. */
export const networkCache = defineCache('networks', 10_000);
const ROUNDING = 1e-6;

/** Budgets by network (RFC 4291: 64 bits of an IPv6 address), on a clock in milliseconds that never goes back. */
export function createNetworkBudget(
  monotonicMs: () => number,
  { burst, intervalSeconds }: NetworkPolicy,
): NetworkBudget {
  // In the order of the last request, so that what is dropped is missed least.
  const arrivals = networkCache.open<number>();
  return {
    take(address) {
      const now = monotonicMs() / 1000;
      const network = networkOf(address);
      const arrival = Math.max(arrivals.get(network) ?? now, now);
      const wait = arrival + intervalSeconds - burst * intervalSeconds - now;
      if (wait > ROUNDING) return Math.max(1, Math.ceil(wait));
      arrivals.set(network, arrival + intervalSeconds);
      return 0;
    },
    giveBack(address) {
      const network = networkOf(address);
      const arrival = arrivals.get(network);
      if (arrival === undefined) return;
      // A full budget needs no room.
      if (arrival - intervalSeconds <= monotonicMs() / 1000) arrivals.delete(network);
      else arrivals.set(network, arrival - intervalSeconds);
    },
  };
}
