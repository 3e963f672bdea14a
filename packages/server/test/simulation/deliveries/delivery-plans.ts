import fc from 'fast-check';
import type { Answer, DeliveryAct, DeliveryPlan } from './delivery-world.ts';

const process = fc.constantFrom(0, 1);

const act: fc.Arbitrary<DeliveryAct> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'event' as const }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('relay' as const, 'sweep' as const), process }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), seconds: fc.constantFrom(1, 6, 50, 400) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('kill' as const, 'stop' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('mute' as const, 'away' as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      process,
      when: fc.constantFrom('before' as const, 'after' as const, 'unanswered' as const, 'late' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('resend' as const), delivery: fc.constantFrom(0, 1) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'bury' as const }) },
);

/** Runs of the delivery queue: two processes whose clocks are apart, one or two endpoints, a few events, and what goes wrong beside them. */
export const deliveryPlans: fc.Arbitrary<DeliveryPlan> = fc.record({
  skewSeconds: fc.constantFrom(0, 0, -2, 2),
  endpoints: fc.array(
    fc.record({ maximumAtOnce: fc.constantFrom(1, 2), maximumAttempts: fc.constantFrom(2, 3) }),
    { minLength: 1, maxLength: 2 },
  ),
  answers: fc.array(fc.constantFrom<Answer>('ok', 'ok', 'error', 'silence', 'busy', 'gone'), {
    maxLength: 4,
  }),
  acts: fc
    .array(act, { minLength: 3, maxLength: 7 })
    .map((acts): DeliveryAct[] => [
      { kind: 'event' },
      { kind: 'relay', process: 0 },
      { kind: 'sweep', process: 1 },
      ...acts,
    ]),
});
