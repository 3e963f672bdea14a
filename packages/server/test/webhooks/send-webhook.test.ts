import type { WebhookAuthentication } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { type Answer, grant, numbered, openFixture } from './token-fixture.ts';

const SLOW_MS = 2_500;

describe('requests are authenticated as was asked', () => {
  test.each<[WebhookAuthentication, string, string | undefined]>([
    [{ kind: 'none' }, 'authorization', undefined],
    [{ kind: 'basic', user: 'José', password: 'a:b' }, 'authorization', 'Basic Sm9zw6k6YTpi'],
    [{ kind: 'api-key', key: 'X-Api-Key: abc def' }, 'x-api-key', 'abc def'],
    [{ kind: 'api-key', key: 'abc' }, 'authorization', 'abc'],
  ])('%j', async (authentication, header, value) => {
    const { send, receiver } = await openFixture();
    expect(await send({ authentication })).toMatchObject({ status: 200 });
    const { heard } = receiver;
    expect(heard[0]?.headers[header]).toBe(value);
    expect(heard[0]?.headers).toMatchObject({ 'webhook-id': 'msg-1', 'content-type': 'application/json' });
    expect(heard[0]?.body).toBe('{"id":1}');
  });

  test('OAuth2 asks with form-encoded parts inside Basic (RFC 6749 sections 2.3.1 and 4.4.2)', async () => {
    const { endpoint, send, seen } = await openFixture();
    expect(await send({}, { scope: 'a b' })).toMatchObject({ kind: 'answered', status: 200 });
    const [asked] = endpoint.heard;
    const basic = Buffer.from(
      asked?.headers.authorization?.slice('Basic '.length) ?? '',
      'base64',
    ).toString();
    expect(basic).toBe('canary+id%3A1:canary-s3cret%2B%2F+%7E%C3%A9');
    expect(asked?.body).toBe('grant_type=client_credentials&scope=a+b');
    expect(asked?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      connection: 'close',
    });
    expect(seen()).toEqual(['Bearer token-1']);
  });

  test('what cannot be sent is a failed attempt and opens no connection', async () => {
    const { send, receiver } = await openFixture();
    const result = await send({ authentication: { kind: 'api-key', key: 'host:a' } });
    expect(result).toEqual({
      kind: 'failed',
      error: "the authentication's key must not set the header host",
    });
    expect(receiver.heard).toEqual([]);
  });
});

describe('a token', () => {
  test('is asked for once and used until 60 s before its end', async () => {
    const { clock, endpoint, send, seen } = await openFixture();
    await send();
    clock.advanceSeconds(3539);
    await send();
    expect(endpoint.heard).toHaveLength(1);
    clock.advanceSeconds(1);
    await send();
    expect(seen()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  });

  test.each<[string, unknown, number, number]>([
    ['5 minutes when no life is said', undefined, 299, 300],
    ['by a life that is said in a text', '120', 59, 60],
    ['a day at most', 1e9, 86_339, 86_340],
  ])('is used for %s', async (_what, life, stillSeconds, overSeconds) => {
    const { clock, endpoint, send } = await openFixture((response) => grant(response, { expires_in: life }));
    await send();
    clock.advanceSeconds(stillSeconds);
    await send();
    expect(endpoint.heard).toHaveLength(1);
    clock.advanceSeconds(overSeconds - stillSeconds);
    await send();
    expect(endpoint.heard).toHaveLength(2);
  });

  test('that lives no longer than a minute serves the attempts that wait for it', async () => {
    const { endpoint, send } = await openFixture((response) => grant(response, { expires_in: 30 }));
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 200 });
    expect(endpoint.heard).toHaveLength(2);
  });

  test('is shared by attempts at the same time, of the same endpoint alone', async () => {
    const { endpoint, send, seen } = await openFixture();
    const results = await Promise.all([...Array(20)].map(() => send()));
    expect(results.every((result) => result.kind === 'answered')).toBe(true);
    expect(endpoint.heard).toHaveLength(1);
    await send({ endpointId: 'endpoint-2' });
    expect(endpoint.heard).toHaveLength(2);
    expect(new Set(seen())).toEqual(new Set(['Bearer token-1', 'Bearer token-2']));
  });

  test.each([{ clientSecret: 'other' }, { clientId: 'other' }, { scope: 'other' }])(
    'is another one after %j',
    async (changed) => {
      const { endpoint, send } = await openFixture();
      await send();
      await send({}, changed);
      expect(endpoint.heard).toHaveLength(2);
    },
  );
});

