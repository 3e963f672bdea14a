import { narrowOffset, offsetMs, skewSeconds } from '@titular/server/nodes/clock-offset.ts';
import { createDatabaseClock } from '@titular/server/nodes/database-clock.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const DATABASE_AHEAD_MS = 1_000_000;

/** A sample of a database whose clock is so far ahead of the monotonic one, with the ways there and back in ms. */
const sampleAt = (askedMs: number, there: number, back: number, aheadMs = DATABASE_AHEAD_MS) => ({
  databaseMs: askedMs + there + aheadMs,
  askedMs,
  answeredMs: askedMs + there + back,
});

describe('the offset to the database’s clock (F9, S2)', () => {
  test('is never farther off than half of the quickest answer, however uneven the ways are', () => {
    const way = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(way, way), { minLength: 1, maxLength: 30 }), (ways) => {
        let offset: ReturnType<typeof narrowOffset> | undefined;
        for (const [index, [there, back]] of ways.entries())
          offset = narrowOffset(offset, sampleAt(index * 700, there, back));
        if (!offset) return false;
        const quickest = Math.min(...ways.map(([there, back]) => there + back));
        const driftMs = ways.length * 700 * 0.0005;
        return Math.abs(offsetMs(offset) - DATABASE_AHEAD_MS) <= quickest / 2 + driftMs + 1e-6;
      }),
    );
  });

  test('follows at once when the database’s clock is set, or another server takes its place', () => {
    const before = narrowOffset(undefined, sampleAt(0, 1, 1));
    const after = narrowOffset(before, sampleAt(700, 1, 1, DATABASE_AHEAD_MS - 5_000));
    expect(offsetMs(after)).toBeCloseTo(DATABASE_AHEAD_MS - 5_000, 6);
  });

  test('tells a skew only where it is beyond doubt', () => {
    const offset = narrowOffset(undefined, sampleAt(0, 50, 50));
    const skewOf = (aheadMs: number) => skewSeconds(offset, 100 + DATABASE_AHEAD_MS + aheadMs, 100);
    expect(skewOf(40)).toBe(0);
    expect(skewOf(-40)).toBe(0);
    expect(skewOf(3_050)).toBeCloseTo(3, 6);
    expect(skewOf(-3_050)).toBeCloseTo(-3, 6);
  });
});

describe('the database’s time on a machine (F9, S2)', () => {
  test('goes by the monotonic clock, whatever the machine’s own is set to', () => {
    const machine = { monotonicMs: 0, wallMs: 1_000_000 };
    const clock = createDatabaseClock(sampleAt(0, 0, 0), {
      monotonicMs: () => machine.monotonicMs,
      wall: { now: () => new Date(machine.wallMs) },
    });
    const first = clock.now().getTime();
    machine.wallMs += 86_400_000;
    machine.monotonicMs += 250;
    expect(clock.now().getTime() - first).toBe(250);
    expect(clock.skewSeconds()).toBeCloseTo(86_399.75, 3);
  });

  test('does not run backwards where it is only measured better, and does where it was set', () => {
    let monotonicMs = 0;
    const clock = createDatabaseClock(sampleAt(0, 0, 80), {
      monotonicMs: () => monotonicMs,
      wall: { now: () => new Date(0) },
    });
    monotonicMs = 100;
    const before = clock.now().getTime();
    clock.heed(sampleAt(100, 0, 0, DATABASE_AHEAD_MS - 80));
    expect(clock.now().getTime()).toBe(before);
    clock.heed(sampleAt(100, 0, 0, DATABASE_AHEAD_MS - 60_000));
    expect(clock.now().getTime()).toBe(100 + DATABASE_AHEAD_MS - 60_000);
  });
});
