import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_DRAWN, scrollFor, windowRows } from '../../src/lists/window-rows.ts';

const LIST = { count: 50_000, rowHeight: 36, view: 900 };

describe('the drawn part of a list', () => {
  test('never has more than 60 rows, wherever one scrolls and however high the view is (P54)', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const position = {
        count: randomInt(50_001),
        rowHeight: 24 + randomInt(80),
        above: randomInt(4_000_000) - 2_000,
        view: 300 + randomInt(4_000),
      };
      const { first, end } = windowRows(position);
      expect(end - first).toBeLessThanOrEqual(MAX_DRAWN);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(position.count);
    }
  });

  test('has every row that is in view', () => {
    for (const above of [-500, 0, 17, 36_000, 1_799_000]) {
      const { first, end } = windowRows({ ...LIST, above });
      const firstSeen = Math.max(0, Math.floor(above / LIST.rowHeight));
      const lastSeen = Math.min(
        LIST.count - 1,
        Math.floor((Math.max(0, above) + LIST.view - 1) / LIST.rowHeight),
      );
      expect(first).toBeLessThanOrEqual(firstSeen);
      expect(end).toBeGreaterThan(lastSeen);
    }
  });

  test('stays within a list that became shorter', () => {
    expect(windowRows({ ...LIST, count: 3, above: 90_000 })).toEqual({ first: 0, end: 3 });
    expect(windowRows({ ...LIST, count: 0, above: 0 })).toEqual({ first: 0, end: 0 });
  });
});

describe('bringing a row into view', () => {
  test('moves nothing where it is in view already', () => {
    expect(scrollFor(10, { ...LIST, above: 100 }, 96)).toBe(0);
  });

  test('puts it below what covers the top, or at the bottom', () => {
    expect(scrollFor(2, { ...LIST, above: 360 }, 96)).toBe(72 - 360 - 96);
    expect(scrollFor(100, { ...LIST, above: 0 }, 96)).toBe(101 * 36 - 900);
  });
});
