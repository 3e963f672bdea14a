import {
  createOverloadLimit,
  MIN_LIMIT,
  RECOVERY_MS,
  WINDOW_MS,
} from '@titular/server/kernel/http/overload/overload-limit.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const TARGET_MS = 50;
const STEP_MS = 20;
const LATE_MS = 120;

/** Lags one after another, each measured as much later as it says. */
function feed(lags: readonly number[], underWay = 100, limit = createOverloadLimit(TARGET_MS), fromMs = 0) {
  let nowMs = fromMs;
  const seen: (number | undefined)[] = [];
  for (const lag of lags) {
    nowMs += STEP_MS + lag;
    limit.observe(lag, nowMs, underWay);
    seen.push(limit.value());
  }
  return { limit, seen, nowMs };
}

const late = (count: number): number[] => new Array<number>(count).fill(LATE_MS);
const inTime = (milliseconds: number): number[] =>
  new Array<number>(Math.ceil(milliseconds / STEP_MS)).fill(0);

describe('the limit of an overloaded process (S60, R70)', () => {
  test('there is none while one timer of each window is in time, whatever the others are', () => {
    const windows = fc.array(fc.tuple(fc.nat(TARGET_MS), fc.nat(WINDOW_MS - TARGET_MS - 2 * STEP_MS)), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(windows, (pairs) => {
        const { seen } = feed(pairs.flat());
        expect(seen.every((value) => value === undefined)).toBe(true);
      }),
    );
  });

  test('a quota that stops a process 80 of each 100 ms makes none, while it catches up each time it runs', () => {
    expect(feed(new Array(500).fill([80, 0]).flat()).limit.value()).toBeUndefined();
  });

  test('one long stretch of work makes none, a queue of 200 ms makes one', () => {
    expect(feed([3_000, 0, 0]).limit.value()).toBeUndefined();
    expect(feed(late(3)).limit.value()).toBe(70);
  });

  test('it is a part of what was under way, falls while the overload lasts, and stays above what keeps a process busy', () => {
    const { seen } = feed(late(100));
    const values = seen.filter((value) => value !== undefined);
    expect(values[0]).toBe(70);
    expect(values.every((value, index) => value <= (values[index - 1] ?? value))).toBe(true);
    expect(values.at(-1)).toBe(MIN_LIMIT);
  });

  test('where it is reached it grows while timers are in time, elsewhere it stays', () => {
    const { limit, nowMs } = feed(late(3));
    feed(inTime(WINDOW_MS * 2), 70, limit, nowMs);
    expect(limit.value()).toBe(70);
    limit.noteReached();
    feed(inTime(WINDOW_MS * 2), 70, limit, nowMs + WINDOW_MS * 3);
    expect(limit.value()).toBe(73);
  });

  test('it is gone 10 s after the last overload at the latest, whatever came before', () => {
    const before = fc.array(fc.nat(500), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(before, fc.boolean(), (lags, isReached) => {
        const { limit, nowMs } = feed(lags);
        if (isReached) limit.noteReached();
        feed(inTime(10_000), 10, limit, nowMs);
        expect(limit.value()).toBeUndefined();
      }),
    );
    expect(RECOVERY_MS).toBeLessThan(10_000);
  });

  test('late timers before a pause are forgotten', () => {
    const limit = createOverloadLimit(TARGET_MS);
    feed(late(1), 100, limit);
    limit.pause();
    feed(late(1), 100, limit, 60_000);
    expect(limit.value()).toBeUndefined();
  });
});
