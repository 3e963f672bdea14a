import { inspect } from 'node:util';
import { refusal, type Step, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import type { RetryInfo } from '../src/index.ts';
import { clientOf, SECRET } from './scripted-service.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const INVALID: Step = refusal('40301', { 'www-authenticate': 'Bearer error="invalid_token"' });

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('a hook is told of the wait for a token, of each call that waits, and how long it is (R71)', async () => {
  const service = await startScripted();
  service.tokenScript.push({ status: 429, body: {}, headers: { 'retry-after': '20' } });
  const told: RetryInfo[] = [];
  const { client, clock } = clientOf(service, { hooks: { onRetry: (note) => void told.push(note) } });
  await Promise.all([client.limits(), client.limits()]);
  expect(service.tokenRequests.length).toBe(2);
  expect(clock.slept[0]).toBe(20_000);
  const request = { operation: 'issueToken', method: 'POST', path: '/oauth2/token', attempt: 1 };
  const error = { kind: 'token', status: 429, retryAfterSeconds: 20 };
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]).toMatchObject({ ...request, waitMs: 20_000, error });
});

describe('no secret and no token', () => {
  test('stands in a hook, an error or the printed client, whatever fails', async () => {
    const service = await startScripted();
    const told: unknown[] = [];
    const note = (given: unknown): void => {
      told.push(given);
    };
    const hooks = { onRequest: note, onResponse: note, onRetry: note };
    const { client } = clientOf(service, { hooks, maxRetries: 1 });
    await client.transactions.list({ orderNumber: 'order-of-maria' }).pages()[Symbol.asyncIterator]().next();
    const faults: Step[] = [
      INVALID,
      INVALID,
      'reset',
      'reset',
      'cut',
      'not-json',
      refusal('50001'),
      refusal('40401'),
    ];
    service.script.push(...faults);
    for (const _ of faults) note(await caught(client.transactions.get(ID)));
    const failing: typeof fetch = async (_url, init) => {
      const { authorization } = (init?.headers ?? {}) as Record<string, string>;
      throw new TypeError(`"${authorization}" is not a header`, { cause: { code: `E ${authorization}` } });
    };
    const { client: broken } = clientOf(service, { fetch: failing, hooks, maxRetries: 0 });
    const error = await caught(broken.transactions.get(ID));
    expect(error).toMatchObject({ kind: 'network', reason: 'CONNECTION' });
    note(error);
    note(client);
    const shown = inspect(told, { depth: 20, showHidden: true }) + JSON.stringify(told);
    for (const canary of [SECRET, btoa(`shop:${SECRET}`), 'token-1', 'token-2', 'Basic ', 'order-of-maria'])
      expect(shown).not.toContain(canary);
    expect(told.length).toBeGreaterThan(20);
  });

  test('is in what a hook is told: operation, path, attempt, status, time and request id are', async () => {
    const service = await startScripted();
    service.script.push(refusal('42901'), status('approved'));
    const told: unknown[] = [];
    const hooks = {
      onRequest: (note: unknown) => told.push(['request', note]),
      onResponse: (note: unknown) => told.push(['response', note]),
      onRetry: (note: unknown) => told.push(['retry', note]),
    };
    const { client } = clientOf(service, { hooks });
    await client.transactions.get(ID);
    const note = (attempt: number) => ({
      operation: 'readTransaction',
      method: 'GET',
      path: `/api/public/v1/walletid/transactions/${ID}`,
      attempt,
    });
    const answered = { requestId: 'request-1', durationMs: 0 };
    expect(told.slice(2)).toEqual([
      ['request', note(1)],
      ['response', { ...note(1), ...answered, status: 429 }],
      ['retry', { ...note(1), waitMs: 1000, error: expect.objectContaining({ code: '42901' }) }],
      ['request', note(2)],
      ['response', { ...note(2), ...answered, status: 200 }],
    ]);
  });

  test('is lost by a hook that throws, now or later', async () => {
    const service = await startScripted();
    const hooks = {
      onRequest: () => {
        throw new Error('the log is full');
      },
      onResponse: async () => {
        throw new Error('the log is full');
      },
    };
    const { client } = clientOf(service, { hooks });
    expect(await client.transactions.get(ID)).toEqual({ status: 'waiting' });
  });
});
