import { networkOf } from '../base/address-range.ts';
import { digest } from '../base/secret.ts';

/** Whether a request goes its way, or is to be slowed because too many before it failed. */
export type Pace = { kind: 'free' } | { kind: 'slow'; retryAfterSeconds: number };

/** Failed authentications by client name and network, in this process alone. */
export type FailureLimit = {
  /** How the next request may go; takes nothing. */
  check(clientName: string, address: string): Pace;
  /** Notes one failure. */
  fail(clientName: string, address: string): void;
  /** Takes back one that was noted before its outcome was known, and was none. */
  giveBack(clientName: string, address: string): void;
};

/** Failures that may come at once, and the seconds after which one more may (GCRA). */
type FailureBudget = { burst: number; intervalSeconds: number };

const MAXIMUM_ENTRIES = 10_000;

/** The arrival times of one kind of budget, in seconds. */
function createBudgets({ burst, intervalSeconds }: FailureBudget) {
  const arrivals = new Map<string, number>();
  return {
    /** Seconds until one more failure fits; 0 or less when it does. */
    wait: (key: string, now: number): number =>
      Math.max(arrivals.get(key) ?? now, now) + intervalSeconds - burst * intervalSeconds - now,
    take(key: string, now: number): void {
      const arrival = Math.max(arrivals.get(key) ?? now, now);
      // A budget far below empty would shut for hours after a flood; it never owes more than one burst.
      const next = Math.min(arrival + intervalSeconds, now + (burst + 1) * intervalSeconds);
      arrivals.delete(key);
      // The map is in the order of the last failure, so the first entry is the one that is missed least.
      const oldest = arrivals.size >= MAXIMUM_ENTRIES ? arrivals.keys().next().value : undefined;
      if (oldest !== undefined) arrivals.delete(oldest);
      arrivals.set(key, next);
    },
    giveBack(key: string, now: number): void {
      const arrival = arrivals.get(key);
      if (arrival === undefined) return;
      // A full budget needs no room.
      if (arrival - intervalSeconds <= now) arrivals.delete(key);
      else arrivals.set(key, arrival - intervalSeconds);
    },
  };
}

/**
 * Counts failures against two budgets: `burst` for one client name from one network, then one each 6 s, and ten times as many, then one
 * each second, for all names from one network. Time is given in milliseconds by a clock that never goes back.
 */
export function createFailureLimit(monotonicMs: () => number, burst: number): FailureLimit {
  const ofClient = createBudgets({ burst, intervalSeconds: 6 });
  const ofNetwork = createBudgets({ burst: 10 * burst, intervalSeconds: 1 });
  const clientKey = (clientName: string, network: string): string =>
    digest(JSON.stringify([clientName, network])).toString('base64');
  return {
    check(clientName, address) {
      const now = monotonicMs() / 1000;
      const network = networkOf(address);
      const wait = Math.max(ofClient.wait(clientKey(clientName, network), now), ofNetwork.wait(network, now));
      return wait <= 1e-6
        ? { kind: 'free' }
        : { kind: 'slow', retryAfterSeconds: Math.max(1, Math.ceil(wait)) };
    },
    fail(clientName, address) {
      const now = monotonicMs() / 1000;
      const network = networkOf(address);
      ofClient.take(clientKey(clientName, network), now);
      ofNetwork.take(network, now);
    },
    giveBack(clientName, address) {
      const now = monotonicMs() / 1000;
      const network = networkOf(address);
      ofClient.giveBack(clientKey(clientName, network), now);
      ofNetwork.giveBack(network, now);
    },
  };
}

/** The outcome of work given to a lane. */
export type LaneOutcome<T> = { kind: 'done'; value: T } | { kind: 'full' };

/** Lanes by name: each does one work at a time, in order, and says `full` at once when `maximumWaiting` wait already; one that is idle takes no room. */
export type SlowLanes = { run<T>(lane: string, work: () => Promise<T>): Promise<LaneOutcome<T>> };

/** Makes lanes that know nothing of each other, so that who fills his own delays nobody else. */
export function createSlowLanes(maximumWaiting: number): SlowLanes {
  const lanes = new Map<string, { last: Promise<unknown>; held: number }>();
  return {
    async run(name, work) {
      const lane = lanes.get(name) ?? { last: Promise.resolve(), held: 0 };
      if (lane.held > maximumWaiting) return { kind: 'full' };
      lanes.set(name, lane);
      lane.held += 1;
      const mine = lane.last.then(work);
      lane.last = mine.catch(() => undefined);
      try {
        return { kind: 'done', value: await mine };
      } finally {
        lane.held -= 1;
        if (lane.held === 0) lanes.delete(name);
      }
    },
  };
}
