import type { SubjectTable } from '@titular/server/subjects/index.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { beforeAll, expect, test } from 'vitest';
import { simulate } from '../interleave.ts';
import { type KnownStatements, knowStatements } from '../memory/memory-database.ts';
import { Blocked } from '../memory/memory-rows.ts';
import { type Mutation, mutate } from '../memory/mutate.ts';
import { STATUS_STATEMENTS } from '../memory/status-statements.ts';
import { EVENT_STATEMENTS } from '../memory/webhook-statements.ts';
import { ORDERS } from '../orders.ts';
import { runStatuses, type StatusRules } from './run-statuses.ts';
import { statusPlans } from './status-plans.ts';

const { runs: RUNS, unlike: LEAST } = ORDERS.statuses;
/** Orders within which a wrong rule has to be found. */
const MUTATED_RUNS = 3_000;
const STATEMENTS = { ...STATUS_STATEMENTS, ...EVENT_STATEMENTS };

let known: KnownStatements;
beforeAll(async () => {
  known = await knowStatements(STATEMENTS);
});

const OF = TRANSACTIONS as unknown as SubjectTable;

test(`in ${RUNS} orders of creates, cancels, reads, ends of time, captures and decisions, at processes whose clocks are apart by seconds, statuses stay on the written graph, no two of the same data live, reads never go back, and each end is told once (I1, I2, I3, I4, I5, R77)`, async () => {
  const rules = { statements: known, of: OF };
  const { unlike } = await simulate(
    'statuses',
    statusPlans,
    (plan, order) => runStatuses(rules, plan, order),
    RUNS,
    LEAST,
  );
  expect(unlike).toBeGreaterThanOrEqual(LEAST);
});

async function findOf(what: string, rules: StatusRules): Promise<string> {
  const found = simulate(what, statusPlans, (plan, order) => runStatuses(rules, plan, order), MUTATED_RUNS);
  const error = (await found.catch((reason: unknown) => reason)) as { cause?: { actual?: string[] } };
  return error.cause?.actual?.join('\n') ?? 'nothing was found';
}

const MUTATIONS: readonly Mutation[] = [
  {
    what: 'a create heeds no other of the same data',
    found: /I2/,
    of: 'insertTransaction',
    wrong: (right) => (view, parameters) => right({ ...view, conflicts: () => false }, parameters),
  },
  {
    what: 'a change locks nothing',
    found: /a locked subject takes its change|I4|I5/,
    of: 'lockSubject',
    wrong:
      () =>
      (view, [tenant, id]) => {
        const row = view.find('transactions', `${tenant}/${id}`);
        return row ? [row] : [];
      },
  },
  {
    what: 'whoever ends leaves a lock behind that is never let go',
    found: /is never answered/,
    of: 'insertHistory',
    wrong: () => () => {
      throw new Blocked({ ended: new Promise(() => undefined), waitsFor: undefined });
    },
  },
  {
    what: 'a change writes no history',
    found: /a history leads to/,
    of: 'insertHistory',
    wrong: () => () => [{}],
  },
  {
    what: 'the end of time takes what has ended meanwhile',
    found: /I4|I5|a locked subject|invariant|an open subject takes its end/,
    of: 'lockExpired',
    wrong: () => (view) =>
      view.list('transactions').map((row) => ({
        ...{ tenantId: row['tenant_id'], id: row['transaction_id'], companyId: row['company_id'] },
        ...{ module: row['module'], status: row['status'], version: row['version'] },
      })),
  },
];

test.each(MUTATIONS)('finds within the orders of a run that $what', async (mutation) => {
  const statements = await mutate(STATEMENTS, mutation);
  expect(await findOf(mutation.what, { statements, of: OF })).toMatch(mutation.found);
});

const WRONG_RULES: readonly { what: string; found: RegExp; of: Partial<SubjectTable> }[] = [
  {
    what: 'what has ended takes another event',
    found: /canceled is left by disown/,
    of: {
      advance: (status, event) =>
        status === 'canceled' && event === 'disown' ? 'unknown-share' : OF.advance(status, event),
    },
  },
  {
    what: 'nobody is told of an end',
    // The expiry says so itself, where the order of a run comes to it first.
    found: /0 events tell of the end|an end is told/,
    of: { eventOf: () => undefined },
  },
];

test.each(WRONG_RULES)('finds within the orders of a run that $what', async ({ what, found, of }) => {
  expect(await findOf(what, { statements: known, of: { ...OF, ...of } })).toMatch(found);
});
