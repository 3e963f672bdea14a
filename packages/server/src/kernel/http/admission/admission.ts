import type { TenantId } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';
import { rateLimited } from './rate-limited.ts';
import { noteWaiting } from './waiting-requests.ts';

/** A place is free again as soon as a request has ended, so the shortest wait there is is the right one. */
export const CONCURRENCY_RETRY_SECONDS = '1';

/** What is left of a budget after this request; `retryAfterSeconds` is a whole number of at least 1 when refused. */
export type BudgetState = {
  allowed: boolean;
  /** Requests a second in the long run, and how many may come at once. */
  ratePerSecond: number;
  limit: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number;
};

/** How many requests of a tenant may be under way in this process, and how many are, with this one. */
export type ConcurrencyState = { limit: number; underWay: number };

/** What a tenant may still do, as this request found it. */
export type Budgets = { rate: BudgetState; concurrency: ConcurrencyState };

/** Takes one request from the tenant's rate budget. */
export type TakeFromBudget = (tenantId: TenantId) => Promise<BudgetState>;

/** Tells how many requests of a tenant may be under way in this process at once, and its rate. */
export type FindTenantLimits = (tenantId: TenantId) => Promise<TenantLimits>;

/** The limits of a tenant as they are set. */
export type TenantLimits = { concurrency: number; ratePerSecond: number; burst: number };

/** Both policies in one header, in the form of draft-ietf-httpapi-ratelimit-headers-06 section 3.2: quota, window in seconds, and the name that the refusal's message uses. */
export const policyHeader = ({ ratePerSecond, burst, concurrency }: TenantLimits): string =>
  `${ratePerSecond};w=1;burst=${burst};name="rate", ${concurrency};name="concurrency"`;

/** The RateLimit headers that every answer to a tenant carries. */
export const budgetHeaders = (state: BudgetState, limits: TenantLimits): Record<string, string> => ({
  'ratelimit-limit': String(state.limit),
  'ratelimit-remaining': String(state.remaining),
  'ratelimit-reset': String(state.resetSeconds),
  'ratelimit-policy': policyHeader(limits),
});

/** Refuses with 42901 when the budget is used up. */
export function requireBudget(state: BudgetState): void {
  if (state.allowed) return;
  rateLimited.add({ budget: 'rate' });
  const { ratePerSecond, limit, retryAfterSeconds } = state;
  throw Refusal.after(
    '42901',
    retryAfterSeconds,
    `Too many requests: the rate of ${ratePerSecond} a second, ${limit} at once, is used up; wait ${retryAfterSeconds} s.`,
  );
}

/**
 * Waits for something that needs no turn: the turn is somebody else's meanwhile, and one is taken again before it goes on. What is `precious`
 * would be lost by a refusal: it goes on before anybody else begins, however long that takes.
 */
export type Idle = <Result>(wait: () => Promise<Result>, precious?: boolean) => Promise<Result>;

/** Waits of people of the portal, who are given no turns. */
export const idleWithoutTurn: Idle = (wait) => wait();

/** Runs a tenant's work when its turn comes. */
export type TenantConcurrency = <Result>(
  tenantId: TenantId,
  work: (idle: Idle) => Promise<Result>,
) => Promise<Result>;

/** A turn that is not there by then is for a tenant whose work stands still; the request is told so in time, and that nothing was done. */
const MAX_WAIT_MS = 3_500;

/** Says what is known: nobody can tell whether those before it are many, or slow. */
const HELD_UP =
  'Too many requests at once: this one waited 3.5 s behind earlier ones of the tenant; wait a second.';

type Line = { working: number; waiting: (() => void)[]; returning: (() => void)[] };

/** Waits ahead of the line, for as long as it takes. */
const waitInFront = ({ returning }: Line): Promise<void> =>
  new Promise((resolve) => {
    const stopWaiting = noteWaiting();
    returning.push(() => {
      stopWaiting();
      resolve();
    });
  });

const waitInLine = ({ waiting }: Line): Promise<void> =>
  new Promise((resolve, reject) => {
    const stopWaiting = noteWaiting();
    const go = (): void => {
      clearTimeout(timer);
      stopWaiting();
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(go), 1);
      stopWaiting();
      rateLimited.add({ budget: 'concurrency' });
      reject(new Refusal('42902', HELD_UP, { 'retry-after': CONCURRENCY_RETRY_SECONDS }));
    }, MAX_WAIT_MS);
    waiting.push(go);
  });

/** Lets at most so many of a tenant's requests work at once, the others wait in line: one whose work is slow does not hold every connection to the database. A wait of 3.5 s is refused with 42902, unless the work has something to lose. */
export function createTenantConcurrency(mostAtOnce: number): TenantConcurrency {
  const lines = new Map<string, Line>();

  const take = async (tenantId: TenantId, isPrecious: boolean): Promise<void> => {
    const line = lines.get(tenantId) ?? { working: 0, waiting: [], returning: [] };
    lines.set(tenantId, line);
    if (line.working < mostAtOnce) line.working += 1;
    else await (isPrecious ? waitInFront(line) : waitInLine(line));
  };

  const give = (tenantId: TenantId): void => {
    const line = lines.get(tenantId);
    const next = line?.returning.shift() ?? line?.waiting.shift();
    if (next) next();
    else if (line && line.working > 1) line.working -= 1;
    else lines.delete(tenantId);
  };

  return async (tenantId, work) => {
    let hasSlot = false;
    const begin = async (isPrecious = false): Promise<void> => {
      await take(tenantId, isPrecious);
      hasSlot = true;
    };
    const end = (): void => {
      if (hasSlot) give(tenantId);
      hasSlot = false;
    };
    const idle: Idle = async (wait, isPrecious = false) => {
      end();
      try {
        return await wait();
      } finally {
        await begin(isPrecious);
      }
    };
    try {
      await begin();
      return await work(idle);
    } finally {
      end();
    }
  };
}
