import type { Kysely } from 'kysely';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { OpenDeploymentKey } from '../../tenants/index.ts';
import { type CountedFailures, recordFailures } from './failure-store.ts';

/** A budget of failures that all processes share: `name` is whose it is, of one `kind`. */
export type SharedBudget = {
  kind: 'client' | 'network';
  name: string;
  burst: number;
  intervalSeconds: number;
};

/** Counts one failure against each budget, and answers in their order how many seconds away each is from being whole. */
export type ShareFailure = (budgets: readonly SharedBudget[]) => Promise<number[]>;

/** One statement counts for all that failed while the one before was under way. */
const LIMITS = { mostAsks: 500 };

type Failure = Omit<CountedFailures, 'count'>;

/** Counts failures of one key together; of several, the last one sees all before it. */
async function countTogether(db: Kysely<Tables>, failures: readonly Failure[]): Promise<number[]> {
  const groups = Map.groupBy(failures, ({ key }) => key.toString('hex'));
  const ahead = await recordFailures(
    db,
    [...groups.values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: 1 + others.length }] : [],
    ),
  );
  return failures.map((failure) => {
    const hex = failure.key.toString('hex');
    const group = groups.get(hex) ?? [];
    const later = group.length - 1 - group.indexOf(failure);
    return (ahead.get(hex) ?? 0) - later * failure.intervalSeconds;
  });
}

/** Counts failures in the database under an HMAC of their names. */
export function createSharedFailures(db: Kysely<Tables>, openKey: OpenDeploymentKey): ShareFailure {
  const count = gather((failures: readonly Failure[]) => countTogether(db, failures), LIMITS);
  return async (budgets) => {
    const deploymentKey = await openKey();
    const failures = budgets.map(({ kind, name, burst, intervalSeconds }) => ({
      key: deploymentKey.hash(`failures of a ${kind}`, name),
      burst,
      intervalSeconds,
    }));
    return Promise.all(failures.map(count));
  };
}
