import { writeFile } from 'node:fs/promises';
import { STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import { REFUSED_ADDRESSES } from '@titular/test-kit/client-cases/address-cases.ts';
import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { refusal, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import type { DrivenClient, Job } from './driven-client.ts';
import { makeDirectory } from './temporary.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const HEALTH = { method: 'readHealth' };
const HEALTHY = 'HTTP/1.1 200 x\r\ncontent-type: application/json\r\n\r\n{"status":"ok"}';

/** How the requests of every client end. */
export function holdEnds(drive: DrivenClient): void {
  test('end by the time limit where no answer comes (R72)', async () => {
    const service = await startScripted();
    service.script.push('hang');
    const job = { url: service.url, credentials, calls: [READ], maxRetries: 0, timeoutSeconds: 0.5 };
    const { results } = await drive(job);
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT', retryable: true });
  });

  test.each(['HTTP/1.1 200 x\r\nx: ', 'HTTP/1.1 200 x\r\n\r\n'])(
    'end by the time limit where an answer trickles, in its headers as in its body (R72)',
    async (beginning) => {
      const url = await startRaw((socket) => {
        socket.write(beginning);
        const trickle = setInterval(() => socket.write(' '), 50);
        socket.on('close', () => clearInterval(trickle));
      });
      const job = { url, credentials, calls: [HEALTH], maxRetries: 0, timeoutSeconds: 0.5 };
      expect((await drive(job)).results[0]?.error).toMatchObject({ kind: 'timeout', retryable: true });
    },
  );

  test('end where an answer has more bytes than the service sends', async () => {
    const service = await startScripted();
    service.script.push('flood');
    const { results } = await drive({ url: service.url, credentials, calls: [READ], maxRetries: 0 });
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'ANSWER_TOO_LARGE' });
  });

  test('share one deadline of a call, with its waits and its token, and tell the last fault at its end (R72)', async () => {
    const service = await startScripted();
    service.script.push(...Array(9).fill(refusal('42901')));
    const call = { ...READ, options: { deadlineSeconds: 10 } };
    const { results, slept } = await drive({ url: service.url, credentials, calls: [call], maxRetries: 9 });
    expect(results[0]?.error).toMatchObject({ kind: 'api', code: '42901' });
    // The next wait, of 4 s more than what is left, is not begun.
    expect(slept).toEqual([1, 2, 4]);
    service.tokenScript.push({ status: 429, body: {}, headers: { 'retry-after': '20' } });
    const refused = await drive({ url: service.url, credentials, calls: [call] });
    expect(refused.results[0]?.error).toMatchObject({ kind: 'token', status: 429, retryAfter: 20 });
    expect(refused.slept).toEqual([]);
  });

  test.each([
    { deadlineSeconds: 300, options: {}, waits: [250] },
    { deadlineSeconds: 300, options: { deadlineSeconds: 800 }, waits: [250, 250, 250] },
    { deadlineSeconds: 0, options: {}, waits: [250, 250, 250, 250, 250] },
  ])(
    'end by $deadlineSeconds s of the client, where their call has no deadline of its own: $options',
    async ({ deadlineSeconds, options, waits }) => {
      const service = await startScripted();
      service.script.push(...Array(9).fill(refusal('42901', { 'retry-after': '250' })));
      const calls = [{ ...READ, options }];
      const { results, slept } = await drive({ url: service.url, credentials, calls, deadlineSeconds });
      expect(results[0]?.error).toMatchObject({ kind: 'api', code: '42901' });
      expect(slept).toEqual(waits);
    },
  );

  test('have no deadline below zero: the client is not made', async () => {
    const service = await startScripted();
    const { results } = await drive({ url: service.url, credentials, calls: [READ], deadlineSeconds: -1 });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      expect.stringMatching(/^deadline(?:Ms|Seconds|_seconds)? must/),
    ]);
    expect(service.tokenRequests.length).toBe(0);
  });
}

