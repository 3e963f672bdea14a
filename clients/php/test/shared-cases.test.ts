import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { genuineDelivery, holdCases } from '../../suite/cases-suite.ts';
import { holdOddValues } from '../../suite/odd-values-suite.ts';
import { drive, hasPhp } from './run-php.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };

describe.skipIf(!hasPhp)('the PHP client, as every client of the service', () => {
  holdCases(drive);
  holdOddValues(drive);

  test.each([
    ['api', 'ApiException', { status: 404, body: { code: '40401', message: 'Not found.' } }],
    ['network', 'NetworkException', 'reset'],
  ] as const)('an error of the kind %s is a %s, and printed with its code', async (kind, type, answer) => {
    const service = await startScripted();
    service.script.push(answer);
    const calls = [{ method: 'readTransaction', args: [CASE_ID] }];
    const { results } = await drive({ url: service.url, credentials, calls, maxRetries: 0 });
    expect(results[0]?.error).toMatchObject({ kind, type });
    expect(results[0]?.text).toContain(`${results[0]?.error?.code}: Titular\\Errors\\${type}: `);
  });

  test('an error of the kind token is a TokenException', async () => {
    const service = await startScripted();
    service.tokenScript.push({ status: 401, body: { error: 'invalid_client' } });
    const calls = [{ method: 'readTransaction', args: [CASE_ID] }];
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results[0]?.error).toMatchObject({ kind: 'token', type: 'TokenException' });
  });

  test('an error of the kind timeout is a TimeoutException (R72)', async () => {
    const service = await startScripted();
    service.script.push('hang');
    const calls = [{ method: 'readTransaction', args: [CASE_ID] }];
    const job = { url: service.url, credentials, calls, maxRetries: 0, timeoutSeconds: 0.5 };
    expect((await drive(job)).results[0]?.error).toMatchObject({ kind: 'timeout', type: 'TimeoutException' });
  });

  test('a receiver that was given no secrets is told so, and not that the webhook is bad', async () => {
    const deliveries = [[], [''], [null], [5]].map((secrets) => ({ ...genuineDelivery(), secrets }));
    const { results } = await drive({ deliveries });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'secrets[0] is missing',
      'secrets[0] is missing',
      'secrets[0] is missing',
      'secrets[0] must be a text',
    ]);
  });
});
