import {
  createOverloadLimit,
  MIN_LIMIT,
  type OverloadLimit,
  RECOVERY_MS,
  UNREACHED_MS,
} from '@titular/server/kernel/http/overload/overload-limit.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const TARGET_MS = 300;
const STEP_MS = 200;

type Step = {
  isStarved: boolean;
  carriedOut: number;
  demand: number;
  isReached?: boolean;
  isStill?: boolean;
};

/** Windows one after another, with the limit after each. */
function feed(
  steps: readonly Step[],
  limit: OverloadLimit = createOverloadLimit(TARGET_MS),
  fromMs = 0,
): { limit: OverloadLimit; seen: (number | undefined)[]; nowMs: number } {
  let nowMs = fromMs;
  const seen = steps.map(({ isReached, isStill = false, ...step }) => {
    nowMs += STEP_MS;
    if (isReached) limit.noteReached();
    limit.observe({ ...step, isStill, nowMs, elapsedMs: STEP_MS });
    return limit.value();
  });
  return { limit, seen, nowMs };
}

const repeat = (milliseconds: number, step: Step): Step[] =>
  new Array<Step>(Math.ceil(milliseconds / STEP_MS)).fill(step);

/** 200 a second, so that 60 fit. */
const STARVED: Step = { isStarved: true, carriedOut: 40, demand: 100, isReached: true };
/** The database gives no answer: everything waits, and nothing is carried out. */
const STILL: Step = { isStarved: true, isStill: true, carriedOut: 0, demand: 1_000, isReached: true };
const FINE: Step = { isStarved: false, carriedOut: 20, demand: 10 };
const anyStep = fc.record({
  ...{ isStarved: fc.boolean(), carriedOut: fc.nat(500), demand: fc.nat(500) },
  isStill: fc.boolean(),
});

describe('the limit of a process (S60, R70)', () => {
  test('there is none while the process gets what it wants, however many requests wait in it (R69)', () => {
    const steps = fc.array(anyStep, { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        const { seen } = feed(all.map((step) => ({ ...step, isStarved: false })));
        expect(seen.every((value) => value === undefined)).toBe(true);
      }),
    );
  });

  test('there is none in a starved process either, while the demand fits', () => {
    const { seen } = feed(repeat(20_000, { isStarved: true, carriedOut: 20, demand: 30 }));
    expect(seen.every((value) => value === undefined)).toBe(true);
  });

  test('a database that stands still makes none in a starved process, and what it held back is no measure of the rate', () => {
    const { seen } = feed(repeat(20_000, STILL));
    expect(seen.every((value) => value === undefined)).toBe(true);
    // Beside windows of a standstill, none follows from a single other one.
    expect(feed([STARVED, STILL, STARVED, STILL, STARVED]).seen.every((value) => value === undefined)).toBe(
      true,
    );
    expect(feed([STILL, STILL, STARVED, STARVED]).seen).toEqual([undefined, undefined, undefined, 60]);
  });

  test('a limit is gone 10 s after the process has time to spare, though the database stands still (R69)', () => {
    const { limit, nowMs } = feed(repeat(1_000, STARVED));
    expect(limit.value()).toBe(60);
    const { seen } = feed(repeat(12_000, { ...STILL, isStarved: false }), limit, nowMs);
    expect(seen.at(-1)).toBeUndefined();
  });

  test('a limit that is there stays as it is while the database stands still', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (carriedOut) => {
        const { limit, nowMs } = feed(repeat(1_000, { ...STARVED, carriedOut, demand: 10_000 }));
        const before = limit.value();
        expect(feed(repeat(4_000, STILL), limit, nowMs).seen.every((value) => value === before)).toBe(true);
      }),
    );
  });

  test('one long stretch of work makes none, the second window with a queue does', () => {
    expect(feed([STARVED, FINE, STARVED, FINE]).seen).toEqual(new Array(4).fill(undefined));
    expect(feed([STARVED, STARVED]).seen).toEqual([undefined, 60]);
  });

  test('it is what a starved process carries out in 300 ms, and never less than keeps a process busy', () => {
    fc.assert(
      fc.property(fc.nat(2_000), (carriedOut) => {
        const { limit } = feed(repeat(4_000, { ...STARVED, carriedOut, demand: 10_000 }));
        expect(limit.value()).toBe(Math.max(MIN_LIMIT, Math.ceil((carriedOut / STEP_MS) * TARGET_MS)));
      }),
    );
  });

  test('it does not follow a rate down that it may have lowered itself: a minute leaves half of it', () => {
    const { limit, nowMs } = feed(repeat(4_000, { ...STARVED, carriedOut: 400, demand: 10_000 }));
    expect(limit.value()).toBe(600);
    const { seen } = feed(repeat(60_000, { ...STARVED, carriedOut: 1, demand: 10_000 }), limit, nowMs);
    expect(seen.at(-1)).toBeGreaterThan(300);
    expect(seen.at(-1)).toBeLessThan(360);
  });

  test('where it is reached it grows while the process gets what it wants, elsewhere it stays', () => {
    const { limit, nowMs } = feed(repeat(1_000, STARVED));
    expect(feed([FINE, FINE], limit, nowMs).seen).toEqual([60, 60]);
    expect(feed([{ ...FINE, isReached: true }], limit, nowMs + 500).seen).toEqual([66]);
  });

  test('it is gone 10 s after the process last lacked anything, whatever came before and however much still comes', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 200 }), fc.boolean(), (steps, isReached) => {
        const { limit, nowMs } = feed(steps);
        feed(repeat(RECOVERY_MS, { ...FINE, isReached }), limit, nowMs);
        expect(limit.value()).toBeUndefined();
      }),
    );
    expect(RECOVERY_MS).toBeLessThanOrEqual(10_000);
  });

  test('it is gone after 5 s in which nobody reached it, in a starved process as well', () => {
    const { limit, nowMs } = feed([STARVED, STARVED]);
    feed(repeat(UNREACHED_MS, { ...STARVED, demand: 20, isReached: false }), limit, nowMs);
    expect(limit.value()).toBeUndefined();
  });
});
