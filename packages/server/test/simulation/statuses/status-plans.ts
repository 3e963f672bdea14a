import fc from 'fast-check';
import type { PersonEvent, StatusAct, StatusPlan } from './status-world.ts';

const process = fc.constantFrom(0, 1);
const one = fc.constantFrom(0, 0, 1);
const personEvent = fc.constantFrom<PersonEvent>(
  'capture-finished',
  'capture-finished',
  'share',
  'disown',
  'declare-absent',
  'attempts-exhausted',
);

const calmActs: fc.MaybeWeightedArbitrary<StatusAct>[] = [
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'read' as const, 'create' as const),
      process,
      one,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('person' as const), process, one, event: personEvent }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      process,
      one,
      event: fc.constantFrom('approve' as const, 'reject' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire' as const), process }) },
  {
    weight: 2,
    // Near the end of its time the clocks of the processes say different things of a transaction.
    arbitrary: fc.record({ kind: fc.constant('advance' as const), seconds: fc.constantFrom(98, 101) }),
  },
];

const faults: fc.MaybeWeightedArbitrary<StatusAct>[] = [
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), process }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      process,
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
];

const plansOf = (acts: readonly fc.MaybeWeightedArbitrary<StatusAct>[]): fc.Arbitrary<StatusPlan> =>
  fc.record({
    skewSeconds: fc.constantFrom(0, 0, -5, 5),
    acts: fc.array(fc.oneof(...acts), { minLength: 2, maxLength: 6 }),
  });

/** Runs of transactions: one that waits, and a few things that happen to it and to others of the same data, faults among them. */
export const statusPlans: fc.Arbitrary<StatusPlan> = plansOf([...calmActs, ...faults]);

/** The same without faults, where everybody is answered. */
export const calmPlans: fc.Arbitrary<StatusPlan> = plansOf(calmActs);
