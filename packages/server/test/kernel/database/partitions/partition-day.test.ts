import { lowestId, newId } from '@titular/server/kernel/base/id.ts';
import {
  dueAt,
  instantOf,
  nameOf,
  rangeOfDays,
  startOfDay,
  startOfSpan,
  uncoveredOf,
} from '@titular/server/kernel/database/partitions/partition-day.ts';
import { apiCalls, deliveryAttempts } from '@titular/server/kernel/database/partitions/partitioned-tables.ts';
import { describe, expect, test } from 'vitest';

const at = (text: string): Date => new Date(text);
const DAY = at('2026-03-01T00:00:00Z');
const key = (text: string): string => lowestId(at(text));

describe('days of keys (S29)', () => {
  test.each(['2026-03-01T00:00:00.000Z', '2026-03-01T12:34:56.789Z', '2026-03-01T23:59:59.999Z'])(
    'a key made at %s is in the range of its day in UTC, and in no other',
    (text) => {
      const id = newId(at(text).getTime());
      const { from, to } = rangeOfDays(startOfDay(at(text)));
      expect([startOfDay(at(text)), instantOf(id)]).toEqual([DAY, at(text)]);
      expect(from <= id && id < to).toBe(true);
    },
  );

  test('what is open of a range is what no partition covers, the default one aside', () => {
    const range = rangeOfDays(DAY);
    const first = { name: 'before', from: undefined, to: key('2026-03-01T06:00:00Z') };
    const slice = { name: 'slice', from: key('2026-03-01T10:00:00Z'), to: key('2026-03-01T11:00:00Z') };
    const rest = { name: 'default', from: undefined, to: undefined };
    expect(uncoveredOf(range, [])).toEqual([range]);
    expect(uncoveredOf(range, [first, slice, rest])).toEqual([
      { from: first.to, to: slice.from },
      { from: slice.to, to: range.to },
    ]);
    expect(uncoveredOf(range, [{ name: 'all', ...range }])).toEqual([]);
    expect(uncoveredOf(range, [{ name: 'later', from: range.to, to: key('2026-03-09T00:00:00Z') }])).toEqual([
      range,
    ]);
  });

  test('a partition is named by its day, a slice by its time as well', () => {
    expect(nameOf(apiCalls, lowestId(DAY))).toBe('api_calls_20260301');
    expect(nameOf(apiCalls, key('2026-03-01T09:15:30.123Z'))).toBe('api_calls_20260301_091530123');
  });

  test('a day is due with its first row, a slice with its day, the first partition after its last row, the default one never', () => {
    const [from, to] = [key('2026-03-01T10:00:00Z'), key('2026-03-01T11:00:00Z')];
    expect(dueAt(apiCalls, { name: 'day', ...rangeOfDays(DAY) })).toEqual(at('2026-03-15T00:00:00Z'));
    expect(dueAt(apiCalls, { name: 'slice', from, to })).toEqual(at('2026-03-15T00:00:00Z'));
    expect(dueAt(apiCalls, { name: 'first', from: undefined, to })).toEqual(at('2026-03-15T12:00:00Z'));
    expect(dueAt(apiCalls, { name: 'default', from: undefined, to: undefined })).toBe(undefined);
  });

  test.each(['2026-03-05T00:00:00.000Z', '2026-03-08T12:34:56.789Z', '2026-03-11T23:59:59.999Z'])(
    'a key made at %s is in the range of its week, which begins on Thursday, and in no other',
    (text) => {
      const start = startOfSpan(deliveryAttempts, at(text));
      expect(start).toEqual(at('2026-03-05T00:00:00Z'));
      const { from, to } = rangeOfDays(start, deliveryAttempts.span);
      const id = newId(at(text).getTime());
      expect(from <= id && id < to).toBe(true);
    },
  );

  test('a week of rows that have an owner is due an hour after its last row, and so is a slice of it', () => {
    const week = { name: 'week', ...rangeOfDays(at('2026-03-05T00:00:00Z'), 7) };
    expect(dueAt(deliveryAttempts, week)).toEqual(at('2026-06-10T01:00:00Z'));
    const slice = { ...week, to: key('2026-03-06T00:00:00Z') };
    expect(dueAt(deliveryAttempts, slice)).toEqual(at('2026-06-04T01:00:00Z'));
    expect(dueAt(deliveryAttempts, { name: 'default', from: undefined, to: undefined })).toBe(undefined);
  });
});
