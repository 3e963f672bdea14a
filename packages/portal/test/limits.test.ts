import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commands } from '@titular/cli/commands/commands.ts';
import type { CallTimes } from '@titular/contract';
import { findEnoughRate, HIGHEST_RATE, simulateLimit } from '@titular/contract/simulate-limit';
import { settingTables } from '@titular/server/settings/change-settings.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLimitsSearch, toTimesBody } from '../src/pages/developers/limits/model/limits-search.ts';
import {
  countCalls,
  countTogether,
  simulateCommand,
  sliderEnd,
  toBins,
  toRequests,
} from '../src/pages/developers/limits/model/replay.ts';

const START = '2026-03-04T17:00:00.000Z';
const START_SECONDS = Date.parse(START) / 1_000;

const part: fc.Arbitrary<CallTimes> = fc
  .array(fc.tuple(fc.nat(5_000), fc.integer({ min: 1, max: 20 }), fc.nat(60_000)), {
    minLength: 1,
    maxLength: 30,
  })
  .map((slots) => ({ startAt: START, slots, refused: 0 }));

describe('the calls that limits are tried on', () => {
  test('are as many as the log counts, in the order of their times (F4)', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 3 }), (parts) => {
        const requests = toRequests(parts);
        expect(requests).toHaveLength(countCalls(parts));
        const times = requests.map(({ atSeconds }) => atSeconds);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
    );
    expect(toRequests([{ slots: [], refused: 0 }])).toEqual([]);
  });

  test('lie evenly over the time of their slot', () => {
    const slots = [
      [0, 1, 0],
      [500, 4, 2_000],
    ];
    const requests = toRequests([{ startAt: START, slots, refused: 0 }]);
    expect(requests.map(({ atSeconds }) => atSeconds - START_SECONDS)).toEqual([0, 0.5, 1, 1.5, 2]);
    expect([1, 0].map((seconds) => countTogether(requests, seconds))).toEqual([2, 1]);
    const together = toRequests([{ startAt: START, slots: [[0, 7, 0]], refused: 0 }]);
    expect(countTogether(together, 0)).toBe(7);
    expect(findEnoughRate(together, 6)).toBeUndefined();
    expect(findEnoughRate(together, 7)).toBe(1);
  });

  test('each stand in one part of the chart, refused ones too, with the longest wait (F4, P50)', () => {
    fc.assert(
      fc.property(
        part,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (one, rate, burst) => {
          const requests = toRequests([one]);
          const refusals = simulateLimit(requests, { ratePerSecond: rate, burst });
          const bins = toBins(requests, refusals);
          const sum = (field: 'calls' | 'refused') => bins.reduce((all, bin) => all + bin[field], 0);
          expect([sum('calls'), sum('refused')]).toEqual([requests.length, refusals.length]);
          expect(bins.every(({ calls, refused }) => refused <= calls)).toBe(true);
          expect(Math.max(...bins.map(({ longestWait }) => longestWait))).toBe(
            Math.max(0, ...refusals.map(({ retryAfterSeconds }) => retryAfterSeconds)),
          );
        },
      ),
    );
    expect(toBins([], [])).toEqual([]);
  });

  test('have a smallest rate that refuses none: one less refuses some (F4)', () => {
    fc.assert(
      fc.property(part, fc.integer({ min: 1, max: 40 }), (one, burst) => {
        const requests = toRequests([one]);
        const enough = findEnoughRate(requests, burst);
        const refusedAt = (ratePerSecond: number) => simulateLimit(requests, { ratePerSecond, burst }).length;
        if (enough === undefined) expect(refusedAt(HIGHEST_RATE)).toBeGreaterThan(0);
        else {
          expect(refusedAt(enough)).toBe(0);
          if (enough > 1) expect(refusedAt(enough - 1)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('the address of the page about limits', () => {
  test('carries days, rate and burst, and nothing that was typed by mistake (P38)', () => {
    const whole = { from: '2026-03-04', to: '2026-03-05', rate: 25, burst: 40 };
    expect(parseLimitsSearch({ ...whole, card: '4000' })).toEqual(whole);
    for (const typed of ['A-1002', '52998224725', 4_000_123_456, 0, 1.5, null])
      expect(parseLimitsSearch({ from: typed, to: typed, rate: typed, burst: typed })).toEqual({});
  });

  test('asks the server for its whole days', () => {
    const { from, before } = toTimesBody({ from: '2026-03-04', to: '2026-03-04' });
    expect(Date.parse(before ?? '') - Date.parse(from ?? '')).toBe(86_400_000);
    expect(toTimesBody({ rate: 3 })).toEqual({});
  });
});

test('a slider ends at a round number with room for all, and no higher than a rate can be set', () => {
  expect(
    [[1], [20], [21], [130, 40], [499], [5_000], [80_000], [400_000]].map((all) => sliderEnd(...all)),
  ).toEqual([20, 20, 50, 200, 500, 5_000, 100_000, 100_000]);
  const rate = settingTables.tenant.find(({ name }) => name === 'rate-per-second');
  expect(rate?.shape).toMatchObject({ max: HIGHEST_RATE });
});

test('the command beside it is one that there is, with its options (F10)', () => {
  const words = simulateCommand(25, 40).split(' ');
  const command = commands.find(({ name }) => name === words.slice(2, 4).join(' '));
  const options = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
  expect(Object.keys(command?.options ?? {})).toEqual(expect.arrayContaining(options));
});

test('the simulation that page, command line and service share needs nothing else (P51)', () => {
  const file = fileURLToPath(import.meta.resolve('@titular/contract/simulate-limit'));
  expect(readFileSync(file, 'utf8')).not.toMatch(/^import |\bfrom '/m);
});
