import { join } from 'node:path';
import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { DrivenClient } from './driven-client.ts';
import { makeDirectory } from './temporary.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const WAITING = { status: 'waiting' };
const token = (access_token: string) => ({ status: 200, body: { access_token, expires_in: 3600 } });

/** How every client comes by its access token. */
export function holdTokens(drive: DrivenClient): void {
  test('is asked for once and used for all calls (R72)', async () => {
    const service = await startScripted();
    await drive({ url: service.url, credentials, calls: [READ, READ, READ] });
    expect([service.seen.length, service.tokenRequests.length]).toEqual([3, 1]);
  });

  test('is replaced before its end, and serves on while that fails (R72)', async () => {
    const service = await startScripted();
    const refusal = { status: 503 };
    service.tokenScript.push(token('one'), refusal, token('two'), refusal, token('three'));
    const calls = [0, 3_500, 5, 10, 3_610].map((afterSeconds) => ({ ...READ, afterSeconds }));
    const { results, slept } = await drive({ url: service.url, credentials, calls });
    expect(results.every(({ error }) => error === undefined)).toBe(true);
    const used = service.seen.map(({ headers }) => headers.authorization);
    expect(used).toEqual(['one', 'one', 'one', 'two', 'three'].map((one) => `Bearer ${one}`));
    // Only the last one waits, because it has no token to go on with.
    expect([service.tokenRequests.length, slept]).toEqual([5, [1]]);
  });

  test('does not hold up a call while it is good and its replacement gets no answer', async () => {
    const service = await startScripted();
    service.tokenScript.push(token('one'), 'hang');
    const calls = [0, 3_500].map((afterSeconds) => ({ ...READ, afterSeconds }));
    const { results } = await drive({ url: service.url, credentials, calls, timeoutSeconds: 600 });
    expect(results.map(({ value }) => value)).toMatchObject([WAITING, WAITING]);
  }, 30_000);

  test('is refused where no header can hold it, and stands in no error', async () => {
    const service = await startScripted();
    const body = { access_token: 'canary\r\nx: token', expires_in: 3600 };
    service.tokenScript.push({ status: 200, body });
    const { results } = await drive({ url: service.url, credentials, calls: [READ] });
    expect(results[0]?.error).toMatchObject({ kind: 'token', status: 200 });
    expect(JSON.stringify(results)).not.toContain('canary');
  });

  holdSigning(drive);
}

/** How every client comes by it where a key service signs. */
export function holdSigning(drive: DrivenClient): void {
  test('costs no call while it is good and the key service is away, which is told where there is none', async () => {
    const service = await startScripted();
    const shop = { account: 'shop', tenantId: CASE_ID, algorithm: 'ES256' };
    const calls = [0, 3_500, 200].map((afterSeconds) => ({ ...READ, afterSeconds }));
    // The first signature comes, and no other.
    const SIGN = `try { require('node:fs').writeFileSync(process.env.ONCE, '', { flag: 'wx' }); process.stdout.write('s'.repeat(64)) } catch { process.exit(1) }`;
    const env = { NODE: process.execPath, SIGN, ONCE: join(await makeDirectory(), 'once') };
    const { results } = await drive({ url: service.url, credentials: shop, calls, maxRetries: 0 }, env);
    expect(results.slice(0, 2).map(({ value }) => value)).toMatchObject([WAITING, WAITING]);
    expect(results[2]?.error).toMatchObject({ kind: 'token', code: 'SIGN_FAILED', retryable: true });
    expect(JSON.stringify(results)).not.toContain('canary');
  });

  test('is not asked for with a signature of ES256 in another form, which is told at once', async () => {
    const service = await startScripted();
    const shop = { account: 'shop', tenantId: CASE_ID, algorithm: 'ES256' };
    // DER, as most key services answer.
    const SIGN = `const { generateKeyPairSync, sign } = require('node:crypto');
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      process.stdout.write(sign('sha256', require('node:fs').readFileSync(0), privateKey));`;
    const env = { NODE: process.execPath, SIGN };
    const { results, slept } = await drive({ url: service.url, credentials: shop, calls: [READ] }, env);
    expect(results[0]?.error).toMatchObject({
      kind: 'token',
      code: 'SIGN_FAILED',
      retryable: false,
    });
    expect(results[0]?.text).toContain('not the 64 of RFC 7518 section 3.4: convert DER to r and s');
    expect([service.tokenRequests.length, slept]).toEqual([0, []]);
  });
}
