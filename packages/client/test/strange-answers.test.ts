import { createServer as createTlsServer } from 'node:tls';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { refusal, type Step, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { clientOf, SECRET } from './scripted-service.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const READ = '/api/public/v1/walletid/transactions';
const CHECK = 'but not by the service: check baseUrl, and what stands before the service';
const REDIRECT =
  'was answered with a redirect, which is not followed: baseUrl is likely not the address of the service itself';

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an answer that is not one of the service tells what was asked, and what is likely wrong', () => {
  test.each([301, 302, 303, 307, 308])('a redirect with %i', async (status) => {
    const service = await startScripted();
    service.script.push({ status, headers: { location: 'https://elsewhere.example/?key=canary' } });
    const error = await caught(clientOf(service).client.transactions.get(ID));
    expect(error).toMatchObject({ kind: 'api', status, code: undefined, retryable: false });
    expect((error as Error).message).toBe(`${status}: GET ${service.url}${READ}/${ID} ${REDIRECT}`);
  });

  test.each<[string, Step, string]>([
    ['a redirect', { status: 308, headers: { location: '/' } }, REDIRECT],
    ['a page that is not there', { status: 404 }, `was answered 404, ${CHECK}`],
    ['another API', { status: 404, body: { error: 'Not Found' } }, `was answered 404, ${CHECK}`],
    ['the service at another path', refusal('40400'), `was answered 404, ${CHECK}`],
    ['a success without a token', { status: 200, body: { ok: true } }, `was answered 200, ${CHECK}`],
  ])('for an access token: %s', async (_what, step, sentence) => {
    const service = await startScripted();
    service.tokenScript.push(step);
    const error = await caught(clientOf(service).client.transactions.get(ID));
    expect(error).toMatchObject({ kind: 'token', error: 'unknown', retryable: false });
    expect((error as Error).message).toBe(`unknown: POST ${service.url}/oauth2/token ${sentence}`);
    expect(String(error)).not.toContain(SECRET);
    expect(service.seen).toEqual([]);
  });

  test('a fault of something before the service is no matter of baseUrl', async () => {
    const service = await startScripted();
    const { client } = clientOf(service, { maxRetries: 0 });
    service.tokenScript.push({ status: 502 });
    const token = await caught(client.transactions.get(ID));
    expect((token as Error).message).toBe(
      `server_error: POST ${service.url}/oauth2/token was answered 502 without a word of the service`,
    );
    service.script.push({ status: 503 });
    expect(((await caught(client.transactions.get(ID))) as Error).message).toBe(
      `503: GET ${service.url}${READ}/${ID} was answered 503 without a word of the service`,
    );
  });

  test('a page where JSON should be, without the query of what was asked', async () => {
    const service = await startScripted();
    service.script.push('not-json');
    const { client } = clientOf(service, { maxRetries: 0 });
    const first = client.transactions.list({ orderNumber: 'order-canary' }).pages()[Symbol.asyncIterator]();
    expect(((await caught(first.next())) as Error).message).toBe(
      `BROKEN_ANSWER: the answer to GET ${service.url}${READ} is not the JSON that the service sends: check baseUrl`,
    );
  });
});

test('a certificate that nobody vouches for ends a call at once, without a second try', async () => {
  const url = await startRaw(() => undefined, createTlsServer(await makeCertificate()));
  const { client, clock } = clientOf({ url: url.replace('http:', 'https:') });
  const error = await caught(client.transactions.get(ID));
  expect(error).toMatchObject({ kind: 'network', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT', retryable: false });
  expect(clock.slept).toEqual([]);
});
