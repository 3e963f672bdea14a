/** A tenant's rate: requests a second in the long run, and how many may come at once. */
export type RatePolicy = { ratePerSecond: number; burst: number };

/** A request as a log has it: its line, from 1, and when it came, in seconds since 1970. */
export type LoggedRequest = { line: number; atSeconds: number };

/** A request that would have been refused, with the whole seconds it would have been told to wait. */
export type SimulatedRefusal = LoggedRequest & { retryAfterSeconds: number };

const ROUNDING = 1e-6;
/** Seconds since 1970 are no more exact than this in a number. */
const ROUNDING_SECONDS = 1e-6;

/** Seconds until one more request fits when the arrival time lies `aheadSeconds` ahead (GCRA: ahead + interval - burst * interval). */
export const secondsUntilNext = (aheadSeconds: number, { ratePerSecond, burst }: RatePolicy): number =>
  Math.max(0, aheadSeconds + 1 / ratePerSecond - burst / ratePerSecond);

/** Takes requests from a full budget in the order of their times, until `refuse` answers false; a refused one costs nothing (as in budget-store). */
function walk(
  requests: readonly LoggedRequest[],
  policy: RatePolicy,
  refuse: (request: LoggedRequest, waitSeconds: number) => boolean,
): void {
  const intervalSeconds = 1 / policy.ratePerSecond;
  let [aheadSeconds, lastSeconds] = [0, requests[0]?.atSeconds ?? 0];
  for (const request of requests) {
    aheadSeconds = Math.max(0, aheadSeconds - (request.atSeconds - lastSeconds));
    lastSeconds = request.atSeconds;
    const wait = secondsUntilNext(aheadSeconds, policy);
    if (wait <= ROUNDING * intervalSeconds + ROUNDING_SECONDS) aheadSeconds += intervalSeconds;
    else if (!refuse(request, wait)) return;
  }
}

/** Which of the requests, in the order of their times, a full budget of this policy would have refused. */
export function simulateLimit(requests: readonly LoggedRequest[], policy: RatePolicy): SimulatedRefusal[] {
  const refusals: SimulatedRefusal[] = [];
  walk(requests, policy, ({ line, atSeconds }, wait) => {
    refusals.push({ line, atSeconds, retryAfterSeconds: Math.max(1, Math.ceil(wait)) });
    return true;
  });
  return refusals;
}

function refusesNone(requests: readonly LoggedRequest[], policy: RatePolicy): boolean {
  let isNone = true;
  walk(requests, policy, () => {
    isNone = false;
    return false;
  });
  return isNone;
}

/** The highest rate and burst that can be set. */
export const HIGHEST_RATE = 100_000;

/** The smallest rate that would have refused none, with the same burst; undefined when even the highest would have. */
export function findEnoughRate(requests: readonly LoggedRequest[], burst: number): number | undefined {
  const isEnough = (ratePerSecond: number): boolean => refusesNone(requests, { ratePerSecond, burst });
  if (!isEnough(HIGHEST_RATE)) return undefined;
  let [low, high] = [1, HIGHEST_RATE];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
