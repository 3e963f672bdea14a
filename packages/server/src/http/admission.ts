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

/** Runs a tenant's work when its turn comes. */
export type TakeTurns = <Result>(tenantId: string, work: () => Promise<Result>) => Promise<Result>;

/** No statement takes longer, so that a turn that is not there by then is for a tenant whose work stands still. */
const LONGEST_WAIT_MS = 5_000;

/** Lets at most so many of a tenant's requests work at once, the others wait in line: one whose work is slow does not hold every connection to the database. A wait of 5 s is refused with 42902. */
export function createTurns(mostAtOnce: number): TakeTurns {
  const lines = new Map<string, { working: number; waiting: (() => void)[] }>();

  const wait = (waiting: (() => void)[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new Refusal('42902', undefined, { 'retry-after': '1' }));
      }, LONGEST_WAIT_MS);
      waiting.push(go);
    });

  return async (tenantId, work) => {
    const line = lines.get(tenantId) ?? { working: 0, waiting: [] };
    lines.set(tenantId, line);
    if (line.working < mostAtOnce) line.working += 1;
    else await wait(line.waiting);
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.working -= 1;
      if (line.working === 0) lines.delete(tenantId);
    }
  };
}
