import { Refusal } from '../../base/refusal.ts';
import type { NetworkBudget } from '../../network/network-budget.ts';
import type { Admit } from '../route.ts';

/** Spends one of what a network may do; refuses with 42903 where nothing is left. */
export function spendOfNetwork(budget: NetworkBudget, sourceAddress: string): void {
  const seconds = budget.take(sourceAddress);
  if (seconds > 0) throw Refusal.after('42903', seconds);
}

/** Lets requests in within the budget of their network. */
export const admitNetwork =
  (budget: NetworkBudget): Admit =>
  async ({ sourceAddress }) => {
    spendOfNetwork(budget, sourceAddress);
    return undefined;
  };
