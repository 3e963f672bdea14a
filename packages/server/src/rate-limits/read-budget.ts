import type { RatePolicy } from '@titular/contract/simulate-limit';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { BudgetState } from '../kernel/http/admission/admission.ts';
import { API_BUDGET, budgetState } from './budget.ts';
import { readAheadSeconds } from './budget-store.ts';

/** Tells what is left of a tenant's rate and takes nothing; what processes borrowed for the next second counts as taken. */
export async function readBudget(db: Db, tenantId: TenantId, policy: RatePolicy): Promise<BudgetState> {
  const aheadSeconds = await readAheadSeconds(db, API_BUDGET, tenantId);
  // A slower rate makes what was taken before look like more than a whole burst.
  return budgetState(Math.min(aheadSeconds, policy.burst / policy.ratePerSecond), true, 0, policy);
}