describe('a receiver that answers 401', () => {
  const accepts =
    (good: string): Answer =>
    (response, _count, { headers }) =>
      void response.writeHead(headers.authorization === `Bearer ${good}` ? 200 : 401).end();

  test('to a remembered token is asked once more with a new one, in the same attempt', async () => {
    let good = 'token-1';
    const { endpoint, send, seen } = await openFixture(numbered, (...all) => accepts(good)(...all));
    await send();
    good = 'token-2';
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 });
    expect(seen()).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
    expect(endpoint.heard).toHaveLength(2);
  });

  test('to a new token has refused: the next attempt gets another', async () => {
    const { send, seen } = await openFixture(numbered, accepts('token-2'));
    expect(await send()).toMatchObject({ kind: 'answered', status: 401 });
    expect(await send()).toMatchObject({ kind: 'answered', status: 200 });
    expect(seen()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('for ever costs two requests an attempt, and no more', async () => {
    const { send, receiver } = await openFixture((response) => grant(response), accepts('none'));
    expect(await send()).toMatchObject({ status: 401 });
    expect(receiver.heard).toHaveLength(1);
    expect(await send()).toMatchObject({ status: 401 });
    expect(receiver.heard).toHaveLength(2);
  });

  test('to many at once costs one new token', async () => {
    let good = 'token-1';
    const { endpoint, send } = await openFixture(numbered, (...all) => accepts(good)(...all));
    await send();
    good = 'token-2';
    const results = await Promise.all([...Array(10)].map(() => send()));
    expect(results.map((result) => result.kind === 'answered' && result.status)).toEqual(Array(10).fill(200));
    expect(endpoint.heard).toHaveLength(2);
  });
});

describe('the end of an attempt', () => {
  test('counts for token and event together', async () => {
    const { send } = await openFixture(
      (response) => void setTimeout(() => grant(response), SLOW_MS),
      () => undefined,
    );
    const startMs = performance.now();
    expect(await send({ timeoutMs: 3_000 })).toEqual({ kind: 'failed', error: 'no complete answer in time' });
    expect(performance.now() - startMs).toBeLessThan(2 * SLOW_MS);
  });

  test('that waits for the token of another is its own', async () => {
    const { send } = await openFixture(() => undefined);
    const ended: string[] = [];
    const long = send({ timeoutMs: 3_000 }).finally(() => ended.push('long'));
    expect(await send({ timeoutMs: 100 })).toMatchObject({ kind: 'failed' });
    expect(ended).toEqual([]);
    expect(await long).toMatchObject({ kind: 'failed' });
  });

  test('by a stop blames nobody, while it waits for a token', async () => {
    const stop = new AbortController();
    const { send, receiver } = await openFixture(() => stop.abort(new Error('the service stops')));
    await expect(send({ timeoutMs: 60_000, stopping: stop.signal })).rejects.toThrow('the service stops');
    expect(receiver.heard).toEqual([]);
  });

  test('by the close of the sender leaves nothing under way', async () => {
    const ended = Promise.withResolvers<void>();
    const { send, sender } = await openFixture((response) => {
      response.on('close', () => ended.resolve());
      sender.close();
    });
    await expect(send({ timeoutMs: 60_000 })).rejects.toThrow('the service stops');
    await ended.promise;
  });
});
