import { isAllowedAddress } from '@titular/server/access-tokens/accounts/allowed-addresses.ts';
import {
  formatTimeWindow,
  isWithinTimes,
  parseTimeWindow,
} from '@titular/server/access-tokens/accounts/allowed-times.ts';
import { createFailureLimit, createSlowLanes } from '@titular/server/access-tokens/failures/failure-limit.ts';
import { admitAccount } from '@titular/server/access-tokens/grants/admit-account.ts';
import { isInRange, networkOf, parseAddressRange } from '@titular/server/kernel/network/address-range.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('address ranges', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::', '2001:db8::/128'],
    ['2001:db8:0:0::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ])('%s is kept as %s', (text, kept) => {
    expect(parseAddressRange(text)).toBe(kept);
    expect(parseAddressRange(kept)).toBe(kept);
  });

  test.each([
    '203.0.113.7/24',
    '203.0.113.0/33',
    '203.0.113.0/024',
    '203.0.113.0/',
    '203.0.113',
    '203.0.113.256',
    '0203.0.113.7',
    '0xcb.0.113.7',
    '3405803783',
    'fe80::1%eth0',
    '2001:db8::1/32',
    '::ffff:203.0.113.7/90',
    '::ffff:0177.0.0.1',
    '::ffff:0x7f.0.0.1',
    '::1.2.3.4',
    '64:ff9b::1.2.3.4',
    'localhost',
    '',
    ' 203.0.113.7',
    '*',
  ])('%j is refused, so that a slip is seen', (text) => {
    expect(parseAddressRange(text)).toBeUndefined();
  });

  test('an address is in a range exactly when their leading bits agree, whatever clothing it wears', () => {
    const numberOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(octets, octets, fc.integer({ min: 0, max: 32 }), (low, other, prefix) => {
        const size = 2 ** (32 - prefix);
        const first = Math.floor(numberOf(low) / size) * size;
        const base = [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
        const range = parseAddressRange(`${base}/${prefix}`) ?? '';
        const expected = Math.floor(numberOf(other) / size) * size === first;
        expect(isInRange(range, other.join('.'))).toBe(expected);
        expect(isInRange(range, `::ffff:${other.join('.')}`)).toBe(expected);
      }),
    );
  });

  test('no list lets all in; a list lets in nobody whose address cannot be read', () => {
    expect(isAllowedAddress([], 'whatever')).toBe(true);
    expect(isAllowedAddress(['0.0.0.0/0'], 'whatever')).toBe(false);
    for (const broken of ['10.0.0.1', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/-1', ''])
      expect(isAllowedAddress([broken], '8.8.8.8'), broken).toBe(false);
    expect(isAllowedAddress(['0.0.0.0/0'], '2001:db8::1')).toBe(false);
    expect(isAllowedAddress(['10.0.0.0/8', '2001:db8::/32'], '2001:db8::1')).toBe(true);
  });

  test('a network is an IPv4 address or the /64 of an IPv6 one', () => {
    expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8::ffff:1'));
    expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'));
    expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('203.0.113.7'));
  });
});

