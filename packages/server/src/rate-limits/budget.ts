import { type RatePolicy, secondsUntilNext } from '@titular/contract/simulate-limit';
import type { BudgetState } from '../kernel/http/admission/admission.ts';

/** The name of the budget of API requests. */
export const API_BUDGET = 'api';

/** How many of the asked requests fit, how many are lent in advance, and how far the budget's arrival time lies ahead with both, in seconds. */
export type BatchGrant = { granted: number; lent: number; aheadSeconds: number };

/** State told to one caller; `later` counts the requests that are taken already and come after this one. */
export function budgetState(
  aheadSeconds: number,
  allowed: boolean,
  later: number,
  policy: RatePolicy,
): BudgetState {
  const interval = 1 / policy.ratePerSecond;
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
