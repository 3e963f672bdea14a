import { expect, test } from 'vitest';
import { openDisturbances } from '../src/torture/disturbances.ts';
import { listUnanswered } from '../src/torture/load/judge-answers.ts';
import { listOverLimit } from '../src/torture/load/judge-mix.ts';
import { countWindows } from '../src/torture/load/judge-rates.ts';
import type { CallLine } from '../src/torture/load/mix.ts';
import type { Tenant } from '../src/torture/load/tenant.ts';

const LIMIT = { ratePerSecond: 10, rateBurst: 10 };
const TENANT = { ...LIMIT, mark: 'canary0001x' } as Tenant;
const call = (atMs: number, changes: Partial<CallLine> = {}): CallLine => ({
  ...{ number: 1, kind: 'status', tenant: 0, about: 'one', status: 200, isEager: true },
  ...{ sentMs: atMs - 5, answeredMs: atMs, ...changes },
});
/** What a limiter lets through of 40 calls a second: a burst, and then one every tenth of a second. */
const limited = (fromMs: number, untilMs: number): CallLine[] => [
  ...Array.from({ length: 10 }, (_, place) => call(fromMs + place * 25)),
  ...Array.from({ length: (untilMs - fromMs) / 100 - 3 }, (_, place) => call(fromMs + 300 + place * 100)),
];

test('a tenant that asks for more than its limit gets rate and one burst, and is found where it gets more (I8)', () => {
  expect(listOverLimit(limited(0, 10_000), [TENANT])).toHaveLength(0);
  const unlimited = Array.from({ length: 400 }, (_, place) => call(place * 25));
  expect(listOverLimit(unlimited, [TENANT])).toHaveLength(1);
  // One burst more than it has saved up, without a reason.
  const twice = [...limited(0, 5_000), ...limited(5_000, 5_300), ...limited(5_300, 10_000)];
  expect(listOverLimit(twice, [TENANT])).toHaveLength(1);
});

test('each loss of all budgets gives one burst more, and none more than one (R67)', () => {
  const bursts = (count: number): CallLine[] =>
    Array.from({ length: count }, (_, place) => limited(place * 400, (place + 1) * 400)).flat();
  const over = (count: number, resetsMs: number[]): number =>
    countWindows(bursts(count) as Required<CallLine>[], LIMIT, { resetsMs, unsettled: [] }).over;
  expect(over(4, [400, 800, 1_200])).toBe(0);
  expect(over(4, [])).toBeGreaterThan(0);
  expect(over(8, [400])).toBeGreaterThan(0);
});

test('an answer that took long may have been let through at any time of it, and one that did not may not', () => {
  const burst = (sentMs: number): CallLine[] => Array.from({ length: 30 }, () => call(3_000, { sentMs }));
  expect(listOverLimit(burst(0), [TENANT])).toHaveLength(0);
  expect(listOverLimit(burst(2_900), [TENANT])).toHaveLength(1);
});

test('callers that are unknown are refused before any limit', () => {
  const refused = Array.from({ length: 60 }, () => call(100, { status: 403 }));
  expect(listOverLimit(refused, [TENANT])).toHaveLength(0);
  expect(
    listOverLimit(
      refused.map((one) => ({ ...one, status: 404 })),
      [TENANT],
    ),
  ).toHaveLength(1);
});

test('what was done is kept: budgets are lost at the end of what unsettles them, and a process is down until it is up', () => {
  let nowMs = 0;
  const disturbances = openDisturbances(() => nowMs);
  const isUp = disturbances.takeDown(1);
  expect(disturbances.outages).toEqual([{ place: 1, fromMs: 0, untilMs: Number.POSITIVE_INFINITY }]);
  nowMs = 10;
  isUp();
  const isSettled = disturbances.unsettle();
  nowMs = 20;
  isSettled();
  expect(disturbances.outages).toEqual([{ place: 1, fromMs: 0, untilMs: 10 }]);
  expect(disturbances.budgets).toEqual({ resetsMs: [20], unsettled: [{ fromMs: 10, untilMs: 20 }] });
});

test('what a phase that broke off has left open is forgiven until it is healed, and no longer (I9)', () => {
  let nowMs = 0;
  const disturbances = openDisturbances(() => nowMs);
  const isUp = disturbances.takeDown(1);
  disturbances.unsettle();
  nowMs = 10;
  disturbances.endAll();
  const cut = (sentMs: number): CallLine => {
    const { status: _, ...line } = call(sentMs + 5, { node: 1, error: 'connect ECONNREFUSED' });
    return line;
  };
  expect(listUnanswered([cut(2)], disturbances.outages)).toHaveLength(0);
  expect(listUnanswered([cut(20)], disturbances.outages)).toHaveLength(1);
  nowMs = 30;
  isUp();
  disturbances.endAll();
  expect(disturbances.outages).toEqual([{ place: 1, fromMs: 0, untilMs: 10 }]);
  expect(disturbances.budgets).toEqual({ resetsMs: [10], unsettled: [{ fromMs: 0, untilMs: 10 }] });
});
