import { type RatePolicy, secondsUntilNext } from '@titular/contract/simulate-limit';
import { budgetState } from '@titular/server/rate-limits/budget.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const policy: RatePolicy = { ratePerSecond: 10, burst: 10 };

describe('the wait for the next request', () => {
  test.each([
    [0, 0],
    [0.9, 0],
    [0.95, 0.05],
    [1, 0.1],
    [5, 4.1],
  ])('with the budget %d s ahead it is %d s at 10 a second and a burst of 10', (aheadSeconds, wait) => {
    expect(secondsUntilNext(aheadSeconds, policy)).toBeCloseTo(wait, 9);
  });
});

describe('what a caller is told', () => {
  test('a batch of three granted together counts down as if they had come one by one', () => {
    const told = [2, 1, 0].map((later) => budgetState(0.3, true, later, policy));
    expect(told.map((state) => state.remaining)).toEqual([9, 8, 7]);
    expect(told.map((state) => state.resetSeconds)).toEqual([1, 1, 1]);
    expect(told.every((state) => state.limit === 10 && state.allowed)).toBe(true);
  });

  test('the one refused is told none left, and at least one whole second', () => {
    const state = budgetState(1, false, 0, policy);
    expect(state).toEqual({
      allowed: false,
      ratePerSecond: 10,
      limit: 10,
      remaining: 0,
      resetSeconds: 1,
      retryAfterSeconds: 1,
    });
  });

  const policies = fc.record({
    ratePerSecond: fc.integer({ min: 1, max: 100_000 }),
    burst: fc.integer({ min: 1, max: 100_000 }),
  });

  test('whole numbers within bounds, and obeying Retry-After always finds room (R66)', () => {
    fc.assert(
      fc.property(policies, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(100), (rule, share, later) => {
        const aheadSeconds = (share * rule.burst) / rule.ratePerSecond;
        const granted = budgetState(aheadSeconds, true, later, rule);
        const refused = budgetState(aheadSeconds, false, 0, rule);
        for (const state of [granted, refused]) {
          expect(
            Number.isInteger(state.remaining) && state.remaining >= 0 && state.remaining <= rule.burst,
          ).toBe(true);
          expect(Number.isInteger(state.resetSeconds) && state.resetSeconds >= 0).toBe(true);
          expect(Number.isInteger(state.retryAfterSeconds) && state.retryAfterSeconds >= 1).toBe(true);
        }
        const aheadThen = Math.max(0, aheadSeconds - refused.retryAfterSeconds);
        expect(secondsUntilNext(aheadThen, rule)).toBeLessThan(1e-6);
      }),
    );
  });
});
