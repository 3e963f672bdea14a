import { randomBytes } from 'node:crypto';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const [former = '', present = '', foreign = ''] = [1, 2, 3].map(() => webhookSecret(randomBytes(32)));
const NOW = new Date('2026-01-01T12:00:00.500Z');
const EVENT = {
  id: '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f',
  type: 'transaction.finished',
  time: '2026-01-01T12:00:00.000Z',
  environment: 'production',
  transactionId: '0197c1ef-01d2-7aa1-8d09-5b1f6e0a7c11',
  status: 'approved',
  sequence: 3,
};
const payload = JSON.stringify(EVENT);
const sign = (secrets = [present], body = payload, at = NOW) => signWebhook(EVENT.id, at, body, secrets);
const base = { payload, secrets: [present], now: NOW };

const codeOf = async (given: Partial<Parameters<typeof verifyWebhook>[0]>): Promise<unknown> => {
  try {
    await verifyWebhook({ ...base, headers: sign(), ...given });
    return 'genuine';
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toMatchObject({ kind: 'webhook', retryable: false });
    for (const secret of [former, present]) expect(String(error)).not.toContain(secret);
    return (error as WebhookVerificationError).code;
  }
};

describe('a webhook is genuine', () => {
  test('when the service signed it, and its event comes out (R40)', async () => {
    expect(await verifyWebhook({ ...base, headers: sign() })).toEqual(EVENT);
  });

  test('when a library that is not ours signed it (R40)', async () => {
    const signature = new Webhook(present).sign(EVENT.id, NOW, payload);
    const timestamp = String(Math.floor(NOW.getTime() / 1000));
    const headers = {
      'webhook-id': EVENT.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    };
    expect(await verifyWebhook({ ...base, headers })).toEqual(EVENT);
  });

  test('by the known vector of the specification (R40)', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const now = 1614265330_000;
    // The vector's body is no event of ours, so that its signature is found good and its content is not.
    expect(await codeOf({ payload: '{"test": 2432232314}', headers, secrets: [secret], now })).toBe(
      'bad_payload',
    );
    expect(await codeOf({ payload: '{"test": 2432232315}', headers, secrets: [secret], now })).toBe(
      'no_matching_signature',
    );
  });

  test('as text, bytes or a buffer, with headers of a fetch, of Node.js, or in capitals', async () => {
    const bytes = new TextEncoder().encode(payload);
    for (const one of [payload, bytes, bytes.buffer]) expect(await codeOf({ payload: one })).toBe('genuine');
    expect(await codeOf({ headers: new Headers(sign()) })).toBe('genuine');
    const capitals = Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await codeOf({ headers: Object.fromEntries(capitals) })).toBe('genuine');
  });

  test('with the headers of another library, and never of a body that was parsed before', async () => {
    const signed = new Map<string, string>(Object.entries(sign()));
    const elsewhere = { get: (name: string) => signed.get(name) ?? null } as unknown as Headers;
    expect(await codeOf({ headers: elsewhere })).toBe('genuine');
    const parsed = verifyWebhook({ ...base, headers: sign(), payload: EVENT as never });
    await expect(parsed).rejects.toThrow('payload must be the body as it came');
  });

  test('while a secret is rotated: by the former, the present, or both (R41)', async () => {
    for (const signers of [[former], [present], [present, former], [foreign, present]])
      expect(await codeOf({ headers: sign(signers), secrets: [former, present] })).toBe('genuine');
    expect(await codeOf({ headers: sign([present, former]), secrets: [former] })).toBe('genuine');
    expect(await codeOf({ headers: sign([foreign]), secrets: [former, present] })).toBe(
      'no_matching_signature',
    );
  });

  test('up to 300 s old or early, or as far as the caller says', async () => {
    const at = (seconds: number, toleranceSeconds?: number) =>
      codeOf({
        now: Math.floor(NOW.getTime() / 1000) * 1000 + seconds * 1000,
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      });
    expect(await Promise.all([300, 301, -300, -301].map((one) => at(one)))).toEqual([
      'genuine',
      'too_old',
      'genuine',
      'too_new',
    ]);
    expect([await at(10, 9), await at(10, 10), await at(301, 1000)]).toEqual([
      'too_old',
      'genuine',
      'genuine',
    ]);
    expect(await at(0, Number.NaN)).toBe('bad_timestamp');
  });
});

