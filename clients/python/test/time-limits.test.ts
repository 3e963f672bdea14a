import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:tls';
import { CASE_ID } from '@titular/test-kit/client-cases/retry-cases.ts';
import {
  WAIT_CASES,
  WAIT_LIMIT_SECONDS,
  WAIT_REQUEST_LIMIT_SECONDS,
} from '@titular/test-kit/client-cases/wait-cases.ts';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { refusal, type Step, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { drive, hasPython } from './run-python.ts';

const credentials = { client_id: 'shop', client_secret: 'canary-secret-4711' };
const HEALTH = { method: 'read_health' };
const ONE_TRY = { credentials, calls: [HEALTH], max_retries: 0, timeout_seconds: 1 };
const LATE = { kind: 'timeout', code: 'TIMEOUT', retryable: true };

const TOKEN = JSON.stringify({ access_token: 'token', expires_in: 3600 });

/** What a try of the whole limit for each of its parts would last. */
const LONG_MS = 60_000;

describe.skipIf(!hasPython)('the time limit of the Python client', () => {
  test.each(WAIT_CASES)(
    'a wait ends by its limit when $name (R71, R72)',
    async ({ script, tokenScript = [] }) => {
      const service = await startScripted();
      service.script.push(...script);
      service.tokenScript.push(...tokenScript);
      const options = { timeout_seconds: WAIT_LIMIT_SECONDS };
      const { results } = await drive({
        url: service.url,
        credentials,
        clock: 'real',
        timeout_seconds: WAIT_REQUEST_LIMIT_SECONDS,
        calls: ['wait_for_final', 'wait_for_final_process'].map((method) => ({
          method,
          args: [CASE_ID],
          options,
        })),
      });
      expect(results.map(({ error }) => error)).toMatchObject([LATE, LATE]);
    },
    LONG_MS,
  );

  test('a wait ends by its limit though the time of day is set back meanwhile', async () => {
    const service = await startScripted();
    service.script.push(...Array<Step>(40).fill(status('waiting')), status('approved'));
    const calls = [{ method: 'wait_for_final', args: [CASE_ID], options: { timeout_seconds: 60 } }];
    const { results } = await drive({ url: service.url, credentials, clock: 'falling', calls });
    expect(results[0]?.error).toMatchObject(LATE);
  });

  test.each([0, -1, null, 'ten', true])(
    'a wait of %j s is refused before anything is sent',
    async (timeout_seconds) => {
      const service = await startScripted();
      const calls = [{ method: 'wait_for_final', args: [CASE_ID], options: { timeout_seconds } }];
      const { results } = await drive({ url: service.url, credentials, calls });
      expect(results[0]?.wrong).toBe('timeout_seconds must be a number above 0');
      expect(service.seen).toEqual([]);
    },
  );

  test(
    'covers all addresses of a name that take no connection',
    async () => {
      const names = { host: 'shop.test', full: 500 };
      const { results } = await drive({ ...ONE_TRY, url: 'https://shop.test', names });
      expect(results[0]?.error).toMatchObject(LATE);
    },
    LONG_MS,
  );

  test('leaves time for the next address where the first takes no connection', async () => {
    const service = await startScripted();
    const names = { host: 'shop.test', full: 1 };
    const url = service.url.replace('127.0.0.1', 'shop.test');
    const job = { ...ONE_TRY, url, names, allow_http: true, timeout_seconds: 10 };
    expect((await drive(job)).results[0]?.value).toEqual({ status: 'waiting' });
  });

  test(
    'covers a handshake of TLS that gets no answer',
    async () => {
      const url = await startRaw(() => undefined);
      const { results } = await drive({ ...ONE_TRY, url: url.replace('http:', 'https:') });
      expect(results[0]?.error).toMatchObject(LATE);
    },
    LONG_MS,
  );

  test('leaves a handshake of TLS no more than a proxy left of it', async () => {
    // The proxy takes most of the time, and breaks the connection after the limit, within a limit of its own for TLS.
    const proxy = await startRaw((socket) => {
      setTimeout(() => socket.write('HTTP/1.1 200 Connected\r\n\r\n'), 3_000);
      setTimeout(() => socket.destroy(), 6_500);
    });
    const job = { ...ONE_TRY, url: 'https://shop.test', timeout_seconds: 4 };
    const { results } = await drive(job, { https_proxy: proxy });
    expect(results[0]?.error).toMatchObject(LATE);
  });

  test(
    'covers the lookup of a name, and no more lookups run than a number of threads allows',
    async () => {
      const job = {
        ...ONE_TRY,
        url: 'https://shop.test',
        names: { host: 'shop.test', hangs: 20 },
        threads: 40,
        calls: Array<object>(40).fill(HEALTH),
      };
      const { results, most_lookups } = await drive(job);
      expect(results.map(({ error }) => error)).toMatchObject(Array(40).fill(LATE));
      expect(most_lookups).toBeLessThanOrEqual(16);
    },
    LONG_MS,
  );

  test('tells a name that nobody knows as such', async () => {
    const { results } = await drive({ ...ONE_TRY, url: 'https://shop.invalid', timeout_seconds: 30 });
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'NAME_NOT_FOUND' });
  });

  test(
    'covers sending to a receiver over TLS that reads ever more slowly',
    async () => {
      const { cert, key } = await makeCertificate();
      const server = createTlsServer({ cert, key });
      server.on('secureConnection', (socket) => {
        socket.on('error', () => undefined);
        socket.once('data', (head) => {
          if (head.includes('/oauth2/token')) return socket.end(`HTTP/1.1 200 x\r\n\r\n${TOKEN}`);
          // A few bytes at a time: each write of the client goes on, and all of them take minutes.
          socket.pause();
          const sip = setInterval(() => socket.read(16_384), 300);
          socket.on('close', () => clearInterval(sip));
          return undefined;
        });
      });
      const url = (await startRaw(() => undefined, server)).replace('http:', 'https:');
      const photographs = ['A'.repeat(24_000_000)];
      const call = { method: 'create_face_reference', args: [{ photographs }] };
      const { results } = await drive({ ...ONE_TRY, url, tls: { ca: cert }, calls: [call] });
      expect(results[0]?.error).toMatchObject(LATE);
    },
    LONG_MS,
  );
});

