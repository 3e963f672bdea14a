import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import {
  CASE_ID,
  CASE_REQUEST,
  RETRY_CASES,
  type RetryCase,
} from '@titular/test-kit/client-cases/retry-cases.ts';
import { STRANGE_ANSWERS } from '@titular/test-kit/client-cases/strange-answers.ts';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inSnakeCase } from '../../suite/driven-client.ts';
import { holdOddValues } from '../../suite/odd-values-suite.ts';
import { holdPages } from '../../suite/pages-suite.ts';
import { drive, hasPython } from './run-python.ts';

const SECRET = 'canary-secret-4711';
const credentials = { client_id: 'shop', client_secret: SECRET };
const CALLS: Readonly<Record<RetryCase['call'], object>> = {
  create: { method: 'create_transaction', args: [CASE_REQUEST] },
  read: { method: 'read_transaction', args: [CASE_ID] },
  renewLink: { method: 'renew_link', args: [CASE_ID] },
};

describe.skipIf(!hasPython)('the Python client, as every client of the service', () => {
  test.each(RETRY_CASES)('$name', async ({ call, script, tokenScript = [], maxRetries, ...expected }) => {
    const service = await startScripted();
    service.script.push(...script);
    service.tokenScript.push(...tokenScript);
    const job = { url: service.url, credentials, max_retries: maxRetries, calls: [CALLS[call]] };
    const { results, slept, shown } = await drive(job);
    const { error, text = '' } = results[0] ?? {};
    const told = error && { kind: error.kind, retryable: error.retryable };
    expect(told && error?.code !== null ? { ...told, code: error?.code } : told).toEqual(expected.error);
    expect(slept).toEqual(expected.waitSeconds);
    expect([service.seen.length, service.tokenRequests.length]).toEqual([expected.requests, expected.tokens]);
    const keys = new Set(service.seen.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBeLessThanOrEqual(1);
    if (error && call === 'create') expect(error.idempotency_key).toMatch(/^[0-9a-f-]{36}$/);
    expect(text + shown).not.toContain(SECRET);
  });

  test('a webhook is genuine or refused for the same reasons (R40, R41)', async () => {
    const deliveries = WEBHOOK_CASES.map(({ payload, headers, secrets, nowSeconds: now }) => ({
      payload,
      headers,
      secrets,
      now,
    }));
    const { results } = await drive({ deliveries });
    const told = results.map(({ error }, at) => [WEBHOOK_CASES[at]?.name, error?.code]);
    expect(told).toEqual(WEBHOOK_CASES.map(({ name, code }) => [name, code]));
  });

  test('a receiver that was not given secrets or a body as it came is told so, and not that the webhook is bad', async () => {
    const [genuine] = WEBHOOK_CASES;
    if (!genuine) throw new Error('there are no cases');
    const { payload, headers, secrets, nowSeconds: now } = genuine;
    const delivery = { payload, headers, secrets, now };
    const changes = [
      { secrets: null },
      { secrets: [] },
      { secrets: [''] },
      { secrets: secrets[0] },
      { headers: null },
      { payload: {} },
    ];
    const { results } = await drive({ deliveries: changes.map((change) => ({ ...delivery, ...change })) });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'secrets is missing',
      'secrets[0] is missing',
      'secrets[0] is missing',
      'secrets must be a list, such as [secret]',
      'headers is missing',
      'payload must be the body as it came, text or bytes, and not what was parsed of it',
    ]);
  });

  test('one token is asked for, used for all calls, and an answer that does not come ends by the time limit (R72)', async () => {
    const service = await startScripted();
    const call = CALLS.read;
    await drive({ url: service.url, credentials, calls: [call, call, call] });
    expect([service.seen.length, service.tokenRequests.length]).toEqual([3, 1]);
    service.script.push('hang');
    const { results } = await drive({
      url: service.url,
      credentials,
      calls: [call],
      max_retries: 0,
      timeout_seconds: 0.5,
    });
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT', retryable: true });
  });

  test('threads that begin together share one request for a token, and its failure', async () => {
    const service = await startScripted();
    const job = { url: service.url, credentials, threads: 8, calls: Array<object>(8).fill(CALLS.read) };
    const { results } = await drive(job);
    expect(results.map(({ value }) => value)).toEqual(Array(8).fill({ status: 'waiting' }));
    expect([service.seen.length, service.tokenRequests.length]).toEqual([8, 1]);
    service.tokenScript.push(...Array(8).fill({ status: 401, body: { error: 'invalid_client' } }));
    const refused = await drive(job);
    expect(refused.results.map(({ error }) => error?.code)).toEqual(Array(8).fill('invalid_client'));
    expect(service.tokenRequests.length).toBeLessThan(4);
  });

  test('a token is replaced before its end, and serves on while that fails (R72)', async () => {
    const service = await startScripted();
    const refusal = { status: 503 };
    const token = (access_token: string) => ({ status: 200, body: { access_token, expires_in: 3600 } });
    service.tokenScript.push(token('one'), refusal, token('two'), refusal, token('three'));
    const calls = [0, 3_500, 5, 10, 3_610].map((after_seconds) => ({ ...CALLS.read, after_seconds }));
    const { results, slept } = await drive({ url: service.url, credentials, calls });
    expect(results.every(({ error }) => error === undefined)).toBe(true);
    const used = service.seen.map(({ headers }) => headers.authorization);
    expect(used).toEqual(['one', 'one', 'one', 'two', 'three'].map((one) => `Bearer ${one}`));
    // Only the last one waits, because it has no token to go on with.
    expect([service.tokenRequests.length, slept]).toEqual([5, [1]]);
  });

  test('a replacement that gets no answer does not hold up a call whose token is good', async () => {
    const service = await startScripted();
    service.tokenScript.push({ status: 200, body: { access_token: 'one', expires_in: 3600 } }, 'hang');
    const calls = [0, 3_500].map((after_seconds) => ({ ...CALLS.read, after_seconds }));
    const { results } = await drive({ url: service.url, credentials, calls, timeout_seconds: 600 });
    expect(results.map(({ value }) => value)).toEqual(Array(2).fill({ status: 'waiting' }));
  }, 30_000);

  test('waiting for an end takes no longer than it may, though the token request waits longer', async () => {
    const service = await startScripted();
    service.tokenScript.push({ status: 503, headers: { 'retry-after': '120' }, body: {} });
    const calls = [
      { method: 'wait_for_final', args: [CASE_ID], options: { timeout_seconds: 10 } },
      CALLS.read,
    ];
    const { results, slept } = await drive({ url: service.url, credentials, calls });
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT' });
    expect(results[1]?.value).toEqual({ status: 'waiting' });
    expect(slept).toEqual([]);
  });

  test('a key service that is away costs no call whose token is good, and is told where there is none', async () => {
    const service = await startScripted();
    const shop = { account: 'shop', tenant_id: CASE_ID, algorithm: 'ES256' };
    const calls = [0, 3_500, 200].map((after_seconds) => ({ ...CALLS.read, after_seconds }));
    // The first signature comes, and no other.
    const SIGN = `try { require('node:fs').writeFileSync(process.env.ONCE, '', { flag: 'wx' }); process.stdout.write('s'.repeat(64)) } catch { process.exit(1) }`;
    const directory = await mkdtemp(join(tmpdir(), 'titular-sign-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const env = { NODE: process.execPath, SIGN, ONCE: join(directory, 'once') };
    const { results } = await drive({ url: service.url, credentials: shop, calls, max_retries: 0 }, env);
    expect(results.slice(0, 2).map(({ value }) => value)).toEqual(Array(2).fill({ status: 'waiting' }));
    expect(results[2]?.error).toMatchObject({ kind: 'token', code: 'SIGN_FAILED', retryable: true });
  });

  test('a signature of ES256 in another form is told at once, and no token is asked for with it', async () => {
    const service = await startScripted();
    const shop = { account: 'shop', tenant_id: CASE_ID, algorithm: 'ES256' };
    const env = { NODE: process.execPath, SIGN: `process.stdout.write('0'.repeat(70))` };
    const { results, slept } = await drive({ url: service.url, credentials: shop, calls: [CALLS.read] }, env);
    expect(results[0]?.error).toMatchObject({ kind: 'token', code: 'SIGN_FAILED', retryable: false });
    expect(results[0]?.text).toContain('RFC 7518 section 3.4');
    expect([service.tokenRequests.length, slept]).toEqual([0, []]);
  });

  test('no proxy for plain http is used, which would read the credentials', async () => {
    const service = await startScripted();
    const proxy = await startRaw((socket) => socket.end('HTTP/1.1 502 x\r\n\r\n'));
    const { results } = await drive(
      { url: service.url, credentials, calls: [CALLS.read] },
      { http_proxy: proxy },
    );
    expect(results[0]?.value).toEqual({ status: 'waiting' });
  });

  test('a token that no header can hold is refused, and stands in no error', async () => {
    const service = await startScripted();
    const body = { access_token: 'canary\r\nx: token', expires_in: 3600 };
    service.tokenScript.push({ status: 200, body });
    const { results } = await drive({ url: service.url, credentials, calls: [CALLS.read] });
    expect(results[0]?.error).toMatchObject({ kind: 'token', status: 200 });
    expect(JSON.stringify(results)).not.toContain('canary');
  });

  holdPages(inSnakeCase(drive));
  holdOddValues(inSnakeCase(drive));

  test.each(STRANGE_ANSWERS)(
    '$name ends a call with an error of the client',
    async ({ answer, kind, code }) => {
      const url = await startRaw((socket) => socket.end(Buffer.from(answer, 'latin1')));
      const job = { url, credentials, calls: [{ method: 'read_health' }], max_retries: 0 };
      expect((await drive(job)).results[0]).toMatchObject({ error: { kind, code } });
    },
  );

  test('a certificate that nobody vouches for ends a call at once, without a second try', async () => {
    const { cert, key } = await makeCertificate();
    const url = await startRaw(() => undefined, createTlsServer({ cert, key }));
    const calls = [{ method: 'read_health' }];
    const { results, slept } = await drive({ url: url.replace('http:', 'https:'), credentials, calls });
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'TLS', retryable: false });
    expect(slept).toEqual([]);
  });

  test('plain HTTP in the place of TLS is told as a fault of TLS', async () => {
    const url = await startRaw((socket) => socket.end('HTTP/1.1 400 x\r\n\r\n'));
    const job = { url: url.replace('http:', 'https:'), credentials, calls: [{ method: 'read_health' }] };
    const { results } = await drive({ ...job, max_retries: 0 });
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'TLS' });
  });

  test.each([
    'https://[',
    'https://shop:99999',
    'https://shop:x',
    'https://a b',
    'https://a\nb',
    'https://a..b',
  ])('the address %j is refused before anything is sent', async (url) => {
    await expect(drive({ url, credentials, calls: [] })).rejects.toThrow('TypeError: base_url');
  });

  test('http to another machine is refused before anything is sent', async () => {
    const job = { url: 'http://verify.bank.example', credentials, calls: [] };
    await expect(drive(job)).rejects.toThrow('credentials would be readable on the way');
  });
});
