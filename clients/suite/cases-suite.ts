import {
  CASE_ID,
  CASE_REQUEST,
  RETRY_CASES,
  type RetryCase,
} from '@titular/test-kit/client-cases/retry-cases.ts';
import { STRANGE_ANSWERS } from '@titular/test-kit/client-cases/strange-answers.ts';
import { WEBHOOK_CASES, type WebhookCase } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { startRaw } from '@titular/test-kit/services/raw-server.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { Call, DrivenClient } from './driven-client.ts';
import { holdPages } from './pages-suite.ts';

const SECRET = 'canary-secret-4711';
const credentials = { clientId: 'shop', clientSecret: SECRET };
const BASIC = Buffer.from(`shop:${SECRET}`).toString('base64');
const CALLS: Readonly<Record<RetryCase['call'], Call>> = {
  create: { method: 'createTransaction', args: [CASE_REQUEST] },
  read: { method: 'readTransaction', args: [CASE_ID] },
  renewLink: { method: 'renewLink', args: [CASE_ID] },
};

const toDelivery = ({ payload, headers, secrets, nowSeconds: now }: WebhookCase) => ({
  ...{ payload, headers, secrets, now },
});

/** A delivery that verifies. */
export function genuineDelivery(): ReturnType<typeof toDelivery> {
  const [genuine] = WEBHOOK_CASES;
  if (!genuine) throw new Error('there are no cases');
  return toDelivery(genuine);
}

/** What every client of the service does, by the cases that the TypeScript client has as well. */
export function holdCases(drive: DrivenClient): void {
  test.each(RETRY_CASES)('$name', async ({ call, script, tokenScript = [], maxRetries, ...expected }) => {
    const service = await startScripted();
    service.script.push(...script);
    service.tokenScript.push(...tokenScript);
    const job = { url: service.url, credentials, maxRetries, calls: [CALLS[call]] };
    const { results, slept, shown } = await drive(job);
    const { error, text = '' } = results[0] ?? {};
    const told = error && { kind: error.kind, retryable: error.retryable };
    expect(told && error?.code !== null ? { ...told, code: error?.code } : told).toEqual(expected.error);
    // What passes between a refusal and the wait for a token is part of that wait.
    expect(slept.map(Math.round)).toEqual(expected.waitSeconds);
    expect([service.seen.length, service.tokenRequests.length]).toEqual([expected.requests, expected.tokens]);
    const keys = new Set(service.seen.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBeLessThanOrEqual(1);
    if (error && call === 'create') expect(error.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    for (const secret of [SECRET, BASIC, 'token-1', CASE_REQUEST.identity.value])
      expect(text + shown).not.toContain(secret);
  });

  test('a webhook is genuine or refused for the same reasons (R40, R41)', async () => {
    // A payload is bytes in these languages, so that none holds half of a character.
    const cases = WEBHOOK_CASES.filter(({ payload }) => payload.isWellFormed());
    expect(cases.length).toBe(WEBHOOK_CASES.length - 1);
    const { results } = await drive({ deliveries: cases.map(toDelivery) });
    const told = results.map(({ error }, at) => [cases[at]?.name, error?.code]);
    expect(told).toEqual(cases.map(({ name, code }) => [name, code]));
    const ids = results.map(({ value }) => (value as { id?: unknown } | undefined)?.id);
    expect(ids).toEqual(cases.map(({ code, payload }) => (code ? undefined : JSON.parse(payload).id)));
    const texts = results.map(({ text = '' }) => text).join();
    for (const secret of WEBHOOK_CASES.flatMap(({ secrets }) => secrets)) expect(texts).not.toContain(secret);
  });

  test.each(STRANGE_ANSWERS)(
    '$name ends a call with an error of the client',
    async ({ answer, kind, code }) => {
      const url = await startRaw((socket) => socket.end(Buffer.from(answer, 'latin1')));
      const job = { url, credentials, calls: [{ method: 'readHealth' }], maxRetries: 0 };
      expect((await drive(job)).results[0]).toMatchObject({ error: { kind, code } });
    },
  );

  holdPages(drive);
}
