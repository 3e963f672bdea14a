import {
  CASE_ID,
  CASE_REQUEST,
  RETRY_CASES,
  type RetryCase,
} from '@titular/test-kit/client-cases/retry-cases.ts';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { drive, hasPython } from './run-python.ts';

const SECRET = 'canary-secret-4711';
const credentials = { client_id: 'shop', client_secret: SECRET };
const CALLS: Readonly<Record<RetryCase['call'], object>> = {
  create: { method: 'create_transaction', args: [CASE_REQUEST] },
  read: { method: 'read_transaction', args: [CASE_ID] },
  renewLink: { method: 'renew_link', args: [CASE_ID] },
};

describe.skipIf(!hasPython)('the Python client, as every client of the service', () => {
  test.each(RETRY_CASES)('$name', async ({ call, script, tokenScript = [], maxRetries, ...expected }) => {
    const service = await startScripted();
    service.script.push(...script);
    service.tokenScript.push(...tokenScript);
    const job = { url: service.url, credentials, max_retries: maxRetries, calls: [CALLS[call]] };
    const { results, slept, shown } = await drive(job);
    const { error, text = '' } = results[0] ?? {};
    const told = error && { kind: error.kind, retryable: error.retryable };
    expect(told && error?.code !== null ? { ...told, code: error?.code } : told).toEqual(expected.error);
    expect(slept).toEqual(expected.waitSeconds);
    expect([service.seen.length, service.tokenRequests.length]).toEqual([expected.requests, expected.tokens]);
    const keys = new Set(service.seen.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBeLessThanOrEqual(1);
    if (error && call === 'create') expect(error.idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(text + shown).not.toContain(SECRET);
  });

  test('a webhook is genuine or refused for the same reasons (R40, R41)', async () => {
    const deliveries = WEBHOOK_CASES.map(({ payload, headers, secrets, nowSeconds: now }) => ({
      payload,
      headers,
      secrets,
      now,
    }));
    const { results } = await drive({ deliveries });
    const told = results.map(({ error }, at) => [WEBHOOK_CASES[at]?.name, error?.code]);
    expect(told).toEqual(WEBHOOK_CASES.map(({ name, code }) => [name, code]));
  });

  test('a receiver that was not given secrets or a body as it came is told so, and not that the webhook is bad', async () => {
    const [genuine] = WEBHOOK_CASES;
    if (!genuine) throw new Error('there are no cases');
    const { payload, headers, secrets, nowSeconds: now } = genuine;
    const delivery = { payload, headers, secrets, now };
    const changes = [
      { secrets: null },
      { secrets: [] },
      { secrets: [''] },
      { secrets: secrets[0] },
      { headers: null },
      { payload: {} },
    ];
    const { results } = await drive({ deliveries: changes.map((change) => ({ ...delivery, ...change })) });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'secrets is missing',
      'secrets[0] is missing',
      'secrets[0] is missing',
      'secrets must be a list, such as [secret]',
      'headers is missing',
      'payload must be the body as it came, text or bytes, and not what was parsed of it',
    ]);
  });

  test('one token is asked for, used for all calls, and an answer that does not come ends by the time limit (R72)', async () => {
    const service = await startScripted();
    const call = CALLS.read;
    await drive({ url: service.url, credentials, calls: [call, call, call] });
    expect([service.seen.length, service.tokenRequests.length]).toEqual([3, 1]);
    service.script.push('hang');
    const { results } = await drive({
      url: service.url,
      credentials,
      calls: [call],
      max_retries: 0,
      timeout_seconds: 0.5,
    });
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT', retryable: true });
  });

  test('http to another machine is refused before anything is sent', async () => {
    const job = { url: 'http://verify.bank.example', credentials, calls: [] };
    await expect(drive(job)).rejects.toThrow('credentials would be readable on the way');
  });
});
