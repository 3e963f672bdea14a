import { type RatePolicy, secondsUntilNext } from './budget.ts';

/** A request as a log has it: its line, from 1, and when it came, in seconds since 1970. */
export type LoggedRequest = { line: number; atSeconds: number };

/** A request that would have been refused, with the whole seconds it would have been told to wait. */
export type SimulatedRefusal = LoggedRequest & { retryAfterSeconds: number };

const ROUNDING = 1e-6;

/** Which of the requests, in the order of their times, a full budget of this policy would have refused; a refused one costs nothing (as in budget-store). */
export function simulateLimit(requests: readonly LoggedRequest[], policy: RatePolicy): SimulatedRefusal[] {
  const intervalSeconds = 1 / policy.ratePerSecond;
  const refusals: SimulatedRefusal[] = [];
  let arrivalSeconds = Number.NEGATIVE_INFINITY;
  for (const request of requests) {
    const aheadSeconds = Math.max(0, arrivalSeconds - request.atSeconds);
    const wait = secondsUntilNext(aheadSeconds, policy);
    if (wait > ROUNDING * intervalSeconds)
      refusals.push({ ...request, retryAfterSeconds: Math.max(1, Math.ceil(wait)) });
    else arrivalSeconds = request.atSeconds + aheadSeconds + intervalSeconds;
  }
  return refusals;
}

const HIGHEST_RATE = 100_000;

/** The smallest rate that would have refused none, with the same burst; undefined when even 100,000 a second would have. */
export function findEnoughRate(requests: readonly LoggedRequest[], burst: number): number | undefined {
  const isEnough = (ratePerSecond: number): boolean =>
    simulateLimit(requests, { ratePerSecond, burst }).length === 0;
  if (!isEnough(HIGHEST_RATE)) return undefined;
  let [low, high] = [1, HIGHEST_RATE];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
