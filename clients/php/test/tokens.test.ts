import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { makeDirectory } from '../../suite/temporary.ts';
import { holdTokenWaits } from '../../suite/token-waits-suite.ts';
import { holdTokens } from '../../suite/tokens-suite.ts';
import { drive, hasPhp } from './run-php.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const WAITING = { status: 'waiting' };
const later = {
  status: 429,
  body: { error: 'temporarily_unavailable' },
  headers: { 'retry-after': '100' },
};
const hurried = { ...READ, options: { deadlineSeconds: 10 } };

describe.skipIf(!hasPhp)('the access token of the PHP client', () => {
  holdTokens(drive);
  holdTokenWaits(drive);

  test('is shared by processes through a store, and removed from it once it is refused (R71)', async () => {
    const service = await startScripted();
    const invalid = {
      status: 401,
      body: {},
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    };
    const waiting = { status: 200, body: WAITING };
    service.script.push(waiting, waiting, invalid);
    const job = { url: service.url, credentials, shares: true, calls: [READ, READ, READ, READ] };
    const { results, kept } = await drive(job);
    expect(results.map(({ value }) => value)).toEqual([WAITING, WAITING, WAITING, WAITING]);
    expect(service.seen.map(({ headers }) => headers.authorization)).toEqual([
      ...['Bearer token-1', 'Bearer token-1', 'Bearer token-1'],
      ...['Bearer token-2', 'Bearer token-2'],
    ]);
    expect(kept).toBe(1);
  });

  test('is not asked for by another process before a Retry-After is over that the store keeps (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later);
    const calls = [hurried, { ...hurried, afterSeconds: 40 }, READ];
    const { results, slept, kept } = await drive({ url: service.url, credentials, shares: true, calls });
    const told = results.map(({ error, value }) => error?.code ?? value);
    expect(told).toEqual(['temporarily_unavailable', 'temporarily_unavailable', WAITING]);
    expect(service.tokenRequests.length).toBe(2);
    // The rest of a millisecond, by another clock, may be a wait of its own.
    const waited = slept.reduce((sum, one) => sum + one, 0);
    expect([waited > 50, waited < 60.1]).toEqual([true, true]);
    // The token alone is left.
    expect(kept).toBe(1);
  });

  test.each([[['load']], [['save']], [['remove']], [['load', 'save', 'remove']]])(
    'is had though %j of the store fails, a refusal stays what it is, and the log has the class of the fault once for each client',
    async (failing) => {
      const service = await startScripted();
      const invalid = {
        status: 401,
        body: {},
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      };
      service.script.push({ status: 200, body: WAITING }, invalid);
      const log = join(await makeDirectory(), 'error.log');
      const job = { url: service.url, credentials, shares: true, failing, log };
      const { results } = await drive({ ...job, calls: [READ, READ] });
      expect(results.map(({ value }) => value)).toEqual([WAITING, WAITING]);
      service.tokenScript.push(later);
      const refused = await drive({ ...job, calls: [hurried] });
      expect(refused.results[0]?.error).toMatchObject({ code: 'temporarily_unavailable', retryAfter: 100 });
      const lines = (await readFile(log, 'utf8')).trim().split('\n');
      const told = /^\[[^\]]+\] titular: the token store failed: UnexpectedValueException$/;
      expect(lines.filter((line) => !told.test(line))).toEqual([]);
      expect(lines.length).toBeLessThanOrEqual(3);
    },
  );

  test('is asked for at once where the credentials are others than those that were refused (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later);
    const right = { credentials: { ...credentials, clientSecret: 'canary-secret-4712' } };
    const calls = [hurried, { ...READ, client: right }];
    const { results, slept } = await drive({ url: service.url, credentials, shares: true, calls });
    expect(results[1]?.value).toEqual(WAITING);
    expect([service.tokenRequests.length, slept]).toEqual([2, []]);
  });

  test('is asked for at once where the clock was set back since the refusal, so that no wait is drawn out (R71)', async () => {
    const service = await startScripted();
    service.tokenScript.push(later);
    const calls = [hurried, { ...READ, setSeconds: -3600 }];
    const { results, slept } = await drive({ url: service.url, credentials, shares: true, calls });
    expect(results[1]?.value).toEqual(WAITING);
    expect([service.tokenRequests.length, slept]).toEqual([2, []]);
  });
});
