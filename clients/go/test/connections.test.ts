import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { startRaw } from '@titular/test-kit/services/raw-server.ts';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { holdConnections } from '../../suite/connections-suite.ts';
import { hasGo, openDriver } from './run-go.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };

describe.skipIf(!hasGo)('the connections of the Go client', () => {
  const drive = openDriver();
  holdConnections(drive, 'baseURL', (job, proxy) => drive(job, { HTTPS_PROXY: proxy }));

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
      { ...READ, options: { scenario: 'a\r\nb' } },
      { method: 'createTransaction', args: [CASE_REQUEST], options: { idempotencyKey: 'ü' } },
      // Read as JSON into any, it has lost its last digits already.
      { method: 'createTransaction', args: [{ ...CASE_REQUEST, orderNumber: 2 ** 53 }] },
    ];
    const { results } = await drive({ url: service.url, credentials, calls });
    expect(results.map(({ wrong }) => wrong)).toEqual([
      'transactionID is not an id',
      'transactionID is not an id',
      'maxRetries must be a number from 0 to 20',
      'scenario must be 1 to 255 printable ASCII characters without spaces',
      'idempotencyKey must be 1 to 255 printable ASCII characters without spaces',
      'the body cannot be written as JSON: a number has more digits than a float64 holds: give a text',
    ]);
    expect(service.tokenRequests.length).toBe(0);
  });
});
