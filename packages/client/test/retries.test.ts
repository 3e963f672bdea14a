import { getEventListeners } from 'node:events';
import { refusal, type Step, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { waitMs } from '../src/http/back-off.ts';
import { systemClock } from '../src/http/clock.ts';
import { TitularApiError, TitularNetworkError, TitularTimeoutError } from '../src/index.ts';
import { clientOf } from './scripted-service.ts';
import { createTestClock, TIMEOUT_MS } from './test-clock.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const REQUEST = {
  identity: { key: 'cpf', value: '52998224725' },
  orderNumber: 'order-1001',
  company: ID,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
};
const CREATED: Step = {
  status: 200,
  body: { id: ID, status: 'waiting', link: 'https://x.example', token: 't' },
};

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the waits', () => {
  test('are 1, 2, 4, 8, 16, 32 and then 60 s where the service names none, to the millisecond (R71)', async () => {
    const service = await startScripted();
    service.script.push(...Array<Step>(9).fill(refusal('42901')), status('approved'));
    const { client, clock } = clientOf(service, { maxRetries: 9 });
    expect(await client.transactions.get(ID)).toEqual({ status: 'approved' });
    expect(clock.slept).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
  });

  test('are those of Retry-After before all others, in seconds or as a date (R71)', async () => {
    const service = await startScripted();
    const { client, clock } = clientOf(service);
    const nineteenOn = new Date(Math.floor(clock.now() / 1000) * 1000 + 19_000).toUTCString();
    service.script.push(
      refusal('42901', { 'retry-after': '3' }),
      refusal('42902', { 'retry-after': '7' }),
      refusal('42901', { 'retry-after': nineteenOn }),
      refusal('42901'),
    );
    await client.transactions.get(ID);
    expect(clock.slept.slice(0, 2)).toEqual([3000, 7000]);
    expect([8000, 9000]).toContain(clock.slept[2]);
    expect(clock.slept[3]).toBe(8000);
  });

  test('grow by chance by a quarter at most, never below Retry-After and never above 60 s (R71)', () => {
    for (const chance of [0, 0.25, 0.5, 0.999]) {
      for (const [index, seconds] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
        const ms = waitMs(index + 1, undefined, chance);
        expect(ms).toBeGreaterThanOrEqual(seconds * 1000);
        expect(ms).toBeLessThanOrEqual(Math.min(seconds * 1250, 60_000));
      }
      expect(waitMs(1, 30, chance)).toBeGreaterThanOrEqual(30_000);
      expect(waitMs(1, 30, chance)).toBeLessThanOrEqual(37_500);
    }
    expect(waitMs(1000, undefined, 0)).toBe(60_000);
  });

  test('end where Retry-After asks for more than five minutes: the error comes at once and tells it', async () => {
    const service = await startScripted();
    service.script.push(refusal('42901', { 'retry-after': '301' }));
    const { client, clock } = clientOf(service);
    expect(await caught(client.transactions.get(ID))).toMatchObject({ status: 429, retryAfterSeconds: 301 });
    expect(clock.slept).toEqual([]);
  });
});

