import { createLanes } from '@titular/server/kernel/http/overload/lanes.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const fill = (counts: Readonly<Record<string, number>>) => {
  const lanes = createLanes();
  for (const [lane, count] of Object.entries(counts))
    for (let one = 0; one < count; one += 1) lanes.enter(lane);
  return lanes;
};

describe('lanes share a limit (R68)', () => {
  test('below the limit every request fits, whoever has the most', () => {
    expect(fill({ loud: 9 }).fits('loud', 10)).toBe(true);
  });

  test('at the limit the flood of one waits for its own, and a quiet one fits', () => {
    const lanes = fill({ loud: 10 });
    expect(lanes.fits('loud', 10)).toBe(false);
    expect(lanes.fits('quiet', 10)).toBe(true);
  });

  test('what left makes room again, and a lane without requests has no share', () => {
    const lanes = fill({ loud: 10, quiet: 1 });
    lanes.leave('quiet');
    lanes.leave('loud');
    expect(lanes.total()).toBe(9);
    expect(lanes.fits('loud', 10)).toBe(true);
  });

  test('at twice the limit nobody fits, a lane without requests neither', () => {
    const lanes = fill({ a: 8, b: 4, c: 2, d: 2 });
    for (const lane of ['a', 'd', 'quiet']) expect(lanes.fits(lane, 8), lane).toBe(false);
    lanes.leave('a');
    expect(lanes.fits('quiet', 8)).toBe(true);
  });

  test('a lane below its share fits up to twice the limit, which no number of lanes exceeds', () => {
    const name = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.nat(200).map(String));
    const step = fc.record({ name, isEnd: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 300, size: 'max' }),
        fc.integer({ min: 8, max: 40 }),
        (steps, limit) => {
          const lanes = createLanes();
          const counts: Record<string, number> = {};
          for (const { name: lane, isEnd } of steps) {
            const count = counts[lane] ?? 0;
            if (isEnd && count > 0) {
              lanes.leave(lane);
              counts[lane] = count - 1;
            } else if (!isEnd) {
              const active = Object.entries(counts).filter(([one, left]) => left > 0 || one === lane);
              const share = Math.floor(limit / new Set([...active.map(([one]) => one), lane]).size);
              const fits = lanes.fits(lane, limit);
              if (lanes.total() >= 2 * limit) expect(fits).toBe(false);
              else if (count < share) expect(fits).toBe(true);
              if (!fits) continue;
              lanes.enter(lane);
              counts[lane] = count + 1;
            }
            expect(lanes.total()).toBe(Object.values(counts).reduce((sum, one) => sum + one, 0));
            expect(lanes.total()).toBeLessThanOrEqual(2 * limit);
          }
        },
      ),
    );
  });
});
