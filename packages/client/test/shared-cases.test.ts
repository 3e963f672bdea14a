import {
  CASE_ID,
  CASE_REQUEST,
  RETRY_CASES,
  type RetryCase,
} from '@titular/test-kit/client-cases/retry-cases.ts';
import {
  WAIT_CASES,
  WAIT_LIMIT_SECONDS,
  WAIT_REQUEST_LIMIT_SECONDS,
} from '@titular/test-kit/client-cases/wait-cases.ts';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { Titular, verifyWebhook } from '../src/index.ts';
import { clientOf, SECRET } from './scripted-service.ts';

const CALLS: Readonly<Record<RetryCase['call'], (client: Titular) => Promise<unknown>>> = {
  create: ({ transactions }) => transactions.create(CASE_REQUEST),
  read: ({ transactions }) => transactions.get(CASE_ID),
  renewLink: ({ transactions }) => transactions.renewLink(CASE_ID),
};

type Told = { kind: string; retryable: boolean; code?: string; subCode?: string; reason?: string };

describe('as every client of the service', () => {
  test.each(RETRY_CASES)('$name', async ({ call, script, tokenScript = [], maxRetries, ...expected }) => {
    const service = await startScripted();
    service.script.push(...script);
    service.tokenScript.push(...tokenScript);
    const { client, clock } = clientOf(service, { maxRetries });
    const told = await CALLS[call](client).then(
      () => undefined,
      ({ kind, retryable, code, subCode, reason }: Told) => {
        const known = code ?? subCode ?? reason;
        return { kind, retryable, ...(known === undefined ? {} : { code: known }) };
      },
    );
    expect(told).toEqual(expected.error);
    expect(clock.slept).toEqual(expected.waitSeconds.map((seconds) => seconds * 1000));
    expect([service.seen.length, service.tokenRequests.length]).toEqual([expected.requests, expected.tokens]);
    const keys = new Set(service.seen.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBeLessThanOrEqual(1);
  });

  test.each(WAIT_CASES)(
    'a wait ends by its limit when $name (R71, R72)',
    async ({ script, tokenScript = [] }) => {
      const service = await startScripted();
      service.script.push(...script);
      service.tokenScript.push(...tokenScript);
      const client = new Titular({
        baseUrl: service.url,
        credentials: { kind: 'clientSecret', clientId: 'shop', clientSecret: SECRET },
        timeoutMs: WAIT_REQUEST_LIMIT_SECONDS * 1000,
      });
      const options = { timeoutMs: WAIT_LIMIT_SECONDS * 1000 };
      const waits = [client.waitForFinal(CASE_ID, options), client.processes.waitForFinal(CASE_ID, options)];
      const told = await Promise.allSettled(waits);
      for (const one of told) expect(one).toMatchObject({ status: 'rejected', reason: { kind: 'timeout' } });
    },
    60_000,
  );

  test.each(WEBHOOK_CASES)('a webhook $name', async ({ payload, headers, secrets, nowSeconds, code }) => {
    const verified = verifyWebhook({ payload, headers, secrets, now: nowSeconds * 1000 });
    const told = await verified.then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    expect(told).toBe(code);
  });
});
