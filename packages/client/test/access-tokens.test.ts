import { refusal, type Step, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { type Credentials, TitularTokenError } from '../src/index.ts';
import { createAccessTokens } from '../src/tokens/access-tokens.ts';
import { clientOf } from './scripted-service.ts';
import { createTestClock, TIMEOUT_MS } from './test-clock.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const INVALID: Step = refusal('40301', { 'www-authenticate': 'Bearer error="invalid_token"' });

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an access token', () => {
  test('is fetched once for many calls at once, and not again for an hour less its last part (R71)', async () => {
    const service = await startScripted();
    const { client, clock } = clientOf(service);
    await Promise.all(Array.from({ length: 50 }, () => client.transactions.get(ID)));
    clock.advance(3600_000 * 0.95 - 1);
    await client.transactions.get(ID);
    expect(service.tokenRequests.length).toBe(1);
    expect(new Set(service.seen.map(({ headers }) => headers.authorization))).toEqual(
      new Set(['Bearer token-1']),
    );
  });

  test('is replaced before its end, once, while calls go on with the one at hand', async () => {
    const service = await startScripted();
    const { client, clock } = clientOf(service);
    await client.transactions.get(ID);
    clock.advance(3600_000 * 0.95);
    await Promise.all(Array.from({ length: 10 }, () => client.transactions.get(ID)));
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual(
      Array(11).fill('Bearer token-1'),
    );
    await expect.poll(() => service.tokenRequests.length).toBe(2);
    const renewed = async () => {
      await client.transactions.get(ID);
      return service.seen.at(-1)?.headers.authorization;
    };
    await expect.poll(renewed).toBe('Bearer token-2');
    expect(service.tokenRequests.length).toBe(2);
  });

  test('is replaced at a time by chance within the last tenth of its life, so that clients do not ask together (R71)', async () => {
    for (const [chance, lastSecond] of [
      [0, 3419],
      [0.5, 3329],
      [0.999, 3240],
    ] as const) {
      const service = await startScripted();
      const { client, clock } = clientOf(service, { random: () => chance });
      await client.transactions.get(ID);
      clock.advance(lastSecond * 1000);
      await client.transactions.get(ID);
      expect(service.tokenRequests.length).toBe(1);
      clock.advance(2000);
      await client.transactions.get(ID);
      await expect.poll(() => service.tokenRequests.length).toBe(2);
    }
  });

  test('of a thousand clients that got theirs in the same second is asked for by few of them in any other (R71)', async () => {
    const clock = createTestClock();
    let seed = 20261122;
    const random = (): number => {
      seed = (seed * 48271) % 2147483647;
      return seed / 2147483647;
    };
    let asked = 0;
    const fetchToken = async () => {
      asked += 1;
      return { value: `token-${asked}`, expiresInSeconds: 3600 };
    };
    const clients = Array.from({ length: 1000 }, () =>
      createAccessTokens(fetchToken, { clock, random, maxRetries: 5, hooks: {} }),
    );
    const getAll = () =>
      Promise.all(clients.map((client) => client.get(undefined, Number.POSITIVE_INFINITY)));
    await getAll();
    const perSecond: number[] = [];
    for (let second = 1; second < 3600; second += 1) {
      clock.advance(1000);
      const before = asked;
      if (second > 3200) await getAll();
      perSecond.push(asked - before);
    }
    expect(asked).toBe(2000);
    expect(Math.max(...perSecond)).toBeLessThan(30);
  });

  test('that could not be replaced early is used on, and asked for again in a while', async () => {
    const service = await startScripted();
    const { client, clock } = clientOf(service);
    await client.transactions.get(ID);
    service.tokenScript.push(refusal('50001'));
    clock.advance(3600_000 * 0.95);
    expect(await client.transactions.get(ID)).toEqual({ status: 'waiting' });
    await expect.poll(() => service.tokenRequests.length).toBe(2);
    clock.advance(9_999);
    await client.transactions.get(ID);
    expect(service.tokenRequests.length).toBe(2);
    clock.advance(1);
    await client.transactions.get(ID);
    await expect.poll(() => service.tokenRequests.length).toBe(3);
    expect(clock.slept).toEqual([]);
  });

  test('is not used in the last seconds of its life: the next is waited for', async () => {
    const service = await startScripted();
    const { client, clock } = clientOf(service);
    await client.transactions.get(ID);
    clock.advance(3595_000);
    await Promise.all(Array.from({ length: 5 }, () => client.transactions.get(ID)));
    expect(service.tokenRequests.length).toBe(2);
    expect(service.seen.at(-1)?.headers.authorization).toBe('Bearer token-2');
  });

  test('that is refused is replaced by one fresh token for all calls, each of which is tried once more', async () => {
    const service = await startScripted();
    const { client, clock } = clientOf(service);
    await client.transactions.get(ID);
    service.script.push(INVALID, INVALID, INVALID);
    const answers = await Promise.all(Array.from({ length: 3 }, () => client.transactions.get(ID)));
    expect(answers).toEqual(Array(3).fill({ status: 'waiting' }));
    expect([service.tokenRequests.length, service.seen.length]).toEqual([2, 7]);
    expect(clock.slept).toEqual([]);
  });

  test('that is refused again is the end of the call, and a lack of scope is so at once', async () => {
    const service = await startScripted();
    const { client } = clientOf(service);
    service.script.push(INVALID, INVALID, INVALID);
    expect(await caught(client.transactions.get(ID))).toMatchObject({ code: '40301', retryable: false });
    expect([service.tokenRequests.length, service.seen.length]).toEqual([2, 2]);
    service.script.splice(0);
    service.script.push(refusal('40301', { 'www-authenticate': 'Bearer error="insufficient_scope"' }));
    await caught(client.transactions.get(ID));
    expect([service.tokenRequests.length, service.seen.length]).toEqual([2, 3]);
  });
});

