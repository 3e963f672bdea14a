import type { SubjectTable } from '@titular/server/subjects/index.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { expect, test } from 'vitest';
import { simulate } from '../interleave.ts';
import { knowStatements } from '../memory/memory-database.ts';
import { STATUS_STATEMENTS } from '../memory/status-statements.ts';
import { EVENT_STATEMENTS } from '../memory/webhook-statements.ts';
import { ORDERS } from '../orders.ts';
import { runStatuses } from './run-statuses.ts';
import { calmPlans } from './status-plans.ts';

const { runs: RUNS, unlike: LEAST } = ORDERS.races;

test(`in ${RUNS} orders without a fault everybody is answered, statuses stay on the written graph, no two of the same data live, reads never go back, and each end is told once (I1, I2, I4, I5, R77)`, async () => {
  const statements = await knowStatements({ ...STATUS_STATEMENTS, ...EVENT_STATEMENTS });
  const rules = { statements, of: TRANSACTIONS as unknown as SubjectTable };
  const { unlike } = await simulate(
    'races',
    calmPlans,
    (plan, order) => runStatuses(rules, plan, order),
    RUNS,
    LEAST,
  );
  expect(unlike).toBeGreaterThanOrEqual(LEAST);
});

test('the simulations run more than 100,000 orders that are unlike each other, each of which asserts its own part', () => {
  const unlike = Object.values(ORDERS).reduce((sum, { unlike: each, kinds }) => sum + each * kinds, 0);
  expect(unlike).toBeGreaterThan(100_000);
});