describe('a request is sent again', () => {
  const FAULTS: readonly [name: string, step: Step][] = [
    ['500', refusal('50001')],
    ['502 of something before the service', { status: 502, headers: { 'content-type': 'text/html' } }],
    ['a connection that is reset', 'reset'],
    ['an answer that breaks off', 'cut'],
    ['an answer that is no JSON', 'not-json'],
  ];

  test.each(FAULTS)('after %s where it reads', async (_name, step) => {
    const service = await startScripted();
    service.script.push(step, step, status('approved'));
    const { client, clock } = clientOf(service);
    expect(await client.transactions.get(ID)).toEqual({ status: 'approved' });
    expect(clock.slept).toEqual([1000, 2000]);
  });

  test.each(FAULTS)(
    'after %s where it creates, with the same key and the same bytes',
    async (_name, step) => {
      const service = await startScripted();
      service.script.push(step, step, CREATED);
      const { client } = clientOf(service);
      expect(await client.transactions.create(REQUEST)).toMatchObject({ id: ID });
      expect(service.seen.length).toBe(3);
      const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(keys).size).toBe(1);
      expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1);
    },
  );

  test('with a key that the caller names, and another one of its own for each create', async () => {
    const service = await startScripted();
    const { client } = clientOf(service);
    await client.transactions.create(REQUEST, { idempotencyKey: 'order-1001' });
    await client.transactions.create(REQUEST);
    await client.processes.create({
      person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' },
      callbackUri: '/',
      purpose: 'identityverification',
    });
    const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe('order-1001');
    expect(new Set(keys).size).toBe(3);
  });

  test.each(['', 'a b', 'é', 'a\nb', 'x'.repeat(256)])(
    'never under the key %j, which no header can hold',
    async (key) => {
      const service = await startScripted();
      const { client } = clientOf(service);
      const error = await caught(client.transactions.create(REQUEST, { idempotencyKey: key }));
      expect(error).toBeInstanceOf(TypeError);
      expect(service.seen.length).toBe(0);
    },
  );

  test('while the first one with its key is still under way', async () => {
    const service = await startScripted();
    service.script.push(refusal('40029'), CREATED);
    const { client, clock } = clientOf(service);
    expect(await client.transactions.create(REQUEST)).toMatchObject({ id: ID });
    expect(clock.slept).toEqual([1000]);
  });

  test('as often as maxRetries says, and the last error is what comes out (R72)', async () => {
    const service = await startScripted();
    service.script.push(...Array<Step>(50).fill(refusal('50001')));
    const { client } = clientOf(service, { maxRetries: 2 });
    const error = await caught(client.transactions.get(ID));
    expect(error).toBeInstanceOf(TitularApiError);
    expect(error).toMatchObject({
      kind: 'api',
      status: 500,
      code: '50001',
      requestId: 'request-1',
      retryable: true,
    });
    expect(service.seen.length).toBe(3);
  });

  test('for tokens in their own right: one layer, so that attempts add up and never multiply (R72)', async () => {
    const service = await startScripted();
    service.tokenScript.push(...Array<Step>(50).fill(refusal('50001')));
    const { client } = clientOf(service, { maxRetries: 2 });
    expect(await caught(client.transactions.get(ID))).toMatchObject({ kind: 'token', status: 500 });
    expect([service.tokenRequests.length, service.seen.length]).toEqual([3, 0]);
  });
});

describe('a request is not sent again', () => {
  test('after a fault where nothing makes a repeat safe: a create without a key, and a new link', async () => {
    const service = await startScripted();
    const { client } = clientOf(service);
    for (const step of ['reset', refusal('50001'), 'cut'] satisfies Step[]) {
      service.script.push(step, step);
      await caught(client.transactions.create(REQUEST, { idempotencyKey: false }));
      await caught(client.transactions.renewLink(ID));
    }
    expect(service.seen.length).toBe(6);
    expect(service.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(6).fill(undefined));
  });

  test.each(['40002', '40027', '40028', '40301', '40401'])('after %s', async (code) => {
    const service = await startScripted();
    service.script.push(refusal(code));
    const { client } = clientOf(service);
    const error = await caught(client.transactions.create(REQUEST));
    expect(error).toMatchObject({ code, retryable: false, docs: `${service.url}/docs#code-${code}` });
    expect(service.seen.length).toBe(1);
  });

  test('to where a redirect points', async () => {
    const [service, other] = [await startScripted(), await startScripted()];
    service.script.push({ status: 307, headers: { location: `${other.url}/` } });
    const { client } = clientOf(service);
    expect(await caught(client.transactions.get(ID))).toMatchObject({
      kind: 'api',
      status: 307,
      code: undefined,
    });
    expect([other.seen, other.tokenRequests]).toEqual([[], []]);
  });
});

test('an answer without an end is given up after 32 MiB', async () => {
  const service = await startScripted();
  service.script.push('flood');
  const { client } = clientOf(service, { maxRetries: 0 });
  expect(await caught(client.transactions.get(ID))).toMatchObject({
    kind: 'network',
    reason: 'ANSWER_TOO_LARGE',
  });
});

test('a list whose page names itself as the next ends with an error, and not never', async () => {
  const service = await startScripted();
  const page: Step = { status: 200, body: { transactions: [], nextCursor: ID } };
  service.script.push(...Array<Step>(9).fill(page));
  const { client } = clientOf(service);
  const cursors: unknown[] = [];
  const goThrough = async (): Promise<void> => {
    for await (const { nextCursor } of client.transactions.list().pages()) cursors.push(nextCursor);
  };
  expect(await caught(goThrough())).toMatchObject({ kind: 'network', reason: 'BROKEN_ANSWER' });
  expect(cursors).toEqual([ID, ID]);
});

