import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { holdTokenWaits, holdTokenWaitsTogether } from '../../suite/token-waits-suite.ts';
import { holdTokens } from '../../suite/tokens-suite.ts';
import { hasJava, openDriver } from './run-java.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const WAITING = { status: 'waiting' };

describe.skipIf(!hasJava)('the access token of the Java client', () => {
  const drive = openDriver();
  holdTokens(drive);
  holdTokenWaits(drive);
  holdTokenWaitsTogether(drive);

  test('is asked for once by threads side by side, which share a refusal too (R72)', async () => {
    const service = await startScripted();
    const calls = Array(20).fill(READ);
    const job = { url: service.url, credentials, calls, isReal: true, isTogether: true };
    const { results } = await drive(job);
    expect(results.map(({ value }) => value)).toMatchObject(calls.map(() => WAITING));
    expect([service.seen.length, service.tokenRequests.length]).toEqual([20, 1]);
    const refused = await startScripted();
    refused.tokenScript.push({ status: 401, body: { error: 'invalid_client' } });
    const told = await drive({ ...job, url: refused.url });
    // A call that comes after the refusal asks anew.
    expect(told.results.some(({ error }) => error?.code === 'invalid_client')).toBe(true);
    expect(refused.tokenRequests.length).toBeLessThanOrEqual(2);
    // Every call has a deadline; a fault that none of them brought about is that of all who waited.
    const failing = await startScripted();
    failing.tokenScript.push({ status: 503 }, { status: 503 });
    const failed = await drive({ ...job, url: failing.url, maxRetries: 0 });
    expect(failed.results.filter(({ error }) => error?.status === 503).length).toBeGreaterThan(1);
    expect(failing.tokenRequests.length).toBeLessThanOrEqual(3);
  });

  test('is waited for by each call no longer than its own limit', async () => {
    const service = await startScripted();
    service.tokenScript.push('hang');
    const calls = [0.3, 5].map((deadlineSeconds) => ({ ...READ, options: { deadlineSeconds } }));
    const job = { url: service.url, credentials, calls, isReal: true, isTogether: true, timeoutSeconds: 1 };
    const { results } = await drive(job);
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT' });
    expect(results[1]?.value).toMatchObject(WAITING);
  });
});
