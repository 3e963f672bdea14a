import { isWithinTimes } from '@titular/server/access-tokens/accounts/allowed-times.ts';
import { createFailureLimit } from '@titular/server/access-tokens/failures/failure-limit.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const MINUTES_A_DAY = 1440;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;
const NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const ZONES = [
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'Pacific/Chatham',
  'UTC',
];
/** Instants at which clocks of these zones are moved, forward and back. */
const CHANGES = [
  '2018-11-04T03:00:00Z',
  '2026-03-29T01:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-25T01:00:00Z',
];
const HALF_A_DAY_MS = 43_200_000;

const at = (text: string): number => Date.parse(text);
const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Minutes since Sunday 00:00 on the wall, by adding the zone's distance from UTC to the instant. */
function minuteOfWeek(timeZone: string, instant: Date): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const wall = new Date(instant.getTime() + offset * 60_000);
  return wall.getUTCDay() * MINUTES_A_DAY + wall.getUTCHours() * 60 + wall.getUTCMinutes();
}

const instants = fc
  .oneof(
    fc.integer({ min: at('2016-01-01T00:00:00Z'), max: at('2036-01-01T00:00:00Z') }),
    fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -HALF_A_DAY_MS, max: HALF_A_DAY_MS }))
      .map(([change, distance]) => at(change) + distance),
  )
  .map((ms) => new Date(ms));

test('in any zone, also where clocks change, a window is open as by counting minutes on the wall (R84)', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.nat(6), fc.nat(6)),
      fc.tuple(fc.nat(1439), fc.integer({ min: 0, max: 1440 })).filter(([from, until]) => from !== until),
      fc.constantFrom(...ZONES),
      instants,
      ([first, last], [from, until], zone, instant) => {
        const length = until > from ? until - from : until + MINUTES_A_DAY - from;
        const days = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => first + index);
        const now = minuteOfWeek(zone, instant);
        const expected = days.some(
          (day) => (now - (day * MINUTES_A_DAY + from) + 2 * MINUTES_A_WEEK) % MINUTES_A_WEEK < length,
        );
        const window = `${NAMES[first]}-${NAMES[last]} ${clockOf(from)}-${clockOf(until)} ${zone}`;
        expect(isWithinTimes([window], instant)).toBe(expected);
      },
    ),
    { numRuns: 1_000 },
  );
});

describe('the limit on failures (R14)', () => {
  const MAX_ENTRIES = 10_000;
  const addressOf = (index: number): string => `10.0.${index >> 8}.${index & 255}`;
  const isSlow = (limit: ReturnType<typeof createFailureLimit>, name: string, index: number): boolean =>
    limit.check(name, addressOf(index)).kind === 'slow';

  test('keeps ten thousand names and as many networks, whatever order failures come in', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: MAX_ENTRIES - 5, max: MAX_ENTRIES + 2_000 }),
        fc.array(fc.nat(MAX_ENTRIES - 6), { maxLength: 50 }),
        (count, again) => {
          const limit = createFailureLimit(() => 0, 1);
          const indices = [...Array.from({ length: count }, (_, index) => index), ...again];
          // Ten failures at one network are its whole budget where one is that of a name.
          for (const index of indices)
            for (let times = 0; times < 10; times += 1)
              limit.begin(`client-${index}`, addressOf(index))(true);
          const kept = (nameOf: (index: number) => string): number =>
            Array.from({ length: count }, (_, index) => isSlow(limit, nameOf(index), index)).filter(Boolean)
              .length;
          expect(kept((index) => `client-${index}`)).toBe(Math.min(count, MAX_ENTRIES));
          expect(kept(() => 'nobody yet')).toBe(Math.min(count, MAX_ENTRIES));
        },
      ),
      { numRuns: 3 },
    );
  });

  const steps = fc.array(
    fc.record({
      name: fc.string(),
      address: fc.constantFrom('10.0.0.1', '10.0.0.2', '2001:db8::1', '2001:db8::2'),
      failures: fc.nat(130),
      pauseMs: fc.double({ min: 0, max: 20_000, noNaN: true }),
    }),
    { maxLength: 20 },
  );

  test('is free again once the time told has passed, whatever came before, and asking takes nothing', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        steps,
        (startMs, burst, taken) => {
          let nowMs = startMs;
          const limit = createFailureLimit(() => nowMs, burst);
          for (const { name, address, failures, pauseMs } of taken) {
            nowMs += pauseMs;
            for (let times = 0; times < failures; times += 1) limit.begin(name, address)(true);
            const pace = limit.check(name, address);
            expect(limit.check(name, address)).toEqual(pace);
            if (pace.kind !== 'slow') continue;
            expect(Number.isInteger(pace.retryAfterSeconds) && pace.retryAfterSeconds >= 1).toBe(true);
            nowMs += pace.retryAfterSeconds * 1000;
            expect(limit.check(name, address)).toEqual({ kind: 'free' });
          }
        },
      ),
    );
  });
});
