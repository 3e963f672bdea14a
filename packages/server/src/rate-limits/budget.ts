import type { BudgetState } from '../kernel/http/admission/admission.ts';

/** A tenant's rate: requests a second in the long run, and how many may come at once. */
export type RatePolicy = { ratePerSecond: number; burst: number };

/** How many of the asked requests fit, how many are lent in advance, and how far the budget's arrival time lies ahead with both, in seconds. */
export type BatchGrant = { granted: number; lent: number; aheadSeconds: number };

const intervalOf = (policy: RatePolicy): number => 1 / policy.ratePerSecond;

/** Seconds until one more request fits when the arrival time lies `aheadSeconds` ahead (GCRA: ahead + interval - burst * interval). */
export const secondsUntilNext = (aheadSeconds: number, policy: RatePolicy): number =>
  Math.max(0, aheadSeconds + intervalOf(policy) - policy.burst * intervalOf(policy));

/** State told to one caller; `later` counts the requests that are taken already and come after this one. */
export function budgetState(
  aheadSeconds: number,
  allowed: boolean,
  later: number,
  policy: RatePolicy,
): BudgetState {
  const interval = intervalOf(policy);
  const ahead = aheadSeconds - later * interval;
  const remaining = Math.floor(policy.burst - ahead / interval + 1e-6);
  return {
    allowed,
    ratePerSecond: policy.ratePerSecond,
    limit: policy.burst,
    remaining: allowed ? Math.max(0, Math.min(policy.burst, remaining)) : 0,
    resetSeconds: Math.max(0, Math.ceil(ahead - 1e-6)),
    retryAfterSeconds: Math.max(1, Math.ceil(secondsUntilNext(aheadSeconds, policy))),
  };
}
