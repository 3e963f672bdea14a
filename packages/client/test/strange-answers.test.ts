import { createServer as createTlsServer } from 'node:tls';
import { STRANGE_ANSWERS } from '@titular/test-kit/client-cases/strange-answers.ts';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { refusal, type Step, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { clientOf, SECRET } from './scripted-service.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const READ = '/api/public/v1/walletid/transactions';
const CHECK = 'but not by the service: check baseUrl, and what stands before the service';
const REDIRECT =
  'was answered with a redirect, which is not followed: baseUrl is likely not the address of the service itself';

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('an answer that is not one of the service tells what was asked, and what is likely wrong', () => {
  test.each([301, 302, 303, 307, 308])('a redirect with %i', async (status) => {
    const service = await startScripted();
    service.script.push({ status, headers: { location: 'https://elsewhere.example/?key=canary' } });
    const error = await caught(clientOf(service).client.transactions.get(ID));
    expect(error).toMatchObject({ kind: 'api', status, code: undefined, retryable: false });
    expect((error as Error).message).toBe(`${status}: GET ${service.url}${READ}/${ID} ${REDIRECT}`);
  });

  test.each<[string, Step, string]>([
    ['a redirect', { status: 308, headers: { location: '/' } }, REDIRECT],
    ['a page that is not there', { status: 404 }, `was answered 404, ${CHECK}`],
    ['another API', { status: 404, body: { error: 'Not Found' } }, `was answered 404, ${CHECK}`],
    ['the service at another path', refusal('40400'), `was answered 404, ${CHECK}`],
    ['a success without a token', { status: 200, body: { ok: true } }, `was answered 200, ${CHECK}`],
  ])('for an access token: %s', async (_what, step, sentence) => {
    const service = await startScripted();
    service.tokenScript.push(step);
    const error = await caught(clientOf(service).client.transactions.get(ID));
    expect(error).toMatchObject({ kind: 'token', error: 'unknown', retryable: false });
    expect((error as Error).message).toBe(`unknown: POST ${service.url}/oauth2/token ${sentence}`);
    expect(String(error)).not.toContain(SECRET);
    expect(service.seen).toEqual([]);
  });

  test('a fault of something before the service is no matter of baseUrl', async () => {
    const service = await startScripted();
    const { client } = clientOf(service, { maxRetries: 0 });
    service.tokenScript.push({ status: 502 });
    const token = await caught(client.transactions.get(ID));
    expect((token as Error).message).toBe(
      `server_error: POST ${service.url}/oauth2/token was answered 502 without a word of the service`,
    );
    service.script.push({ status: 503 });
    expect(((await caught(client.transactions.get(ID))) as Error).message).toBe(
      `503: GET ${service.url}${READ}/${ID} was answered 503 without a word of the service`,
    );
  });

  test('a page where JSON should be, without the query of what was asked', async () => {
    const service = await startScripted();
    service.script.push('not-json');
    const { client } = clientOf(service, { maxRetries: 0 });
    const first = client.transactions.list({ orderNumber: 'order-canary' }).pages()[Symbol.asyncIterator]();
    expect(((await caught(first.next())) as Error).message).toBe(
      `BROKEN_ANSWER: the answer to GET ${service.url}${READ} is not the JSON that the service sends: check baseUrl`,
    );
  });
});

describe('a fault on the way has the name that it has in every language', () => {
  const tell = async (url: string): Promise<unknown> => {
    const { client, clock } = clientOf({ url }, { maxRetries: 1 });
    return [await caught(client.transactions.get(ID)), clock.slept];
  };
  const overTls = async (server: Promise<string>): Promise<string> =>
    (await server).replace('http:', 'https:');
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

  test('a certificate that nobody vouches for, without a second try', async () => {
    const url = await overTls(startRaw(() => undefined, createTlsServer(await makeCertificate())));
    const [error, slept] = (await tell(url)) as [Error, number[]];
    expect(error).toMatchObject({ kind: 'network', reason: 'TLS', retryable: false });
    expect(error.message).toContain('(DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(slept).toEqual([]);
  });

  test('plain HTTP in the place of TLS, and a TLS that is too old', async () => {
    const plain = startRaw((socket) => socket.end('HTTP/1.1 400 x\r\n\r\n'));
    const server = createTlsServer({ ...(await makeCertificate()), ...old });
    server.on('tlsClientError', () => undefined);
    for (const url of [plain, startRaw(() => undefined, server)])
      expect(await tell(await overTls(url))).toMatchObject([{ kind: 'network', reason: 'TLS' }, [1000]]);
  });

  test.each([
    ['NAME_NOT_FOUND', 'https://shop.invalid'],
    ['ECONNREFUSED', 'http://127.0.0.1:65535'],
  ])('%s', async (reason, url) => {
    expect(await tell(url)).toMatchObject([{ kind: 'network', reason, retryable: true }, [1000]]);
  });

  test('a connection that breaks without a byte', async () => {
    const url = await startRaw((socket) => socket.destroy());
    expect(await tell(url)).toMatchObject([{ kind: 'network', reason: 'ECONNRESET' }, [1000]]);
  });

  test.each(STRANGE_ANSWERS)('$name', async ({ answer, kind, code }) => {
    const answers = [
      `HTTP/1.1 200 x\r\n\r\n${JSON.stringify({ access_token: 'token', expires_in: 60 })}`,
      answer,
    ];
    const url = await startRaw((socket) => socket.end(Buffer.from(answers.shift() ?? '', 'latin1')));
    const { client } = clientOf({ url }, { maxRetries: 0 });
    const named = code === null ? {} : { reason: code };
    expect(await caught(client.transactions.get(ID))).toMatchObject({ kind, ...named });
  });
});