describe('a limit of time', () => {
  test('ends a request that hangs, and another try may do better (R72)', async () => {
    const service = await startScripted();
    service.script.push('hang', status('approved'));
    const { client, clock } = clientOf(service);
    const reading = client.transactions.get(ID);
    await service.arrived(1);
    clock.fire(TIMEOUT_MS);
    expect(await reading).toEqual({ status: 'approved' });
    expect(clock.slept).toEqual([1000]);
  });

  test('is an error of its own when no try is left', async () => {
    const service = await startScripted();
    service.script.push('hang');
    const clock = createTestClock([1234]);
    const { client } = clientOf(service, { clock, timeoutMs: 1234, maxRetries: 0 });
    const reading = caught(client.transactions.get(ID));
    await service.arrived(1);
    clock.fire(1234);
    const error = await reading;
    expect(error).toBeInstanceOf(TitularTimeoutError);
    expect(error).toMatchObject({ kind: 'timeout', timeoutMs: 1234, retryable: true });
  });

  test('is not there for a port that nobody listens on: that is a network error with the name of the fault', async () => {
    const service = await startScripted();
    service.script.push('reset');
    const { client } = clientOf(service, { maxRetries: 0 });
    const error = await caught(client.transactions.get(ID));
    expect(error).toBeInstanceOf(TitularNetworkError);
    expect(error).toMatchObject({
      kind: 'network',
      retryable: true,
      reason: expect.stringMatching(/^[A-Z_]+$/),
    });
  });
});

describe('a signal ends a call at once', () => {
  const reason = new Error('the shopper left');

  test('before it begins, and nothing is sent', async () => {
    const service = await startScripted();
    const { client } = clientOf(service);
    expect(await caught(client.transactions.get(ID, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect([service.tokenRequests.length, service.seen.length]).toEqual([0, 0]);
  });

  test('in the moment in which it begins, and nothing is left behind', async () => {
    const service = await startScripted();
    const leaving = new AbortController();
    const hooks = { onRequest: (): void => undefined };
    const { client } = clientOf(service, { hooks });
    await client.limits();
    hooks.onRequest = () => leaving.abort(reason);
    expect(await caught(client.transactions.get(ID, { signal: leaving.signal }))).toBe(reason);
    expect(await caught(client.waitForFinal(ID, { signal: leaving.signal }))).toBe(reason);
    expect(service.seen.length).toBe(1);
  });

  test('while the answer is awaited', async () => {
    const service = await startScripted();
    service.script.push('hang');
    const { client } = clientOf(service);
    const leaving = new AbortController();
    const reading = caught(client.transactions.get(ID, { signal: leaving.signal }));
    await service.arrived(1);
    leaving.abort(reason);
    expect(await reading).toBe(reason);
  });

  test('while it pauses before a retry', async () => {
    const service = await startScripted();
    service.script.push(refusal('42901', { 'retry-after': '299' }));
    const leaving = new AbortController();
    const clock = createTestClock([TIMEOUT_MS, 299_000]);
    const hooks = { onRetry: () => queueMicrotask(() => leaving.abort(reason)) };
    const { client } = clientOf(service, { clock, hooks });
    expect(await caught(client.transactions.get(ID, { signal: leaving.signal }))).toBe(reason);
    expect(service.seen.length).toBe(1);
  });

  test('also when the fetch that was handed in does not heed it', async () => {
    const service = await startScripted();
    const leaving = new AbortController();
    let heeds = true;
    const deaf: typeof globalThis.fetch = (...request) => {
      if (heeds) return fetch(...request);
      queueMicrotask(() => leaving.abort(reason));
      return new Promise(() => undefined);
    };
    const { client } = clientOf(service, { fetch: deaf });
    await client.limits();
    heeds = false;
    expect(await caught(client.transactions.get(ID, { signal: leaving.signal }))).toBe(reason);
  });

  test('and nothing of a call that has ended holds on to it', async () => {
    const service = await startScripted();
    service.script.push(refusal('42901'), status('waiting'), status('approved'));
    const { signal } = new AbortController();
    const { client } = clientOf(service);
    await client.transactions.get(ID, { signal });
    await client.waitForFinal(ID, { signal, timeoutMs: TIMEOUT_MS });
    await systemClock.sleep(0, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