describe('hours', () => {
  test.each([
    ['Mon-Fri 08:00-18:00 America/Sao_Paulo', 'Mon+Tue+Wed+Thu+Fri 08:00-18:00 America/Sao_Paulo'],
    ['Sat+Sun 22:00-06:00 UTC', 'Sun+Sat 22:00-06:00 UTC'],
    ['Sat-Mon 00:00-24:00 UTC', 'Sun+Mon+Sat 00:00-24:00 UTC'],
    ['Wed 09:30-09:31 Europe/Lisbon', 'Wed 09:30-09:31 Europe/Lisbon'],
  ])('%s is taken', (text, kept) => {
    const window = parseTimeWindow(text);
    expect(window && formatTimeWindow(window)).toBe(kept);
    expect(parseTimeWindow(kept)).toEqual(window);
  });

  test.each([
    'Mon-Fri 8:00-18:00 UTC',
    'Mon-Fri 08:00-24:01 UTC',
    'Mon-Fri 08:00-08:00 UTC',
    'Mon-Fry 08:00-18:00 UTC',
    'Mon-Tue-Wed 08:00-18:00 UTC',
    'mon 08:00-18:00 UTC',
    'Mon 08:00-18:00',
    'Mon 08:00-18:00 Mars/Olympus',
    'Mon  08:00-18:00 UTC',
    '',
  ])('%j is refused', (text) => {
    expect(parseTimeWindow(text)).toBeUndefined();
  });

  const at = (text: string): Date => new Date(text);

  test('a window is open from its first minute up to its last, in the wall time of its place', () => {
    const window = ['Mon-Fri 08:00-18:00 America/Sao_Paulo'];
    expect(isWithinTimes(window, at('2026-11-20T10:59:59Z'))).toBe(false);
    expect(isWithinTimes(window, at('2026-11-20T11:00:00Z'))).toBe(true);
    expect(isWithinTimes(window, at('2026-11-20T20:59:59Z'))).toBe(true);
    expect(isWithinTimes(window, at('2026-11-20T21:00:00Z'))).toBe(false);
    expect(isWithinTimes(window, at('2026-11-21T12:00:00Z'))).toBe(false);
  });

  test('a window past midnight belongs to the day it begins', () => {
    const window = ['Sat 22:00-06:00 UTC'];
    expect(isWithinTimes(window, at('2026-11-21T21:59:00Z'))).toBe(false);
    expect(isWithinTimes(window, at('2026-11-21T22:00:00Z'))).toBe(true);
    expect(isWithinTimes(window, at('2026-11-22T05:59:00Z'))).toBe(true);
    expect(isWithinTimes(window, at('2026-11-22T06:00:00Z'))).toBe(false);
    expect(isWithinTimes(window, at('2026-11-21T03:00:00Z'))).toBe(false);
  });

  test('a change to summer time moves the window with the clocks on the wall (R84)', () => {
    const window = ['Sun+Mon 08:00-09:00 Europe/Lisbon'];
    expect(isWithinTimes(window, at('2026-03-22T08:30:00Z'))).toBe(true);
    expect(isWithinTimes(window, at('2026-03-29T08:30:00Z'))).toBe(false);
    expect(isWithinTimes(window, at('2026-03-29T07:30:00Z'))).toBe(true);
  });

  test('in UTC every instant is judged as by counting minutes', () => {
    const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    const clock = (minute: number): string =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        fc.nat(6),
        fc.nat(1439),
        fc.integer({ min: 1, max: 1440 }),
        fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true }),
        (day, from, until, instant) => {
          fc.pre(from !== until);
          const minutesOfWeek =
            instant.getUTCDay() * 1440 + instant.getUTCHours() * 60 + instant.getUTCMinutes();
          const sinceStart = (minutesOfWeek - (day * 1440 + from) + 7 * 1440) % (7 * 1440);
          const length = until > from ? until - from : until + 1440 - from;
          const window = `${names[day]} ${clock(from)}-${clock(until)} UTC`;
          expect(isWithinTimes([window], instant)).toBe(sinceStart < length);
        },
      ),
    );
  });

  test('no windows are open always, one that cannot be read never', () => {
    expect(isWithinTimes([], at('2026-11-20T10:00:00Z'))).toBe(true);
    expect(isWithinTimes(['nonsense'], at('2026-11-20T10:00:00Z'))).toBe(false);
  });

  test('an account is admitted only where both address and hour are right', () => {
    const account = { allowedAddresses: ['203.0.113.0/24'], allowedTimes: ['Fri 10:00-11:00 UTC'] };
    const open = at('2026-11-20T10:30:00Z');
    expect(admitAccount(account, '203.0.113.7', open)).toBe('admitted');
    expect(admitAccount(account, '203.0.114.7', open)).toBe('source_address_refused');
    expect(admitAccount(account, '203.0.113.7', at('2026-11-20T11:00:00Z'))).toBe('outside_allowed_times');
  });
});

