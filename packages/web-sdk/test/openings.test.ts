import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { requestOpening } from '../src/frame/request-opening.ts';

const OPENING = { transactionId: crypto.randomUUID(), path: '/capture/frame/', code: 'x'.repeat(32) };

/** A service that refuses the first openings with 42903; `count` tells how many were asked for. */
async function startRefusing(refusals: number) {
  let asked = 0;
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    const isRefused = asked <= refusals;
    response.writeHead(isRefused ? 429 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRefused ? { code: '42903', message: 'Too many.' } : OPENING));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { request: { origin, type: 'IFRAME', token: 'token' } as const, count: () => asked };
}

test('an opening that a network had too many of is asked for again (R71)', async () => {
  const { request, count } = await startRefusing(1);
  expect(await requestOpening(request)).toEqual(OPENING);
  expect(count()).toBe(2);
});

test('a network that has too many openings is told so, and not of a fault of the service', async () => {
  const { request, count } = await startRefusing(Number.POSITIVE_INFINITY);
  await expect(requestOpening(request)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(count()).toBe(3);
});
