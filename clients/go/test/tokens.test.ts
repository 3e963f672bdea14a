import { generateKeyPairSync } from 'node:crypto';
import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { holdAlgorithms } from '../../suite/private-keys-suite.ts';
import { holdTokenWaits, holdTokenWaitsTogether } from '../../suite/token-waits-suite.ts';
import { holdTokens } from '../../suite/tokens-suite.ts';
import { hasGo, openDriver } from './run-go.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const WAITING = { status: 'waiting' };

describe.skipIf(!hasGo)('the access token of the Go client', () => {
  const drive = openDriver();
  holdTokens(drive);
  holdTokenWaits(drive);
  holdTokenWaitsTogether(drive);

  test('is asked for once by calls side by side, which share a refusal too (R72)', async () => {
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

  test('is not waited for without end where the key service gets stuck, and a cancel is told as one', async () => {
    const service = await startScripted();
    const shop = { account: 'shop', tenantId: CASE_ID, algorithm: 'ES256' };
    const env = { NODE: process.execPath, SIGN: 'setInterval(() => undefined, 60_000)' };
    const job = { url: service.url, credentials: shop, isReal: true, timeoutSeconds: 1, maxRetries: 0 };
    const { results } = await drive({ ...job, calls: [READ, READ], isTogether: true }, env);
    const late = { kind: 'timeout', code: 'TIMEOUT', isLate: true };
    expect(results.map(({ error }) => error)).toMatchObject([late, late]);
    const canceled = await drive({ ...job, calls: [{ ...READ, options: { cancelSeconds: 0.3 } }] }, env);
    expect(canceled.results[0]?.error).toMatchObject({ kind: 'canceled', isCanceled: true });
  }, 60_000);

  test('is waited for by each call no longer than its own deadline', async () => {
    const service = await startScripted();
    service.tokenScript.push('hang');
    const calls = [0.3, 5].map((deadlineSeconds) => ({ ...READ, options: { deadlineSeconds } }));
    const job = { url: service.url, credentials, calls, isReal: true, isTogether: true, timeoutSeconds: 1 };
    const { results } = await drive(job);
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT' });
    expect(results[1]?.value).toMatchObject(WAITING);
  });
});

describe.skipIf(!hasGo)('a crypto.Signer of the Go client', () => {
  const drive = openDriver();
  holdAlgorithms(drive, 'keyElsewhere');

  const pem = (namedCurve: string): string =>
    generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const account = { account: 'shop', tenantId: CASE_ID };

  test.each([
    ['stuck', { kind: 'timeout', code: 'TIMEOUT', isLate: true }],
    ['away', { kind: 'token', code: 'SIGN_FAILED', retryable: true }],
    ['broken', { kind: 'token', code: 'SIGN_FAILED', retryable: true }],
  ])('that is %s ends the call by its limit, and tells nothing of itself', async (HSM, error) => {
    const service = await startScripted();
    const credentials = { ...account, keyElsewhere: pem('P-256') };
    const job = { url: service.url, credentials, calls: [READ], timeoutSeconds: 1, maxRetries: 0 };
    const { results, shown } = await drive({ ...job, isReal: true }, { HSM });
    expect(results[0]?.error).toMatchObject(error);
    expect(JSON.stringify([results, shown])).not.toContain('canary');
    expect(service.tokenRequests).toEqual([]);
  });

  test('of another curve, or of another algorithm than was named, is refused when the client is made', async () => {
    const url = 'https://titular.example';
    const credentials = { ...account, keyElsewhere: pem('P-384') };
    const curve = await drive({ url, credentials, calls: [] });
    expect(curve.results[0]?.wrong).toBe(
      'Signer is no key that can sign here: give one of P-256, Ed25519 or RSA',
    );
    const named = { ...account, keyElsewhere: pem('P-256'), algorithm: 'RS256' };
    const other = await drive({ url, credentials: named, calls: [] });
    expect(other.results[0]?.wrong).toBe('Algorithm is RS256, but Signer signs ES256');
  });
});
