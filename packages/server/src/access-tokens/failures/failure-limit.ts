import { digest } from '../../kernel/base/secret.ts';
import { type Cache, defineCache } from '../../kernel/caches/cache.ts';
import { networkOf } from '../../kernel/network/address-range.ts';
import type { ShareFailure } from './share-failures.ts';

/** Whether a request goes its way, waits because as many as may still fail are being tested, or is to be slowed because too many before it failed. */
export type FailureVerdict =
  | { kind: 'free' }
  | { kind: 'busy' }
  | { kind: 'slow'; retryAfterSeconds: number };

/** Tells whether a request that was tested has failed; answers 0, or for a failure beyond the limit the whole seconds to wait. */
export type EndTest = (hasFailed: boolean) => Promise<number>;

/** A client name from one network, against whose budgets tests are counted. */
export type FailureClaim = {
  /** The same for every claim that shares the client's budget. */
  key: string;
  /** How the next request may go; takes nothing. */
  check(): FailureVerdict;
  /** Counts one that is tested as if it failed, until the function it answers tells whether it did. */
  begin(): EndTest;
};

/** Failed authentications by client name and network: those of this process, and at each failure those of all. */
export type FailureLimit = {
  /** Works out the budgets once, for who asks again and again while it waits. */
  claim(clientName: string, address: string): FailureClaim;
  /** How the next request may go; takes nothing. */
  check(clientName: string, address: string): FailureVerdict;
  /** Counts one that is tested as if it failed, until the function it answers tells whether it did. */
  begin(clientName: string, address: string): EndTest;
};

/** Failures that may come at once, and the seconds after which one more may (GCRA). */
type FailureBudget = { burst: number; intervalSeconds: number };

const MAX_ENTRIES = 10_000;
const clientCache = defineCache('failed_clients', MAX_ENTRIES);
const networkCache = defineCache('failed_networks', MAX_ENTRIES);

/** Caches of failed authentications. */
export const failureCaches = [clientCache, networkCache];

/** How many are under way by key; a key without any takes no room. */
function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

// Of arithmetic with fractions of seconds.
const EPSILON_SECONDS = 1e-6;

/** The arrival times of one kind of budget, in seconds. */
function createBudgets(cache: Cache, { burst, intervalSeconds }: FailureBudget) {
  // In the order of the last failure, so that what is dropped is missed least.
  const arrivals = cache.open<number>();
  return {
    /** Seconds until one more failure fits; 0 or less when it does. */
    wait: (key: string, now: number, underWay: number): number =>
      Math.max(arrivals.get(key) ?? now, now) + (1 + underWay - burst) * intervalSeconds - now,
    take(key: string, now: number): void {
      const arrival = Math.max(arrivals.get(key) ?? now, now);
      // A budget far below empty would shut for hours after a flood; it never owes more than one burst.
      const next = Math.min(arrival + intervalSeconds, now + (burst + 1) * intervalSeconds);
      arrivals.set(key, next);
    },
    /** Takes over what all processes counted, where that is more than this one did. */
    learn(key: string, now: number, aheadSeconds: number): void {
      const most = now + Math.min(aheadSeconds, (burst + 1) * intervalSeconds);
      arrivals.set(key, Math.max(arrivals.get(key) ?? most, most));
    },
    /** Whole seconds to wait where a failure that left the budget so far ahead was beyond it, else 0. */
    waitBeyond: (aheadSeconds: number): number =>
      aheadSeconds > burst * intervalSeconds + EPSILON_SECONDS
        ? Math.ceil(aheadSeconds - (burst - 1) * intervalSeconds)
        : 0,
    policy: { burst, intervalSeconds },
  };
}

/** Counts in this process alone. */
const shareNothing: ShareFailure = async () => [0, 0];

/**
 * Counts failures against two budgets. A client name from one network has `burst`, then one each 6 s; all names from
 * one network have ten times as many, then one each second. Time is given in milliseconds by a clock that never goes
 * back. Where failures are shared, one is counted over all processes before it is answered, and one that cannot be counted there counts here.
 */
export function createFailureLimit(
  monotonicMs: () => number,
  burst: number,
  share: ShareFailure = shareNothing,
): FailureLimit {
  const ofClient = createBudgets(clientCache, { burst, intervalSeconds: 6 });
  const ofNetwork = createBudgets(networkCache, { burst: 10 * burst, intervalSeconds: 1 });
  const testing = createCounts();
  const clientKey = (clientName: string, network: string): string =>
    digest(JSON.stringify([clientName, network])).toString('base64');
  const fail = async (client: string, network: string): Promise<number> => {
    ofClient.take(client, monotonicMs() / 1000);
    ofNetwork.take(network, monotonicMs() / 1000);
    const [clientAhead = 0, networkAhead = 0] = await share([
      { kind: 'client', name: client, ...ofClient.policy },
      { kind: 'network', name: network, ...ofNetwork.policy },
    ]).catch(() => []);
    ofClient.learn(client, monotonicMs() / 1000, clientAhead);
    ofNetwork.learn(network, monotonicMs() / 1000, networkAhead);
    return Math.max(ofClient.waitBeyond(clientAhead), ofNetwork.waitBeyond(networkAhead));
  };
  const check = (client: string, network: string): FailureVerdict => {
    const now = monotonicMs() / 1000;
    const wait = Math.max(ofClient.wait(client, now, 0), ofNetwork.wait(network, now, 0));
    if (wait > EPSILON_SECONDS) return { kind: 'slow', retryAfterSeconds: Math.max(1, Math.ceil(wait)) };
    const waitIfAllFail = Math.max(
      ofClient.wait(client, now, testing.of(client)),
      ofNetwork.wait(network, now, testing.of(network)),
    );
    return { kind: waitIfAllFail > EPSILON_SECONDS ? 'busy' : 'free' };
  };
  const begin = (client: string, network: string): EndTest => {
    for (const key of [client, network]) testing.add(key, 1);
    return async (hasFailed) => {
      for (const key of [client, network]) testing.add(key, -1);
      return hasFailed ? fail(client, network) : 0;
    };
  };
  const claim = (clientName: string, address: string): FailureClaim => {
    const network = networkOf(address);
    const key = clientKey(clientName, network);
    return { key, check: () => check(key, network), begin: () => begin(key, network) };
  };
  return {
    claim,
    check: (clientName, address) => claim(clientName, address).check(),
    begin: (clientName, address) => claim(clientName, address).begin(),
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
