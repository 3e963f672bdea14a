import { setImmediate } from 'node:timers/promises';
import type { SubjectTable } from '@titular/server/subjects/index.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type Order, simulate } from '../interleave.ts';
import { ATTEMPT_STATEMENTS, type AttemptRow } from '../memory/attempt-statements.ts';
import { type KnownStatements, knowStatements } from '../memory/memory-database.ts';
import { type Mutation, mutate } from '../memory/mutate.ts';
import { STATUS_STATEMENTS } from '../memory/status-statements.ts';
import { EVENT_STATEMENTS } from '../memory/webhook-statements.ts';
import { ORDERS } from '../orders.ts';
import { findBadAttempts } from './attempt-checks.ts';
import { type AttemptAct, type AttemptPlan, type Frame, openAttemptWorld } from './attempt-world.ts';

const { runs: RUNS, unlike: LEAST } = ORDERS.attempts;
/** Orders within which a wrong rule has to be found. */
const MUTATED_RUNS = 3_000;
const STATEMENTS = { ...ATTEMPT_STATEMENTS, ...STATUS_STATEMENTS, ...EVENT_STATEMENTS };
const OF = TRANSACTIONS as unknown as SubjectTable;

const process = fc.constantFrom(0, 1);
const tab = fc.constantFrom(0, 0, 1);
const frame = fc.constantFrom<Frame>('unusable', 'waits', 'late', 'completes');
const act: fc.Arbitrary<AttemptAct> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('start' as const), process, tab }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('frame' as const), process, tab, frame }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), seconds: fc.constantFrom(1, 25, 70) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('read' as const), process }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end-retries' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), process }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      process,
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
);
const plans: fc.Arbitrary<AttemptPlan> = fc.record({
  skewSeconds: fc.constantFrom(0, 0, -5, 5),
  acts: fc
    .array(act, { minLength: 3, maxLength: 10 })
    .map((acts): AttemptAct[] => [{ kind: 'start', process: 0, tab: 0 }, ...acts]),
});

let known: KnownStatements;
const sent = new Set<string>();
/** Notes which statements the service sends. */
const noted = (statements: KnownStatements): KnownStatements =>
  new Map(
    [...statements].map(([text, { name, run }]) => [
      text,
      {
        name,
        run:
          run === 'setting'
            ? run
            : (view, parameters) => {
                sent.add(name);
                return run(view, parameters);
              },
      },
    ]),
  );
beforeAll(async () => {
  known = noted(await knowStatements(STATEMENTS));
});

async function run(statements: KnownStatements, plan: AttemptPlan, order: Order): Promise<void> {
  const world = await openAttemptWorld(statements, plan, order.turn, OF);
  const acting = async (): Promise<void> => {
    for (const one of plan.acts) {
      await order.turn(one.kind);
      world.act(one);
    }
  };
  void acting();
  await order.settle();
  expect(findBadAttempts(world)).toEqual([]);
}

test(`in ${RUNS} orders of two tabs, the merchant and the end of time, at processes whose clocks are apart by seconds, one attempt goes on at a time, three are the most, each frame is taken once, and a capture ends its transaction once (I1, I3, I4, I5)`, async () => {
  const { unlike } = await simulate('attempts', plans, (plan, order) => run(known, plan, order), RUNS, LEAST);
  expect(unlike).toBeGreaterThanOrEqual(LEAST);
});

/** An attempt that failed, and whose time to try again passes. */
const OVERDUE: readonly AttemptAct[] = [
  { kind: 'start', process: 0, tab: 0 },
  { kind: 'advance', seconds: 25 },
  { kind: 'frame', process: 0, tab: 0, frame: 'late' },
  { kind: 'advance', seconds: 70 },
  { kind: 'end-retries', process: 1 },
];

test('one after the other, an attempt that failed ends its transaction once its time to try again has passed', async () => {
  const world = await openAttemptWorld(known, { skewSeconds: 0 }, async () => undefined, OF);
  for (const one of OVERDUE) {
    world.act(one);
    await setImmediate();
  }
  expect(findBadAttempts(world)).toEqual([]);
  expect(world.rows.committed('transactions')).toMatchObject([{ status: 'inconclusive' }]);
});

test('every statement of attempts that the simulator knows was sent: chance alone seldom reaches each', () => {
  expect(Object.keys(ATTEMPT_STATEMENTS).filter((name) => !sent.has(name))).toEqual([]);
});

const MUTATIONS: readonly Mutation[] = [
  {
    what: 'the end of a capture leaves out its decision',
    found: /captures finished, and 0 are decided/,
    of: 'enqueueJob',
    wrong: () => () => [],
  },
  {
    what: 'an attempt begins beside another',
    found: /two attempts go on|come twice/,
    of: 'insertAttempt',
    wrong: (right) => (view, parameters) => right({ ...view, conflicts: () => false }, parameters),
  },
  {
    what: 'a frame is taken whatever came first',
    found: /two frames were taken|more frames were taken|a history|attempts are completed/,
    of: 'updateAttemptWithFace',
    wrong: (right) => (view, parameters) => {
      const row = view.find<AttemptRow>('capture_attempts', `${parameters[8]}/${parameters[9]}`);
      return right(view, [...parameters.slice(0, 10), row?.frames_seen, ...parameters.slice(11)]);
    },
  },
  {
    what: 'an attempt that has ended is concluded once more',
    found:
      /concluded twice|attempts are completed|a history|go on at once|the time to try again runs|are decided|two frames were taken/,
    of: 'updateAttemptWithFace',
    wrong: (right) => (view, parameters) => {
      const key = `${parameters[8]}/${parameters[9]}`;
      const row = view.lock<AttemptRow>('capture_attempts', key);
      if (!row || row.outcome === null) return right(view, parameters);
      view.put('capture_attempts', key, { ...row, outcome: null });
      return right(view, [...parameters.slice(0, 10), row.frames_seen, ...parameters.slice(11)]);
    },
  },
  {
    what: 'an attempt leaves the time to try again running',
    found: /the time to try again runs/,
    of: 'liftRetry',
    wrong:
      () =>
      (view, [tenant, id]) => {
        const row = view.lock('transactions', `${tenant}/${id}`);
        return row ? [row] : [];
      },
  },
];

test.each(MUTATIONS)('finds within the orders of a run that $what', async (mutation) => {
  const wrong = await mutate(STATEMENTS, mutation);
  const found = simulate(mutation.what, plans, (plan, order) => run(wrong, plan, order), MUTATED_RUNS);
  const error = (await found.catch((reason: unknown) => reason)) as { cause?: { actual?: string[] } };
  expect(error.cause?.actual?.join('\n')).toMatch(mutation.found);
});
