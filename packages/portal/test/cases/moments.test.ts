import type { TimelineEntry } from '@titular/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fromFieldValue, instantsOf, momentTime, toFieldValue } from '../../src/pages/case/replay/instant.ts';
import { parseInstant } from '../../src/pages/case/replay/parse-instant.ts';
import { findStop, sliderStops } from '../../src/pages/case/replay/stops.ts';
import { clockTime } from '../../src/pages/case/timeline/clock-time.ts';
import { absoluteTime, twinOf } from '../../src/ui/time-words.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('an address names an instant to the millisecond, or none: no day that does not exist, no zone, no markup (F2, P38)', () => {
  expect(parseInstant('2026-03-04T16:35:00.123456Z')).toBe('2026-03-04T16:35:00.123Z');
  expect(parseInstant('2026-03-04T16:35:00Z')).toBe('2026-03-04T16:35:00.000Z');
  const nonsense = [
    ...['2026-02-30T16:35:00Z', '2026-03-04T24:00:00Z', '2026-13-01T00:00:00Z', '2026-03-04T16:35:60Z'],
    ...['2026-03-04T16:35:00+02:00', '2026-03-04', 'now', '', '52998224725', '<b>', 7, undefined, ['x']],
  ];
  expect(nonsense.map(parseInstant)).toEqual(nonsense.map(() => undefined));
});

test('the field has the second of an instant and means its end, in whatever year and zone (F2)', () => {
  for (const instant of [
    '2026-03-04T16:35:07.250Z',
    '2026-11-01T05:30:00.000Z',
    '0203-01-01T12:00:00.000Z',
  ]) {
    const value = toFieldValue(instant);
    expect(value).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
    expect(fromFieldValue(value)).toBe(`${instant.slice(0, 19)}.999Z`);
  }
  expect([fromFieldValue(''), fromFieldValue('12026-03-04T16:35:07')]).toEqual([undefined, undefined]);
});

test('the time of a moment names the zone in which it is told (F2)', () => {
  const words = momentTime('2026-03-04T16:35:07.250Z', 'en-US');
  expect(words).toMatch(/^March \d, 2026 at \d{2}:\d{2}:07 \S+/);
});

const line = (at: string, source: TimelineEntry['source'], code: string): TimelineEntry => ({
  at,
  source,
  code,
});
const timeline = [
  line('2026-03-04T16:35:00.000Z', 'step', 'create'),
  line('2026-03-04T16:35:00.000Z', 'link', 'issued'),
  line('2026-03-04T16:36:00.001Z', 'step', 'approve'),
  line('2026-03-04T16:36:00.002Z', 'event', 'transaction.approved'),
];
const stops = [...new Set(timeline.map(({ at }) => at))];

test('a moment stands at the last stop before it, with all that happened in its millisecond (F2)', () => {
  expect(findStop(stops, timeline, '2026-03-04T16:35:59.000Z')).toEqual({
    ...{ index: 0, at: stops[0], entries: timeline.slice(0, 2) },
  });
  expect(findStop(stops, timeline, stops[1] ?? '').entries).toEqual([timeline[2]]);
  expect(findStop(stops, timeline, '2027-01-01T00:00:00.000Z').index).toBe(2);
});

test('a moment before the first stop stands at none (F2)', () => {
  const before = findStop(stops, timeline, '2026-03-04T16:34:59.999Z');
  expect(before).toEqual({ index: -1, at: undefined, entries: [] });
});

test('tells apart the hour that comes twice: each instant has the name of its zone, and the field offers both (F2)', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const [first, second] = ['2026-11-01T05:30:07.999Z', '2026-11-01T06:30:07.999Z'];
  expect(fromFieldValue('2026-11-01T01:30:07')).toBe(first);
  for (const one of [first, second]) expect(instantsOf(one)).toEqual([first, second]);
  expect([first, second].map((one) => clockTime(one, 'en-US'))).toEqual(['01:30:07 EDT', '01:30:07 EST']);
  expect(absoluteTime(first, 'en-US')).not.toBe(absoluteTime(second, 'en-US'));
  expect(clockTime('2026-11-01T07:30:07Z', 'en-US')).toBe('02:30:07');
  expect(['2026-11-01T04:59:59Z', '2026-11-01T07:00:00Z', '2026-03-08T07:30:00Z'].map(twinOf)).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});

test('also where clocks are set back by half an hour, and nowhere in a zone that never changes (F2)', () => {
  vi.stubEnv('TZ', 'Australia/Lord_Howe');
  expect(twinOf('2026-04-04T14:45:00.000Z')).toBe('2026-04-04T15:15:00.000Z');
  expect(twinOf('2026-04-04T15:15:00.000Z')).toBe('2026-04-04T14:45:00.000Z');
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  expect(twinOf('2026-04-04T14:45:00.000Z')).toBeUndefined();
});

test('a time that clocks leap over is refused, and not read as another one (F2)', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(fromFieldValue('2026-03-08T02:30:00')).toBeUndefined();
  expect(fromFieldValue('2026-03-08T03:30')).toBe('2026-03-08T07:30:00.999Z');
});

test('a slider has a place to go to where everything happened in one millisecond: the time of reading (F2)', () => {
  const createdAt = '2026-03-04T16:35:00.000Z';
  const readAt = '2026-03-04T17:20:00.000Z';
  const young = { timeline: timeline.slice(0, 2), createdAt, readAt };
  expect(sliderStops(young)).toEqual([createdAt, readAt]);
  expect(sliderStops({ ...young, readAt: createdAt })).toEqual([createdAt]);
  expect(sliderStops({ ...young, timeline })).toEqual(stops);
});
