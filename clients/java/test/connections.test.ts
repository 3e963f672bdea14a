import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { makeCertificate, startRaw } from '@titular/test-kit/services/raw-server.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { holdConnections } from '../../suite/connections-suite.ts';
import { makeDirectory } from '../../suite/temporary.ts';
import { hasJava, openDriver } from './run-java.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };

describe.skipIf(!hasJava)('the connections of the Java client', () => {
  const drive = openDriver();
  holdConnections(drive, 'baseUrl', (job, proxy) => {
    const { hostname, port } = new URL(proxy);
    return drive({ ...job, properties: { 'https.proxyHost': hostname, 'https.proxyPort': port } });
  });

  test('are kept between requests, which nothing but this client repeats (R72)', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((request, response) => {
      sockets.add(request.socket);
      request.resume();
      response.setHeader('content-type', 'application/json');
      // The connection breaks where it has served before, as one does that the server just closed.
      if (request.url?.startsWith('/api') && sockets.size === 1) return void request.socket.destroy();
      response.end('{"access_token":"token","expires_in":3600,"status":"waiting"}');
    });
    const url = await startRaw(() => undefined, server);
    const { results, slept } = await drive({ url, credentials, calls: [READ, READ, READ] });
    expect(results.map(({ value }) => value)).toMatchObject(Array(3).fill({ status: 'waiting' }));
    expect([sockets.size, slept]).toEqual([2, [1]]);
  });

  test('refuse what no request can hold before anything is sent', async () => {
    const service = await startScripted();
    const calls = [
      { method: 'readTransaction', args: ['..'] },
      { method: 'readTransaction', args: [''] },
      { ...READ, options: { maxRetries: 21 } },
      { ...READ, options: { deadlineSeconds: 0 } },
      { ...READ, options: { scenario: 'a\r\nb' } },
      { method: 'createTransaction', args: [CASE_REQUEST], options: { idempotencyKey: 'ü' } },
    ];
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'transactionId is not an id',
      'transactionId is not an id',
      'maxRetries must be a number from 0 to 20',
      'deadline must be above 0',
      'scenario must be 1 to 255 printable ASCII characters without spaces',
      'idempotencyKey must be 1 to 255 printable ASCII characters without spaces',
    ]);
    expect(service.tokenRequests.length).toBe(0);
  });

  test('end with the request that was given up', async () => {
    let closed: () => void = () => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const url = await startRaw((socket) => {
      socket.on('close', closed);
      socket.write('HTTP/1.1 200 x\r\n\r\n{');
    });
    const call = { method: 'readHealth', options: { deadlineSeconds: 0.3, maxRetries: 0 } };
    const { results } = await drive({ url, credentials, calls: [call], isReal: true });
    expect(results[0]?.error).toMatchObject({ kind: 'timeout' });
    await isClosed;
  });

  /** A service over TLS that is healthy, a proxy that leads to it, and what each was sent. */
  async function startTunnel(login?: string) {
    const { cert, key } = await makeCertificate();
    const served: string[] = [];
    const server = createTlsServer({ cert, key }, (socket) =>
      socket.once('data', (head) => {
        served.push(String(head));
        socket.end('HTTP/1.1 200 x\r\ncontent-type: application/json\r\n\r\n{"status":"ok"}');
      }),
    );
    const url = (await startRaw(() => undefined, server)).replace('http:', 'https:');
    const asked: string[] = [];
    const tunnel = createTcpServer((socket) => {
      socket.once('data', (head) => {
        asked.push(String(head));
        const isKnown = login === undefined || String(head).includes(`\r\nProxy-Authorization: ${login}\r\n`);
        if (!isKnown)
          return void socket.end(
            'HTTP/1.1 407 x\r\nproxy-authenticate: Basic realm="a"\r\ncontent-length: 0\r\n\r\n',
          );
        const onward = connect(Number(new URL(url).port), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 x\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        onward.on('error', () => socket.destroy());
      });
    });
    const { port } = new URL(await startRaw(() => undefined, tunnel));
    const properties = Object.fromEntries(
      ['http', 'https'].flatMap((scheme) => [
        [`${scheme}.proxyHost`, '127.0.0.1'],
        [`${scheme}.proxyPort`, port],
        ['http.nonProxyHosts', ''],
      ]),
    );
    const caFile = `${await makeDirectory()}/ca.pem`;
    await writeFile(caFile, cert);
    const calls = [{ method: 'readHealth' }];
    return { url, asked, served, job: { credentials, calls, maxRetries: 0, properties, caFile, url } };
  }

  test('lead https alone over the proxy of the JVM, which would read the credentials of plain http', async () => {
    const { url, asked, job } = await startTunnel();
    const { results } = await drive(job);
    expect(results[0]?.value).toEqual({ status: 'ok' });
    const service = await startScripted();
    const plain = await drive({ ...job, url: service.url, calls: [READ] });
    expect(plain.results[0]?.value).toMatchObject({ status: 'waiting' });
    expect(asked.map((head) => head.split('\r\n')[0])).toEqual([`CONNECT ${new URL(url).host} HTTP/1.1`]);
  });

  test('answer a proxy that asks for credentials, which alone is sent them', async () => {
    const login = `Basic ${Buffer.from('user-ü:canary-password-4711').toString('base64')}`;
    const { asked, served, job } = await startTunnel(login);
    const without = await drive({ ...job, maxRetries: 3 });
    expect(without.results[0]?.error).toMatchObject({ kind: 'network', code: 'PROXY', retryable: false });
    expect(without.results[0]?.text).toContain('answered 407 and made no connection: give proxyCredentials');
    const known = { ...job, proxyUser: 'user-ü' };
    const { results, shown } = await drive(known);
    expect(results[0]?.value).toEqual({ status: 'ok' });
    expect(asked.map((head) => head.includes(login))).toEqual([false, true]);
    // Neither a service behind the proxy nor one on this machine is.
    const direct = await drive({ ...known, properties: {} });
    expect(direct.results[0]?.value).toEqual({ status: 'ok' });
    const service = await startScripted();
    await drive({ ...known, url: service.url, calls: [READ] });
    expect([served.length, service.seen.length, asked.length]).toEqual([2, 1, 2]);
    const sent = [...served, JSON.stringify([...service.seen, ...service.tokenRequests])];
    expect(sent.filter((one) => /proxy-authorization/i.test(one))).toEqual([]);
    expect(shown).not.toContain('canary-password');
  });
});
