import fc from 'fast-check';
import type { JobAct, JobPlan } from './job-world.ts';

const process = fc.constantFrom(0, 1);

const act: fc.Arbitrary<JobAct> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('work' as const), process }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('look' as const, 'sweep' as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('beat' as const, 'restart' as const), process }),
  },
  { weight: 1, arbitrary: fc.constantFrom<JobAct>({ kind: 'relay' }, { kind: 'see-ends' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('capture' as const), one: fc.constant(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), process }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      process,
      when: fc.constantFrom('before' as const, 'after' as const, 'late' as const, 'late' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), seconds: fc.constantFrom(1, 8, 100) }),
  },
);

/** What each run begins with: a capture whose job is handed over, and two processes that have started. */
const BEGINNING: readonly JobAct[] = [
  { kind: 'capture', one: 0 },
  { kind: 'look', process: 0 },
  { kind: 'look', process: 1 },
  { kind: 'relay' },
];

const skewSeconds = fc.constantFrom(0, -5, 5);

/** Runs of jobs: two processes that take them, one capture that is to be decided and perhaps another, and what goes wrong beside them. */
export const jobPlans: fc.Arbitrary<JobPlan> = fc.record({
  skewSeconds,
  acts: fc.array(act, { minLength: 4, maxLength: 10 }).map((acts) => [...BEGINNING, ...acts]),
});

/** Runs in which the same happens, in orders that differ: what chance alone seldom brings together. */
export const plansOf = (...acts: readonly JobAct[]): fc.Arbitrary<JobPlan> =>
  fc.record({ skewSeconds, acts: fc.constant([...BEGINNING, ...acts]) });
