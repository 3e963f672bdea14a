import { describe, expect, test } from 'vitest';
import {
  COMPARED,
  comparedStarts,
  dayOf,
  PERIODS,
  spanOf,
  startsOf,
} from '../../src/pages/overview/model/periods.ts';

const NOW = new Date(2026, 2, 4, 17, 20);

describe('the slots of a period', () => {
  test.each(PERIODS)('of %i days end with today, and follow each other', (period) => {
    const starts = startsOf(period, NOW);
    expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] as Date))).toBe(true);
    expect(starts.length).toBeLessThanOrEqual(101);
    expect(dayOf(starts[0] as Date)).toBe(spanOf(period, NOW).from);
    expect(starts.at(-1)).toEqual(new Date(2026, 2, 5));
    expect(spanOf(period, NOW).to).toBe('2026-03-04');
  });

  test('of today are its hours', () => {
    expect(startsOf(1, NOW)).toHaveLength(25);
    expect(startsOf(1, NOW)[17]).toEqual(new Date(2026, 2, 4, 17));
  });
});

describe('today beside last week', () => {
  test('is compared until the last full hour', () => {
    const starts = comparedStarts(NOW);
    expect(starts[COMPARED.before]).toEqual(new Date(2026, 1, 25));
    expect(starts[COMPARED.rest]).toEqual(new Date(2026, 1, 25, 17));
    expect(starts[COMPARED.today]).toEqual(new Date(2026, 2, 4));
    expect(starts.at(-1)).toEqual(new Date(2026, 2, 5));
  });

  test.each([0, 23])('has slots that follow each other in hour %i', (hour) => {
    const starts = comparedStarts(new Date(2026, 2, 4, hour, 30));
    expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] as Date))).toBe(true);
  });
});
