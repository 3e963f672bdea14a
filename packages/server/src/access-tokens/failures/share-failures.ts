import type { Kysely } from 'kysely';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { OpenDeploymentKey } from '../../tenants/index.ts';
import { type CountedFailures, countFailures } from './failure-store.ts';

/** A budget of failures that all processes share: `name` is whose it is, of one `kind`. */
export type SharedBudget = {
  kind: 'client' | 'network';
  name: string;
  burst: number;
  intervalSeconds: number;
};

/** Counts one failure against each budget, and answers in their order how many seconds away each is from being whole. */
export type ShareFailure = (budgets: readonly SharedBudget[]) => Promise<number[]>;

/** Keys a statement counts at once; what is left goes with the next. */
const MAX_KEYS = 500;

type Waiting = {
  failure: Omit<CountedFailures, 'count'>;
  resolve: (aheadSeconds: number) => void;
  reject: (error: unknown) => void;
};

/** Failures of one key are counted together; of several, the last one sees all before it. */
function groupByKey(waiting: readonly Waiting[]): Map<string, Waiting[]> {
  const groups = new Map<string, Waiting[]>();
  for (const one of waiting) {
    const hex = one.failure.key.toString('hex');
    const group = groups.get(hex) ?? [];
    group.push(one);
    groups.set(hex, group);
  }
  return groups;
}

async function countGroups(db: Kysely<Tables>, groups: ReadonlyMap<string, Waiting[]>): Promise<void> {
  const failures = [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first.failure, count: 1 + others.length }] : [],
  );
  try {
    const ahead = await countFailures(db, failures);
    for (const [hex, group] of groups)
      for (const [index, { failure, resolve }] of group.entries())
        resolve((ahead.get(hex) ?? 0) - (group.length - 1 - index) * failure.intervalSeconds);
  } catch (error) {
    for (const group of groups.values()) for (const { reject } of group) reject(error);
  }
}

/** Counts failures in the database under an HMAC of their names; those that come while a statement is under way share the next. */
export function createSharedFailures(db: Kysely<Tables>, openKey: OpenDeploymentKey): ShareFailure {
  let pending: Waiting[] = [];
  let isRunning = false;

  const flush = async (): Promise<void> => {
    isRunning = true;
    while (pending.length > 0) {
      const taken = pending.slice(0, MAX_KEYS);
      pending = pending.slice(MAX_KEYS);
      await countGroups(db, groupByKey(taken));
    }
    isRunning = false;
  };

  return async (budgets) => {
    const key = await openKey();
    const counted = budgets.map(
      ({ kind, name, burst, intervalSeconds }) =>
        new Promise<number>((resolve, reject) => {
          const failure = { key: key.hash(`failures of a ${kind}`, name), burst, intervalSeconds };
          pending.push({ failure, resolve, reject });
        }),
    );
    if (!isRunning) void flush();
    return Promise.all(counted);
  };
}