describe('a request for a token', () => {
  const locked: Step = {
    status: 429,
    headers: { 'retry-after': '4' },
    body: { error: 'temporarily_unavailable', error_description: 'Too many.', sub_code: 'account_locked' },
  };

  test('is sent again after 429, faults and broken answers, by the same table (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(locked, 'reset', refusal('50001'), 'not-json');
    const { client, clock } = clientOf(service);
    expect(await client.transactions.get(ID)).toEqual({ status: 'waiting' });
    expect(clock.slept).toEqual([4000, 2000, 4000, 8000]);
  });

  test('that is refused is a TitularTokenError for all who waited, with the word and the sub-code', async () => {
    const service = await startScripted();
    const body = {
      error: 'invalid_client',
      error_description: 'No.',
      sub_code: 'client_authentication_failed',
    };
    service.tokenScript.push({ status: 401, body });
    const { client } = clientOf(service);
    const errors = await Promise.all([1, 2, 3].map(() => caught(client.transactions.get(ID))));
    for (const error of errors) {
      expect(error).toBeInstanceOf(TitularTokenError);
      expect(error).toMatchObject({
        kind: 'token',
        status: 401,
        error: 'invalid_client',
        subCode: 'client_authentication_failed',
        requestId: 'request-1',
        retryable: false,
        docs: `${service.url}/docs#code-client_authentication_failed`,
      });
    }
    expect(service.tokenRequests.length).toBe(1);
  });

  test('that is refused in words of somebody else is told without their signs for logs and terminals', async () => {
    const service = await startScripted();
    const body = { error: 'x', error_description: 'No.\r\nroot \u001b[2J', sub_code: 'a"\nb' };
    service.tokenScript.push({ status: 401, body });
    const { client } = clientOf(service);
    const error = await caught(client.transactions.get(ID));
    expect(error).toMatchObject({ subCode: undefined, docs: `${service.url}/docs` });
    expect(String(error)).toBe('TitularTokenError: x: No. root  [2J');
  });

  test('goes on for the others when one who waits leaves, and ends when the last one does', async () => {
    const service = await startScripted();
    service.tokenScript.push(locked);
    const leaving = new AbortController();
    const hooks = { onRetry: () => leaving.abort(new Error('left')) };
    const { client } = clientOf(service, { hooks });
    const [left, stayed] = [
      caught(client.transactions.get(ID, { signal: leaving.signal })),
      client.transactions.get(ID),
    ];
    expect(await left).toMatchObject({ message: 'left' });
    expect(await stayed).toEqual({ status: 'waiting' });
    expect(service.tokenRequests.length).toBe(2);
  });

  test('that all left ends, and does not stand in the way of the next', async () => {
    const service = await startScripted();
    service.tokenScript.push('hang');
    const { client } = clientOf(service);
    const leaving = new AbortController();
    const { signal } = leaving;
    const left = [1, 2].map(() => caught(client.transactions.get(ID, { signal })));
    await service.arrived(1, 'tokens');
    leaving.abort(new Error('left'));
    for (const one of left) expect(await one).toMatchObject({ message: 'left' });
    expect(await client.transactions.get(ID)).toEqual({ status: 'waiting' });
    expect(service.tokenRequests.length).toBe(2);
  });

  test('of which one caller alone is left goes on for it', async () => {
    const service = await startScripted();
    service.tokenScript.push('hang');
    const clock = createTestClock();
    const { client } = clientOf(service, { clock });
    const leaving = new AbortController();
    const left = caught(client.transactions.get(ID, { signal: leaving.signal }));
    const stayed = client.transactions.get(ID);
    await service.arrived(1, 'tokens');
    leaving.abort(new Error('left'));
    await left;
    clock.fire(TIMEOUT_MS);
    expect(await stayed).toEqual({ status: 'waiting' });
    expect(clock.slept).toEqual([1000]);
  });

  test('has the secret in the one header for it, form-encoded first (RFC 6749 section 2.3.1), and the scope', async () => {
    const service = await startScripted();
    const credentials: Credentials = {
      kind: 'clientSecret',
      clientId: 'a:b',
      clientSecret: 'p+% é',
      scope: 'transactions:read',
    };
    const { client } = clientOf(service, { credentials });
    await client.transactions.get(ID);
    const [asked] = service.tokenRequests;
    const pair = atob(asked?.headers.authorization?.slice('Basic '.length) ?? '');
    expect(pair).toBe('a%3Ab:p%2B%25+%C3%A9');
    expect(asked?.body).toBe('grant_type=client_credentials&scope=transactions%3Aread');
  });
});
