import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import {
  WAIT_CASES,
  WAIT_LIMIT_SECONDS,
  WAIT_REQUEST_LIMIT_SECONDS,
} from '@titular/test-kit/client-cases/wait-cases.ts';
import { startRaw } from '@titular/test-kit/services/raw-server.ts';
import { refusal, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { DrivenClient } from './driven-client.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const LATE = { kind: 'timeout', code: 'TIMEOUT', retryable: true };
const CANCELED = { kind: 'canceled', code: 'CANCELED' };

/** What a try of the whole limit for each of its parts would last. */
const LONG_MS = 60_000;

/** How the limit of a call ends it, and its cancel; `late` and `canceled` are what an error of the language tells besides. */
export function holdTimeLimits(
  drive: DrivenClient,
  { late = {}, canceled = {} }: { late?: object; canceled?: object },
): void {
  const isLate = { ...LATE, ...late };
  const isCanceled = { ...CANCELED, ...canceled };

  test.each(WAIT_CASES)(
    'ends a wait when $name (R71, R72)',
    async ({ script, tokenScript = [] }) => {
      const service = await startScripted();
      service.script.push(...script);
      service.tokenScript.push(...tokenScript);
      const options = { deadlineSeconds: WAIT_LIMIT_SECONDS };
      const { results } = await drive({
        url: service.url,
        credentials,
        isReal: true,
        isTogether: true,
        timeoutSeconds: WAIT_REQUEST_LIMIT_SECONDS,
        calls: ['waitForFinal', 'waitForFinalProcess'].map((method) => ({
          method,
          args: [CASE_ID],
          options,
        })),
      });
      expect(results.map(({ error }) => error)).toMatchObject([isLate, isLate]);
    },
    LONG_MS,
  );

  test(
    'covers a handshake of TLS that gets no answer',
    async () => {
      const url = (await startRaw(() => undefined)).replace('http:', 'https:');
      const call = { method: 'readHealth', options: { deadlineSeconds: 1 } };
      const { results } = await drive({ url, credentials, calls: [call], isReal: true });
      expect(results[0]?.error).toMatchObject(isLate);
    },
    LONG_MS,
  );

  test(
    'ends a request, a wait before a retry and a wait for an end at once when it is canceled',
    async () => {
      const hanging = await startScripted();
      hanging.script.push('hang');
      const waiting = await startScripted();
      waiting.script.push(refusal('42901', { 'retry-after': '250' }));
      const options = { cancelSeconds: 0.3 };
      const create = { method: 'createTransaction', args: [CASE_REQUEST], options };
      const told = [];
      for (const { url } of [hanging, waiting])
        told.push(...(await drive({ url, credentials, isReal: true, calls: [create] })).results);
      const wait = { method: 'waitForFinal', args: [CASE_ID], options };
      told.push(...(await drive({ url: waiting.url, credentials, isReal: true, calls: [wait] })).results);
      expect(told.map(({ error }) => error)).toMatchObject([isCanceled, isCanceled, isCanceled]);
      // A create that was given up may have been carried out.
      expect(told[0]?.error?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    },
    LONG_MS,
  );
}

/** What every client takes from a Retry-After. */
export function holdRetryAfter(drive: DrivenClient): void {
  test('reads Retry-After as a number or a date, and nothing else (R71)', async () => {
    const service = await startScripted();
    const past = 'Thu, 01 Jan 2026 11:00:00 GMT';
    const given = [
      '7',
      ' 7 ',
      past,
      '-1',
      '1.5',
      '1e3',
      '99999999999',
      'soon',
      'Thu, 99 Foo 2026 12:00:30 GMT',
    ];
    service.script.push(...given.map((header) => refusal('42901', { 'retry-after': header })));
    const calls = given.map(() => ({ ...READ, options: { maxRetries: 0 } }));
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results.map(({ error }) => error?.['retryAfter'])).toEqual([7, 7, 0, 0, 0, 0, 999_999_999, 0, 0]);
    // Numbers of every language hold what is told of the farthest date.
    service.script.push(refusal('42901', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }));
    const farthest = await drive({ url: service.url, credentials, calls: [READ] });
    expect([farthest.results[0]?.error?.['retryAfter'], farthest.slept]).toEqual([999_999_999, []]);
    const soon = await startScripted();
    const date = new Date(Date.now() + 100_000).toUTCString();
    soon.script.push(refusal('42901', { 'retry-after': date }), refusal('42901', { 'retry-after': past }));
    const { slept } = await drive({ url: soon.url, credentials, calls: [READ] });
    // A date that has passed is no wait.
    expect(slept[0]).toBeGreaterThan(1);
    expect(slept[1]).toBe(0);
  });
}