describe('failures (R14)', () => {
  const openLimit = (burst: number) => {
    let nowMs = 0;
    const limit = createFailureLimit(() => nowMs, burst);
    return { ...limit, advanceSeconds: (seconds: number) => (nowMs += seconds * 1000) };
  };
  const failTimes = (
    limit: ReturnType<typeof openLimit>,
    count: number,
    name = 'shop',
    from = '10.0.0.1',
  ) => {
    for (let times = 0; times < count; times += 1) limit.begin(name, from)(true);
  };

  test('slow one name from one network after the burst, and nobody else', () => {
    const limit = openLimit(10);
    failTimes(limit, 9);
    expect(limit.check('shop', '10.0.0.1')).toEqual({ kind: 'free' });
    failTimes(limit, 1);
    expect(limit.check('shop', '10.0.0.1')).toEqual({ kind: 'slow', retryAfterSeconds: 6 });
    expect(limit.check('other', '10.0.0.1')).toEqual({ kind: 'free' });
    expect(limit.check('shop', '10.0.0.2')).toEqual({ kind: 'free' });
  });

  test('under ever new names slow the network as a whole', () => {
    const limit = openLimit(10);
    for (let name = 0; name < 100; name += 1) limit.begin(`client-${name}`, '2001:db8::1')(true);
    expect(limit.check('new', '2001:db8::2')).toMatchObject({ kind: 'slow' });
    expect(limit.check('new', '2001:db8:0:1::2')).toEqual({ kind: 'free' });
  });

  test('are counted before the test: no more begin at once than may still fail (A-24)', () => {
    const limit = openLimit(3);
    const ends = [1, 2, 3].map(() => limit.begin('shop', '10.0.0.1'));
    expect(limit.check('shop', '10.0.0.1')).toEqual({ kind: 'busy' });
    expect(limit.check('other', '10.0.0.1')).toEqual({ kind: 'free' });
    ends[0]?.(false);
    expect(limit.check('shop', '10.0.0.1')).toEqual({ kind: 'free' });
    ends[1]?.(true);
    limit.begin('shop', '10.0.0.1');
    expect(limit.check('shop', '10.0.0.1')).toEqual({ kind: 'busy' });
    ends[2]?.(true);
    limit.begin('shop', '10.0.0.1')(true);
    expect(limit.check('shop', '10.0.0.1')).toMatchObject({ kind: 'slow' });
  });

  test('however many, are over once the time told has passed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 2_000 }), (burst, failures) => {
        const limit = openLimit(burst);
        failTimes(limit, failures);
        const pace = limit.check('shop', '10.0.0.1');
        expect(pace.kind).toBe(failures >= burst ? 'slow' : 'free');
        if (pace.kind !== 'slow') return;
        expect(Number.isInteger(pace.retryAfterSeconds) && pace.retryAfterSeconds >= 1).toBe(true);
        limit.advanceSeconds(pace.retryAfterSeconds);
        expect(limit.check('shop', '10.0.0.1')).toEqual({ kind: 'free' });
      }),
    );
  });

  test('of more than ten thousand names keep only the latest in memory', () => {
    const limit = openLimit(1);
    for (let name = 0; name < 10_001; name += 1)
      limit.begin(`client-${name}`, `10.0.${name >> 8}.${name & 255}`)(true);
    expect(limit.check('client-0', '10.0.0.0')).toEqual({ kind: 'free' });
    expect(limit.check('client-1', '10.0.0.1')).toMatchObject({ kind: 'slow' });
  });
});

describe('slow lanes (R14)', () => {
  test('do one work at a time, in order, and turn away at once what does not fit', async () => {
    const lanes = createSlowLanes(2);
    const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const begun: number[] = [];
    const results = gates.map((gate, index) =>
      lanes.run('one', async () => {
        begun.push(index);
        await gate.promise;
        return index;
      }),
    );
    expect(await lanes.run('one', async () => 3)).toEqual({ kind: 'full' });
    expect(await lanes.run('another', async () => 4)).toEqual({ kind: 'done', value: 4 });
    expect(begun).toEqual([0]);
    for (const gate of gates) gate.resolve();
    expect(await Promise.all(results)).toEqual([0, 1, 2].map((value) => ({ kind: 'done', value })));
    expect(begun).toEqual([0, 1, 2]);
  });

  test('go on after a work that failed, and have room again', async () => {
    const lanes = createSlowLanes(0);
    await expect(lanes.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await lanes.run('one', async () => 'next')).toEqual({ kind: 'done', value: 'next' });
  });
});
