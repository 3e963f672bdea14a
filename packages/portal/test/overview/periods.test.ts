import { describe, expect, test, vi } from 'vitest';
import {
  COMPARED,
  comparedStarts,
  dayOf,
  isBetweenHours,
  PERIODS,
  spanOf,
  startsOf,
  untilNextHour,
} from '../../src/pages/overview/model/periods.ts';

const NOW = new Date(2026, 2, 4, 17, 20);

describe('the slots of a period', () => {
  test.each(PERIODS)('of %i days end with today, and follow each other', (period) => {
    const starts = startsOf(period, NOW);
    expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] as Date))).toBe(true);
    expect(starts.length).toBeLessThanOrEqual(101);
    expect(dayOf(starts[0] as Date)).toBe(spanOf(starts).from);
    expect(starts.at(-1)).toEqual(new Date(2026, 2, 5));
    expect(spanOf(starts).to).toBe('2026-03-04');
  });

  test('of today are its hours', () => {
    expect(startsOf(1, NOW)).toHaveLength(25);
    expect(startsOf(1, NOW)[17]).toEqual(new Date(2026, 2, 4, 17));
  });
});

describe('the hours of a zone', () => {
  const inZone = <T>(zone: string, work: () => T): T => {
    vi.stubEnv('TZ', zone);
    try {
      return work();
    } finally {
      vi.unstubAllEnvs();
    }
  };

  test('end at the next full one, also where they begin within those of UTC', () => {
    expect(untilNextHour(NOW)).toBe(40 * 60_000);
    expect(inZone('Asia/Kolkata', () => untilNextHour(new Date('2026-03-04T12:20:00Z')))).toBe(10 * 60_000);
  });

  test('that begin within those of UTC are told apart', () => {
    expect(inZone('Asia/Kolkata', () => isBetweenHours(new Date('2026-03-04T12:00:00Z')))).toBe(true);
    expect(inZone('America/Sao_Paulo', () => isBetweenHours(new Date('2026-03-04T12:00:00Z')))).toBe(false);
  });

  test.each([0, 1])(
    'give a comparison slots that follow each other where clocks go forward at midnight, in hour %i',
    (hour) => {
      // Midnight of 4 November 2018 did not exist in São Paulo.
      const starts = inZone('America/Sao_Paulo', () => comparedStarts(new Date(2018, 10, 11, hour, 30)));
      expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] as Date))).toBe(true);
    },
  );
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
