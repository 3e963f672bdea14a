import type { SubjectTable } from '@titular/server/subjects/index.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import { beforeAll, expect, test } from 'vitest';
import { type Order, simulate } from '../interleave.ts';
import {
  CONNECTIONS,
  JOB_STATEMENTS,
  JOBS,
  type JobRow,
  NODES,
  type NodeRow,
} from '../memory/job-statements.ts';
import { type FailPoint, type KnownStatements, knowStatements } from '../memory/memory-database.ts';
import { type Mutation, mutate } from '../memory/mutate.ts';
import { STATUS_STATEMENTS } from '../memory/status-statements.ts';
import { EVENT_STATEMENTS } from '../memory/webhook-statements.ts';
import { ORDERS } from '../orders.ts';
import { findBadJobs, findHeldJobs } from './job-checks.ts';
import { jobPlans, plansOf } from './job-plans.ts';
import { type JobAct, type JobPlan, openJobWorld } from './job-world.ts';

const { runs: RUNS, unlike: LEAST } = ORDERS.jobs;
const { runs: LATE_RUNS, unlike: LEAST_LATE, kinds: LATE_KINDS } = ORDERS.lateJobs;
/** Orders within which a wrong rule has to be found. */
const MUTATED_RUNS = 1_500;
const STATEMENTS = { ...JOB_STATEMENTS, ...STATUS_STATEMENTS, ...EVENT_STATEMENTS };
const OF = TRANSACTIONS as unknown as SubjectTable;

let known: KnownStatements;
beforeAll(async () => {
  known = await knowStatements(STATEMENTS);
});

async function run(statements: KnownStatements, plan: JobPlan, order: Order): Promise<void> {
  const world = await openJobWorld(statements, plan, order.turn, OF);
  const acting = async (): Promise<void> => {
    for (const one of plan.acts) {
      await order.turn(one.kind);
      world.act(one);
    }
  };
  void acting();
  await order.settle();
  order.free();
  await world.drain('soon');
  const held = findHeldJobs(world);
  await world.drain('late');
  expect([...held, ...findBadJobs(world)]).toEqual([]);
}

test(`in ${RUNS} orders of two processes that take jobs, die, stand still and lose answers, whose clocks are apart by seconds, each capture is decided once, no two work on one job, and nothing stays held (I1, I3, I4, I5, I11, S55, R76)`, async () => {
  const { unlike } = await simulate('jobs', jobPlans, (plan, order) => run(known, plan, order), RUNS, LEAST);
  expect(unlike).toBeGreaterThanOrEqual(LEAST);
});

const of = (
  process: 0 | 1,
  ...kinds: ('work' | 'beat' | 'look' | 'sweep' | 'restart' | 'kill')[]
): JobAct[] => kinds.map((kind) => ({ kind, process }));
const fail = (process: 0 | 1, when: FailPoint): JobAct => ({ kind: 'fail', process, when });

/** A renewal and a taking that are carried out late, and a process that dies after them. */
const LATE = plansOf(
  ...[fail(0, 'late'), ...of(0, 'beat', 'restart', 'work', 'work')],
  ...[fail(0, 'late'), ...of(0, 'work', 'restart', 'work'), ...of(0, 'kill'), ...of(1, 'work')],
);
/** A taking that is carried out when its runner has ended and given back what it held. */
const LOST = plansOf(fail(0, 'late'), ...of(0, 'work', 'restart', 'work'));
/** A process that stands still with a job, which another takes, and whose own try fails then. */
const OUTLIVED = plansOf(
  ...of(0, 'work'),
  { kind: 'advance', seconds: 100 },
  ...[...of(1, 'beat', 'sweep', 'work'), fail(0, 'before'), ...of(0, 'work', 'work')],
);
/** Ends that are not written, so that jobs come again. */
const UNWRITTEN = plansOf(
  ...[...of(0, 'work'), fail(0, 'before'), ...of(0, 'restart', 'work'), ...of(1, 'work')],
  ...[fail(1, 'before'), ...of(1, 'restart', 'work')],
);

const LATE_PLANS = [
  ['late answers', LATE],
  ['late takings', LOST],
  ['a process that stood still', OUTLIVED],
  ['ends that are not written', UNWRITTEN],
] as const;

test('kinds of plans in which answers are late are as many as their orders say', () => {
  expect(LATE_PLANS).toHaveLength(LATE_KINDS);
});

test.each(LATE_PLANS)(
  `in ${LATE_RUNS} orders of %s nothing is lost, doubled or held (R76, R86)`,
  async (what, plans) => {
    const { unlike } = await simulate(
      what,
      plans,
      (plan, order) => run(known, plan, order),
      LATE_RUNS,
      LEAST_LATE,
    );
    expect(unlike).toBeGreaterThanOrEqual(LEAST_LATE);
  },
);

const MUTATIONS: readonly (Mutation & { plans?: typeof jobPlans })[] = [
  {
    what: 'a job is taken that another has',
    found: /two work on one job/,
    of: 'takeJob',
    wrong:
      () =>
      (view, [locked_by]) => {
        const [job] = view.list<JobRow>(JOBS).filter(({ id }) => !view.isHeldElsewhere(JOBS, id));
        if (!job) return [];
        const taken = { ...job, attempts: job.attempts + 1, locked_by, locked_at: view.now() };
        view.put(JOBS, job.id, taken);
        return [taken];
      },
  },
  {
    what: 'a failure is written of a job that another has by now',
    found: /two work on one job/,
    of: 'failJob',
    plans: OUTLIVED,
    wrong:
      () =>
      (view, [, failed]) => {
        const [{ jobId } = { jobId: '' }] = JSON.parse(String(failed)) as { jobId: string }[];
        const job = view.lock<JobRow>(JOBS, jobId);
        if (job) view.put(JOBS, jobId, { ...job, locked_by: null, locked_at: null });
        return [];
      },
  },
  {
    what: 'a late renewal takes a told name out of the row',
    found: /held by nobody/,
    of: 'saveNode',
    plans: LATE,
    wrong: (right) => (view, parameters) => {
      const row = view.find<NodeRow>(NODES, String(parameters[0]));
      if (row) view.put(NODES, row.node_id, { ...row, beat: -1 });
      return right(view, parameters);
    },
  },
  {
    what: 'a process counts as dead as soon as it is late, though its connections stand',
    found: /a process that lives/,
    of: 'takeDeadNames',
    // Sees no connection, and leaves the rows: their writers hold no lock, and would fail where one is held.
    wrong: (right) => (view, parameters) =>
      right(
        { ...view, find: (table, key) => (table === CONNECTIONS ? undefined : view.find(table, key)) },
        parameters,
      ),
  },
  {
    what: 'names of the dead are noted, and their jobs stay theirs',
    found: /held by nobody/,
    of: 'unlockJobs',
    wrong: () => () => [{}],
  },
  {
    what: 'nobody looks for what was taken by a lost answer',
    found: /held by nobody/,
    of: 'listTakings',
    wrong: () => () => [],
  },
  {
    what: 'an end is answered and not written',
    found: /held by nobody/,
    of: 'completeJob',
    wrong: () => () => [{}],
  },
];

test.each(MUTATIONS)('finds within the orders of a run that $what', async (mutation) => {
  const wrong = await mutate(STATEMENTS, mutation);
  const { plans = jobPlans } = mutation;
  const found = simulate(mutation.what, plans, (plan, order) => run(wrong, plan, order), MUTATED_RUNS);
  const error = (await found.catch((reason: unknown) => reason)) as { cause?: { actual?: string[] } };
  expect(error.cause?.actual?.join('\n')).toMatch(mutation.found);
});