/** How clients wait for an end that poll alone; one that events can wake waits to its limit. */
function holdWaits(drive: DrivenClient): void {
  test('wait for an end no longer than they may, though the token request waits longer', async () => {
    const service = await startScripted();
    service.tokenScript.push({ status: 503, headers: { 'retry-after': '120' }, body: {} });
    const wait = { method: 'waitForFinal', args: [CASE_ID], options: { timeoutSeconds: 10 } };
    const { results, slept } = await drive({ url: service.url, credentials, calls: [wait, READ] });
    expect(results[0]?.error).toMatchObject({ kind: 'timeout', code: 'TIMEOUT' });
    expect(results[1]?.value).toMatchObject({ status: 'waiting' });
    // The wait gave up, and what it was told holds for the next call.
    expect(slept.map(Math.ceil)).toEqual([120]);
  });

  test('wait for an end ever more rarely, over faults that pass, and not over others', async () => {
    const service = await startScripted();
    const status = (word: string) => ({ status: 200, body: { status: word } });
    service.script.push(status('waiting'), refusal('50001'), status('shared'), status('approved'));
    const wait = { method: 'waitForFinal', args: [CASE_ID] };
    const { results, slept } = await drive({ url: service.url, credentials, calls: [wait] });
    expect(results[0]?.value).toMatchObject({ status: 'approved' });
    expect(slept).toEqual([2, 1, 4.5]);
    service.script.push(refusal('40401'));
    const missing = await drive({ url: service.url, credentials, calls: [wait] });
    expect(missing.results[0]?.error).toMatchObject({ kind: 'api', code: '40401' });
  });
}

/** How every client repeats and reads its requests. */
export function holdRepeats(drive: DrivenClient): void {
  test('send what is never repeated once, though the connection breaks without a byte (R72)', async () => {
    const service = await startScripted();
    service.script.push({ status: 200, body: {} }, 'reset');
    const calls = [READ, { method: 'renewLink', args: [CASE_ID] }];
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results[1]?.error).toMatchObject({ kind: 'network', code: 'ECONNRESET' });
    expect(service.seen.length).toBe(2);
  });

  test('send a given key on every try, or none where that is asked for (R81)', async () => {
    const service = await startScripted();
    service.script.push(refusal('50001'));
    const create = (options: Record<string, unknown>) => ({
      method: 'createTransaction',
      args: [CASE_REQUEST],
      options,
    });
    const calls = [create({ idempotencyKey: 'order-1001' }), create({ idempotencyKey: false })];
    await drive({ url: service.url, credentials, calls });
    const keys = service.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['order-1001', 'order-1001', undefined]);
    expect(new Set(service.seen.map(({ body }) => body)).size).toBe(1);
  });

  test('read nothing from the headers of an interim response', async () => {
    const body = '{"code":"42901","message":"Refused."}';
    const interim = 'HTTP/1.1 103 x\r\nretry-after: 301\r\n\r\n';
    const url = await startRaw((socket) => socket.end(`${interim}HTTP/1.1 429 x\r\n\r\n${body}`));
    const { results, slept } = await drive({ url, credentials, calls: [HEALTH], maxRetries: 1 });
    expect(results[0]?.error).toMatchObject({ code: '42901' });
    expect(slept).toEqual([1]);
  });
}

