import type { Figures } from '@titular/contract';
import { OPEN_STATUSES, TRANSACTION_STATUSES } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import {
  boundOf,
  countOf,
  createdIn,
  ENDED,
  isEmpty,
  REFUSED,
  rankStatuses,
  shareOf,
} from '../../src/pages/overview/model/sums.ts';
import { printSeconds } from '../../src/pages/overview/numbers.ts';

const statuses: Figures['statuses'] = [
  { slot: 0, status: 'approved', count: 5 },
  { slot: 0, status: 'expired', count: 2 },
  { slot: 1, status: 'approved', count: 1 },
  { slot: 1, status: 'waiting', count: 9 },
];

describe('sums of figures', () => {
  test('know every status as under way, approved, or ended otherwise', () => {
    expect([...OPEN_STATUSES, 'approved', ...REFUSED].toSorted()).toEqual(
      [...TRANSACTION_STATUSES].toSorted(),
    );
    expect(ENDED).not.toContain('waiting');
  });

  test('count by status and slot', () => {
    expect(createdIn({ statuses })).toBe(17);
    expect(createdIn({ statuses }, 1)).toBe(10);
    expect(countOf({ statuses }, ENDED)).toBe(8);
    expect(countOf({ statuses }, REFUSED, 0)).toBe(2);
    expect(rankStatuses({ statuses })).toEqual([
      ['waiting', 9],
      ['approved', 6],
      ['expired', 2],
    ]);
  });

  test('tell that nothing was created only when everything is counted (P11)', () => {
    const nowMs = Date.parse('2026-03-04T17:20:00Z');
    const none = { statuses: [], isBuilding: false, isOpenMissing: false };
    expect(isEmpty(none, nowMs)).toBe(true);
    expect(isEmpty({ ...none, countedAt: '2026-03-04T17:19:00Z' }, nowMs)).toBe(true);
    expect(isEmpty({ ...none, countedAt: '2026-03-04T17:17:00Z' }, nowMs)).toBe(false);
    expect(isEmpty({ ...none, isOpenMissing: true }, nowMs)).toBe(false);
    expect(isEmpty({ ...none, isBuilding: true }, nowMs)).toBe(false);
    expect(isEmpty({ ...none, statuses }, nowMs)).toBe(false);
  });

  test('have no share of nothing', () => {
    expect(shareOf(0, 0)).toBeUndefined();
    expect(shareOf(1, 4)).toBe(0.25);
  });
});

describe('the time below which a share lies', () => {
  const times = [
    { underSeconds: 30, count: 4 },
    { underSeconds: 60, count: 5 },
    { underSeconds: 604_800, count: 1 },
  ];

  test('is the upper bound of its bucket', () => {
    expect(boundOf(times, 0.4)).toEqual({ underSeconds: 30 });
    expect(boundOf(times, 0.5)).toEqual({ underSeconds: 60 });
    expect(boundOf(times, 0.95)).toEqual({ underSeconds: 604_800 });
  });

  test('is over the last bound where its bucket has none, and unknown of nothing', () => {
    expect(boundOf([...times, { count: 90 }], 0.5)).toEqual({ overSeconds: 604_800 });
    expect(boundOf([], 0.5)).toBeUndefined();
  });

  test('is told in the largest unit that is whole', () => {
    expect(printSeconds(90, 'en-US')).toBe('90 seconds');
    expect(printSeconds(300, 'pt-BR')).toBe('5 minutos');
    expect(printSeconds(604_800, 'es-ES')).toBe('7 días');
  });
});
