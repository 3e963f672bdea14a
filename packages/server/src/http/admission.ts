import { Refusal } from '../base/refusal.ts';

/** What is left of a budget after this request; `retryAfterSeconds` is a whole number of at least 1 when refused. */
export type BudgetState = {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
};

/** Takes one request from the tenant's rate budget. */
export type TakeFromBudget = (tenantId: string) => Promise<BudgetState>;

/** Tells how many requests of a tenant may be under way in this process at once. */
export type FindConcurrencyLimit = (tenantId: string) => Promise<number>;

/** The RateLimit headers that every answer to a tenant carries. */
export const budgetHeaders = (state: BudgetState): Record<string, string> => ({
  'ratelimit-limit': String(state.limit),
  'ratelimit-remaining': String(state.remaining),
  'ratelimit-reset': String(state.resetSeconds),
});

/** Refuses with 42901 when the budget is used up. */
export function requireBudget(state: BudgetState): void {
  if (!state.allowed)
    throw new Refusal('42901', undefined, { 'retry-after': String(state.retryAfterSeconds) });
}

/** Counts the requests under way for each tenant in this process; `enter` refuses with 42902 above the limit. */
export function createConcurrencyGate(): { enter(tenantId: string, limit: number): () => void } {
  const underWay = new Map<string, number>();
  return {
    enter(tenantId, limit) {
      const count = underWay.get(tenantId) ?? 0;
      if (count >= limit) throw new Refusal('42902', undefined, { 'retry-after': '1' });
      underWay.set(tenantId, count + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const now = (underWay.get(tenantId) ?? 1) - 1;
        if (now === 0) underWay.delete(tenantId);
        else underWay.set(tenantId, now);
      };
    },
  };
}
