import { describe, expect, test } from 'vitest';
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
