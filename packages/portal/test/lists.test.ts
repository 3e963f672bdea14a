import { describe, expect, test } from 'vitest';
import { dayStart, isTypedDay, parseDay } from '../src/lists/days.ts';
import { isPaused } from '../src/lists/pause.ts';

const pagesOf = (...counts: number[]) => counts.map((count) => ({ rows: Array(count).fill(0) }));

describe('a list that finds little', () => {
  test('stops asking after a few pages, and goes on for as many when somebody says so (P52)', () => {
    const paused = Array.from({ length: 13 }, (_, count) => isPaused(pagesOf(...Array(count).fill(0))));
    expect(paused.flatMap((is, count) => (is ? [count] : []))).toEqual([4, 8, 12]);
    expect(isPaused(pagesOf(1, 0, 2, 1))).toBe(true);
  });

  test('counts anew after a page with rows', () => {
    expect(isPaused(pagesOf(0, 0, 0, 50))).toBe(false);
    expect(isPaused(pagesOf(0, 0, 50, 0, 0))).toBe(false);
    expect(isPaused(pagesOf(0, 50, 0, 0, 0, 0))).toBe(true);
  });
});

describe('a day of a filter', () => {
  test('is told once its year is typed to the end, and when it is taken out', () => {
    expect(['0002-11-20', '0020-11-20', '0202-11-20', '2026-11-20', ''].map(isTypedDay)).toEqual([
      ...[false, false, false],
      ...[true, true],
    ]);
  });

  test('is asked for in the form that the service reads, the last one of the calendar too', () => {
    for (const day of ['1000-01-01', '2026-02-28', '9999-12-31'])
      for (const start of [dayStart(day), dayStart(day, 1)])
        expect(start).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    expect(parseDay('9999-12-31')).toBe('9999-12-31');
    expect(dayStart('9999-12-31', 1) > dayStart('9999-12-30')).toBe(true);
  });
});