describe('a webhook is refused', () => {
  test('with any bit of body, id, time or signature changed (R40)', async () => {
    const headers = sign();
    const signature = headers['webhook-signature'];
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: payload.length - 1 }), fc.nat({ max: 6 }), async (at, bit) => {
        const bytes = new TextEncoder().encode(payload);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(await codeOf({ payload: bytes })).toBe('no_matching_signature');
      }),
      { numRuns: 200 },
    );
    expect(await codeOf({ headers: { ...headers, 'webhook-id': `${EVENT.id}0` } })).toBe(
      'no_matching_signature',
    );
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(await codeOf({ headers: { ...headers, 'webhook-timestamp': later } })).toBe(
      'no_matching_signature',
    );
    for (let at = 3; at < signature.length - 2; at += 1) {
      const other = signature[at] === 'A' ? 'B' : 'A';
      const changed = signature.slice(0, at) + other + signature.slice(at + 1);
      expect(await codeOf({ headers: { ...headers, 'webhook-signature': changed } })).toBe(
        'no_matching_signature',
      );
    }
  });

  test.each([
    ['webhook-id', undefined, 'missing_header'],
    ['webhook-timestamp', undefined, 'missing_header'],
    ['webhook-signature', undefined, 'missing_header'],
    ['webhook-signature', ['v1,a', 'v1,b'], 'missing_header'],
    ['webhook-signature', '', 'missing_header'],
    ['webhook-timestamp', 'now', 'bad_timestamp'],
    ['webhook-timestamp', '1e9', 'bad_timestamp'],
    ['webhook-timestamp', '-5', 'bad_timestamp'],
    ['webhook-timestamp', '0', 'too_old'],
    ['webhook-signature', 'v1', 'no_matching_signature'],
    ['webhook-signature', 'v1,', 'no_matching_signature'],
    ['webhook-signature', 'v1,%%%', 'no_matching_signature'],
    ['webhook-signature', 'v1a,AAAA', 'no_matching_signature'],
  ])('with %s %j: %s', async (name, value, code) => {
    expect(await codeOf({ headers: { ...sign(), [name]: value } })).toBe(code);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'with %s twice in headers of a fetch, which joins them: missing_header',
    async (name) => {
      const headers = new Headers(sign());
      headers.append(name, headers.get(name) ?? '');
      expect(await codeOf({ headers })).toBe('missing_header');
    },
  );

  test('with a good signature behind more than sixteen bad ones', async () => {
    const signature = sign()['webhook-signature'];
    const behind = (count: number) =>
      codeOf({
        headers: { ...sign(), 'webhook-signature': [...Array(count).fill('v1,AAAA'), signature].join(' ') },
      });
    expect([await behind(15), await behind(16)]).toEqual(['genuine', 'no_matching_signature']);
  });

  test.each([
    [[present.slice('whsec_'.length)], 'bad_secret'],
    [['whsec_c2hvcnQ='], 'bad_secret'],
    [['whsec_%'], 'bad_secret'],
  ])('for the secrets %j: %s', async (secrets, code) => {
    expect(await codeOf({ secrets })).toBe(code);
  });

  test.each(['', 'null', '[]', '"text"', '{}', '{"id":1,"type":"x"}', '{'])(
    'when what is signed is %j, which is no event',
    async (body) => {
      expect(await codeOf({ payload: body, headers: sign([present], body) })).toBe('bad_payload');
    },
  );
});

describe('a receiver that was not given what it needs', () => {
  test.each([
    [undefined, 'secrets is missing'],
    [null, 'secrets is missing'],
    [present, 'secrets must be a list'],
    [{ 0: present, length: 1 }, 'secrets must be a list'],
    [[], 'secrets[0] is missing'],
    [[undefined], 'secrets[0] is missing'],
    [[''], 'secrets[0] is missing'],
    [[present, undefined], 'secrets[1] is missing'],
    [[present, null], 'secrets[1] is missing'],
    [new Array(1), 'secrets[0] is missing'],
    [[randomBytes(32)], 'secrets[0] must be a text'],
  ])('is told so, and not that the webhook is bad: the secrets %j', async (secrets, sentence) => {
    const error = await verifyWebhook({ ...base, headers: sign(), secrets: secrets as never }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message.startsWith(sentence)).toBe(true);
    expect(String(error)).not.toContain(present);
  });

  test.each([undefined, null, 'webhook-id'])('is told so, the headers %j', async (headers) => {
    const call = verifyWebhook({ ...base, headers: headers as never });
    await expect(call).rejects.toThrow(new TypeError('headers is missing'));
  });
});

test('a type of event that is newer than the package passes', async () => {
  const body = JSON.stringify({ id: 'x', type: 'shop.moved' });
  const event = await verifyWebhook({ ...base, payload: body, headers: sign([present], body) });
  expect(event).toEqual({ id: 'x', type: 'shop.moved' });
});
