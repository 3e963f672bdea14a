import { parseRetryAfter } from '@titular/server/kernel/network/services/retry-after.ts';
import { pauseSeconds } from '@titular/server/webhooks/queue/schedule.ts';
import { isConnectable, pinAddress } from '@titular/server/webhooks/sender/connect-address.ts';
import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { describe, expect, test } from 'vitest';

const INSIDE = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::808:808',
  '2002:7f00:1::',
  '2002:a00:1::',
  '2002:808:808::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::2',
  '168.63.129.16',
  '2606:4700::1111%eth0',
  '127.1',
  '0177.0.0.1',
  '0x7f000001',
  '134744072',
  '8.8.8.8.',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
];

describe('addresses (R46)', () => {
  test.each(INSIDE)('%s is never dialled', async (address) => {
    expect(isConnectable(address, { loopbackAllowed: false })).toBe(false);
    await expect(pinAddress(address, { loopbackAllowed: false })).rejects.toThrow();
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is a public one',
    (address) => {
      expect(isConnectable(address, { loopbackAllowed: false })).toBe(true);
    },
  );

  test('the allowance for loopback opens loopback alone', () => {
    const open = INSIDE.filter((address) => isConnectable(address, { loopbackAllowed: true }));
    expect(open).toEqual(['127.0.0.1', '127.1.2.3', '::1']);
  });
});

describe('signature and schedule', () => {
  test('the published example of Standard Webhooks is reproduced (R40)', () => {
    const headers = signWebhook(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      new Date(1_614_265_330_000),
      '{"test": 2432232314}',
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('two secrets give two signatures (R41)', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(
      signWebhook('id', new Date(0), '{}', [secret, secret])['webhook-signature'].split(' '),
    ).toHaveLength(2);
  });

  test('pauses grow as published, spread by a tenth, and a wish only lengthens them up to a day', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 99].map((failures) => pauseSeconds(failures, 0.5))).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 36_000, 36_000, 36_000,
    ]);
    expect(pauseSeconds(2, 0)).toBeCloseTo(270);
    expect(pauseSeconds(2, 0.999999)).toBeCloseTo(330, 1);
    expect(pauseSeconds(1, 0.5, { retryAfterSeconds: 60 })).toBe(60);
    expect(pauseSeconds(2, 0.5, { retryAfterSeconds: 1 })).toBe(300);
    expect(pauseSeconds(1, 0.5, { retryAfterSeconds: 1e9 })).toBe(86_400);
  });

  test('Retry-After is read as seconds or as a date, and nonsense is nothing', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect(parseRetryAfter('30', now)).toBe(30);
    expect(parseRetryAfter('Thu, 01 Jan 2026 00:02:00 GMT', now)).toBe(120);
    for (const nonsense of [undefined, '', '-1', '1e9', 'soon', 'Wed, 31 Dec 2025 00:00:00 GMT']) {
      expect(parseRetryAfter(nonsense, now)).toBeUndefined();
    }
  });
});
