import { isDialable, pinAddress } from '@titular/server/webhooks/dial-address.ts';
import { endpointUrlProblem } from '@titular/server/webhooks/endpoint-url.ts';
import { postWebhook } from '@titular/server/webhooks/post-webhook.ts';
import { parseRetryAfter, pauseSeconds } from '@titular/server/webhooks/schedule.ts';
import { signWebhook } from '@titular/server/webhooks/sign-webhook.ts';
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
  '64:ff9b::a00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2002:a00:1::',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
];

describe('addresses (R46)', () => {
  test.each(INSIDE)('%s is never dialled', async (address) => {
    expect(isDialable(address, { loopbackAllowed: false })).toBe(false);
    await expect(pinAddress(address, { loopbackAllowed: false })).rejects.toThrow();
  });

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '64:ff9b::808:808', '::ffff:8.8.8.8'])(
    '%s is a public one',
    (address) => {
      expect(isDialable(address, { loopbackAllowed: false })).toBe(true);
    },
  );

  test('the allowance for loopback opens loopback alone', () => {
    const open = INSIDE.filter((address) => isDialable(address, { loopbackAllowed: true }));
    expect(open).toEqual([
      '127.0.0.1',
      '127.1.2.3',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ]);
  });

  test.each([
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://127.0.0.1./',
    'https://user:pass@shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://',
    'shop.example',
    'https://shop.example/#x',
    `https://shop.example/${'x'.repeat(2100)}`,
  ])('%s is refused at registration and not dialled', async (url) => {
    const rules = { environment: 'test', loopbackAllowed: false } as const;
    expect(endpointUrlProblem(url, rules)).toBeTypeOf('string');
    const result = await postWebhook({ url, body: '{}', headers: {}, timeoutMs: 1000, rules });
    expect(result.kind).toBe('failed');
  });

  test('production takes https only and has no loopback, whatever an endpoint says (R48)', () => {
    const rules = { environment: 'production', loopbackAllowed: true } as const;
    for (const url of [
      'http://shop.example/',
      'http://127.0.0.1/',
      'https://127.0.0.1/',
      'https://localhost/',
    ]) {
      expect(endpointUrlProblem(url, rules)).toBeTypeOf('string');
    }
    expect(endpointUrlProblem('https://shop.example/hook', rules)).toBeUndefined();
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
    expect(pauseSeconds(1, 0.5, { wishedSeconds: 60 })).toBe(60);
    expect(pauseSeconds(2, 0.5, { wishedSeconds: 1 })).toBe(300);
    expect(pauseSeconds(1, 0.5, { wishedSeconds: 1e9 })).toBe(86_400);
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
