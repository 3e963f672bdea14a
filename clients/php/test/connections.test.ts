import { createServer } from 'node:tls';
import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { refusal, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { holdConnections } from '../../suite/connections-suite.ts';
import { drive, hasPhp } from './run-php.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };

describe.skipIf(!hasPhp)('the connections of the PHP client', () => {
  holdConnections(drive, 'baseUrl', (job, proxy) => drive(job, { https_proxy: proxy }));

  test('share a deadline that the client was given (R72)', async () => {
    const service = await startScripted();
    service.script.push(...Array(9).fill(refusal('42901')));
    const job = { url: service.url, credentials, calls: [READ], maxRetries: 9, deadlineSeconds: 10 };
    expect((await drive(job)).slept).toEqual([1, 2, 4]);
  });

  test('say how long a body is, also one that is empty: some proxies refuse a POST without', async () => {
    const service = await startScripted();
    service.script.push({ status: 200, body: {} }, { status: 200, body: {} });
    await drive({ url: service.url, credentials, calls: [READ, { method: 'renewLink', args: [CASE_ID] }] });
    expect(service.seen.map(({ headers }) => headers['content-length'])).toEqual([undefined, '0']);
  });

  test('need the file of authorities that they were given', async () => {
    const { cert, key } = await makeCertificate();
    const url = await startRaw(() => undefined, createServer({ cert, key }));
    const job = { credentials, calls: [{ method: 'readHealth' }], caFile: '/nowhere/ca.pem', maxRetries: 0 };
    const { results } = await drive({ ...job, url: url.replace('http:', 'https:') });
    expect(results[0]?.error).toMatchObject({ code: 'TLS', retryable: false });
  });

  test('refuse what no request can hold before anything is sent', async () => {
    const service = await startScripted();
    const calls = [
      { method: 'readTransaction', args: ['..'] },
      { method: 'readTransaction', args: [''] },
      { ...READ, options: { maxRetries: 21 } },
      { ...READ, options: { deadlineSeconds: 0 } },
      { ...READ, options: { scenario: 'a\r\nb' } },
      { method: 'createTransaction', args: [CASE_REQUEST], options: { idempotencyKey: 'ü' } },
    ];
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'transactionId is not an id',
      'transactionId is not an id',
      'maxRetries must be a number from 0 to 20',
      'deadlineSeconds must be a number from 0.001 to INF',
      'scenario must be 1 to 255 printable ASCII characters without spaces',
      'idempotencyKey must be 1 to 255 printable ASCII characters without spaces',
    ]);
    expect(service.tokenRequests.length).toBe(0);
  });
});