/** What every client tells of a proxy; `driveOver` does a job over one. */
export function holdProxies(driveOver: (job: Job, proxy: string) => ReturnType<DrivenClient>): void {
  test.each([
    [403, false],
    [407, false],
    [503, true],
  ])('tell that a proxy answered %i and made no connection', async (status, retryable) => {
    const refused = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: 0\r\n\r\n`;
    const proxy = await startRaw((socket) => socket.end(refused));
    const job = { url: 'https://shop.invalid', credentials, calls: [HEALTH], maxRetries: 0 };
    const { results } = await driveOver(job, proxy);
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'PROXY', retryable });
    expect(results[0]?.text).toContain(`answered ${status}`);
  });
}

/** What every client keeps from a proxy that its environment names. */
export function holdPlainHttp(drive: DrivenClient): void {
  test('use no proxy for plain http, which would read the credentials', async () => {
    const service = await startScripted();
    let asked = 0;
    const proxy = await startRaw((socket) => {
      asked += 1;
      socket.end('HTTP/1.1 502 x\r\n\r\n');
    });
    const env = { http_proxy: proxy, HTTP_PROXY: proxy, https_proxy: proxy, ALL_PROXY: proxy };
    const { results } = await drive({ url: service.url, credentials, calls: [READ] }, env);
    expect(results[0]?.value).toMatchObject({ status: 'waiting' });
    expect([asked, service.tokenRequests.length, service.seen.length]).toEqual([0, 1, 1]);
  });
}

/** What every client connects to; `addressName` is what it calls the address of the service. */
function holdAddresses(drive: DrivenClient, addressName: string): void {
  test('refuse a certificate that nobody vouches for at once, without a second try', async () => {
    const { cert, key } = await makeCertificate();
    const url = await startRaw(() => undefined, createTlsServer({ cert, key }));
    const job = { url: url.replace('http:', 'https:'), credentials, calls: [HEALTH] };
    const { results, slept } = await drive(job);
    expect(results[0]?.error).toMatchObject({ kind: 'network', code: 'TLS', retryable: false });
    expect(slept).toEqual([]);
  });

  test('trust the authorities of a given file, for the host that they vouch for', async () => {
    const { cert, key } = await makeCertificate();
    const server = createTlsServer({ cert, key }, (socket) => socket.once('data', () => socket.end(HEALTHY)));
    const url = (await startRaw(() => undefined, server)).replace('http:', 'https:');
    const caFile = `${await makeDirectory()}/ca.pem`;
    await writeFile(caFile, cert);
    const job = { credentials, calls: [HEALTH], caFile, maxRetries: 0 };
    const { results } = await drive({ ...job, url });
    expect(results[0]?.value).toEqual({ status: 'ok' });
    const other = await drive({ ...job, url: url.replace('127.0.0.1', 'localhost') });
    expect(other.results[0]?.error).toMatchObject({ code: 'TLS', retryable: false });
  });

  test('tell plain HTTP in the place of TLS as a fault of TLS', async () => {
    const url = await startRaw((socket) => socket.end('HTTP/1.1 400 x\r\n\r\n'));
    const job = { url: url.replace('http:', 'https:'), credentials, calls: [HEALTH], maxRetries: 0 };
    expect((await drive(job)).results[0]?.error).toMatchObject({ kind: 'network', code: 'TLS' });
  });

  test('tell a TLS that is too old as a fault of TLS', async () => {
    const { cert, key } = await makeCertificate();
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const server = createTlsServer({ cert, key, ...old }).on('tlsClientError', () => undefined);
    const url = await startRaw(() => undefined, server);
    const job = { url: url.replace('http:', 'https:'), credentials, calls: [HEALTH], maxRetries: 0 };
    expect((await drive(job)).results[0]?.error).toMatchObject({ kind: 'network', code: 'TLS' });
  });

  test.each([
    ['NAME_NOT_FOUND', 'https://shop.invalid'],
    ['ECONNREFUSED', 'http://127.0.0.1:65535'],
  ])('tell %s where nobody is at an address', async (code, url) => {
    const { results } = await drive({ url, credentials, calls: [HEALTH], maxRetries: 0 });
    expect(results[0]?.error).toMatchObject({ kind: 'network', code, retryable: true });
  });

  test.each(REFUSED_ADDRESSES)('refuse the address %j before anything is sent', async (url) => {
    const { results } = await drive({ url, credentials, calls: [] });
    expect(results[0]?.wrong).toMatch(new RegExp(`^${addressName} `));
    expect(results[0]?.wrong).not.toContain('canary');
  });

  test('refuse http to another machine before anything is sent', async () => {
    const { results } = await drive({ url: 'http://verify.bank.example', credentials, calls: [] });
    expect(results[0]?.wrong).toContain('credentials would be readable on the way');
  });
}

/** All of the above, as clients keep to it that run in a process of their own; `driveOver` has the requests led over a proxy. */
export function holdConnections(
  drive: DrivenClient,
  addressName: string,
  driveOver: (job: Job, proxy: string) => ReturnType<DrivenClient>,
): void {
  holdEnds(drive);
  holdWaits(drive);
  holdRepeats(drive);
  holdPlainHttp(drive);
  holdAddresses(drive, addressName);
  holdProxies(driveOver);
}