describe.skipIf(!hasPython)('the deadline of a call of the Python client', () => {
  const READ = { method: 'read_transaction', args: [CASE_ID] };

  test('is shared by its token, tries and waits, and the last fault is told at its end (R72)', async () => {
    const service = await startScripted();
    service.script.push(...Array(9).fill(refusal('42901')));
    const call = { ...READ, options: { deadline_seconds: 10 } };
    const { results, slept } = await drive({ url: service.url, credentials, calls: [call], max_retries: 9 });
    expect(results[0]?.error).toMatchObject({ kind: 'api', code: '42901' });
    // The next wait, of 4 s more than what is left, is not begun.
    expect(slept).toEqual([1, 2, 4]);
    service.tokenScript.push({ status: 429, body: {}, headers: { 'retry-after': '20' } });
    const refused = await drive({ url: service.url, credentials, calls: [READ], deadline_seconds: 10 });
    expect([refused.results[0]?.error?.status, refused.slept]).toEqual([429, []]);
  });

  test('is ten minutes where nothing is said, however long the service asks to wait (R72)', async () => {
    const service = await startScripted();
    const slow = { status: 429, body: {}, headers: { 'retry-after': '250' } };
    service.script.push(slow, slow, slow, slow);
    const { slept } = await drive({ url: service.url, credentials, calls: [READ] });
    expect(slept).toEqual([250, 250]);
    service.script.length = 0;
    service.script.push(slow, slow, slow, slow);
    const endless = await drive({ url: service.url, credentials, calls: [READ], deadline_seconds: 1e9 });
    expect(endless.slept).toEqual([250, 250, 250, 250]);
  });

  test.each([0, -1, 'ten', true])('of %j s is refused before anything is sent', async (deadline_seconds) => {
    const service = await startScripted();
    const calls = [{ ...READ, options: { deadline_seconds } }];
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results[0]?.wrong).toBe('deadline_seconds must be a number from 0.001 to inf');
    expect(service.tokenRequests).toEqual([]);
  });
});

describe.skipIf(!hasPython)('a context of TLS', () => {
  test.each([{ check_hostname: false, verifies: false }, { check_hostname: false }])(
    'that does not verify is refused with what to do instead: %j (R72)',
    async (tls) => {
      const job = { ...ONE_TRY, url: 'https://shop.test', tls };
      const { results } = await drive(job);
      expect(results[0]?.wrong).toMatch(/^ssl_context does not verify.*load_verify_locations/);
    },
  );

  const startHealthy = async (): Promise<{ url: string; cert: string }> => {
    const { cert, key } = await makeCertificate();
    const server = createTlsServer({ cert, key }, (socket) => {
      once(socket, 'data').then(() => socket.end('HTTP/1.1 200 x\r\n\r\n{"status":"ok"}'));
    });
    return { url: (await startRaw(() => undefined, server)).replace('http:', 'https:'), cert };
  };

  test('that trusts an authority of its own reaches the service', async () => {
    const { url, cert } = await startHealthy();
    const { results } = await drive({ ...ONE_TRY, timeout_seconds: 30, url, tls: { ca: cert } });
    expect(results[0]?.value).toEqual({ status: 'ok' });
  });

  test('holds without a proxy for a host that NO_PROXY names', async () => {
    const { url, cert } = await startHealthy();
    const proxy = await startRaw((socket) => socket.end('HTTP/1.1 502 x\r\n\r\n'));
    const job = { ...ONE_TRY, timeout_seconds: 30, url, tls: { ca: cert } };
    const { results } = await drive(job, { https_proxy: proxy });
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'PROXY' });
    const around = await drive(job, { https_proxy: proxy, no_proxy: '127.0.0.1' });
    expect(around.results[0]?.value).toEqual({ status: 'ok' });
  });
});
