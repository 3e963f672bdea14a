import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { DrivenClient } from './driven-client.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const HURRIED = { ...READ, options: { deadlineSeconds: 10 } };
const WAITING = { status: 'waiting' };

/** What the token endpoint refuses with, and for how long. */
const later = (seconds: number) => ({
  status: 429,
  body: { error: 'temporarily_unavailable' },
  headers: { 'retry-after': `${seconds}` },
});

/** How long a client waits before it asks for a token again, whichever of its calls was refused. */
export function holdTokenWaits(drive: DrivenClient): void {
  test('is not asked for before its Retry-After is over, though the call that was refused has given up (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later(100));
    const calls = [HURRIED, { ...HURRIED, afterSeconds: 40 }, READ];
    const { results, slept } = await drive({ url: service.url, credentials, calls });
    const refused = { kind: 'token', code: 'temporarily_unavailable', status: 429, retryable: true };
    expect(results.slice(0, 2).map(({ error }) => error)).toMatchObject([refused, refused]);
    // Each is told what is left.
    expect(results[0]?.error?.['retryAfter']).toBe(100);
    expect(results[1]?.error?.['retryAfter']).toBeLessThanOrEqual(60);
    expect(results[1]?.error?.['retryAfter']).toBeGreaterThan(50);
    expect(results[2]?.value).toMatchObject(WAITING);
    expect([service.tokenRequests.length, slept.length]).toEqual([2, 1]);
    expect(slept[0]).toBeLessThanOrEqual(60);
    expect(slept[0]).toBeGreaterThan(50);
  });

  test('is not waited for by a client that tries nothing again, and asked for once its Retry-After is over (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later(100));
    const calls = [0, 40, 61].map((afterSeconds) => ({ ...READ, afterSeconds }));
    const { results, slept } = await drive({ url: service.url, credentials, calls, maxRetries: 0 });
    expect(results.map(({ error }) => error?.status)).toEqual([429, 429, undefined]);
    expect([service.tokenRequests.length, slept]).toEqual([2, []]);
  });

  test('is waited for by all calls for as long as was drawn once, when the refusal came (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later(100));
    const calls = [HURRIED, { ...HURRIED, afterSeconds: 40 }, { ...READ, afterSeconds: 40 }];
    const { results, slept } = await drive({ url: service.url, credentials, calls, chance: 0.8 });
    expect(results.map(({ value }) => value)).toMatchObject([undefined, undefined, WAITING]);
    // 100 s, and a fifth by chance; what is left of them after 80 s is not drawn out anew.
    expect([service.tokenRequests.length, slept.length]).toEqual([2, 1]);
    expect(slept[0]).toBeLessThanOrEqual(40);
    expect(slept[0]).toBeGreaterThan(35);
  });

  test('is asked for again after 300 s where Retry-After names hours, and until then refused at once (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later(7200));
    const calls = [0, 100, 201].map((afterSeconds) => ({ ...READ, afterSeconds }));
    const { results, slept } = await drive({ url: service.url, credentials, calls });
    expect(results.map(({ error }) => error?.status)).toEqual([429, 429, undefined]);
    expect(results[1]?.error?.['retryAfter']).toBeGreaterThan(7000);
    expect([service.tokenRequests.length, slept]).toEqual([2, []]);
  });

  test('is not replaced early before the Retry-After of the last try is over (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push({ status: 200, body: { access_token: 'one', expires_in: 3600 } }, later(60));
    const calls = [0, 3_500, 30].map((afterSeconds) => ({ ...READ, afterSeconds }));
    const { results, slept } = await drive({ url: service.url, credentials, calls });
    expect(results.map(({ value }) => value)).toMatchObject([WAITING, WAITING, WAITING]);
    // One client replaces it beside the call.
    await expect.poll(() => service.tokenRequests.length).toBe(2);
    expect(slept).toEqual([]);
  });
}

const AT_ONCE = [0.5, 0.5, 0.5, 20, 20].map((deadlineSeconds) => ({ ...READ, options: { deadlineSeconds } }));

/** As above, of calls side by side. */
export function holdTokenWaitsTogether(drive: DrivenClient): void {
  test('is asked for after its Retry-After by calls side by side that have the time, whoever else gives up (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later(2));
    const job = { url: service.url, credentials, calls: AT_ONCE, isReal: true, isTogether: true };
    const driven = drive(job);
    await service.arrived(1, 'tokens');
    const first = performance.now();
    await service.arrived(2, 'tokens');
    // Timers of platforms may be a few milliseconds early.
    expect(performance.now() - first).toBeGreaterThan(1_950);
    const { results } = await driven;
    const ends = results.map(({ error, value }) => error?.kind ?? (value as object));
    // Nobody waits until its own limit for what cannot come before.
    expect(ends.slice(0, 3)).toEqual(['token', 'token', 'token']);
    expect(ends.slice(3)).toMatchObject([WAITING, WAITING]);
    expect(service.tokenRequests.length).toBe(2);
  }, 30_000);
}
