import { once } from 'node:events';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { type Connections, createConnections } from '@titular/server/webhooks/sender/connections.ts';
import { type OutboundRequest, postWebhook } from '@titular/server/webhooks/sender/post-webhook.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GOOD_ANSWER, type ScriptedServer, startScripted } from './scripted-server.ts';
import { createTlsIdentity } from './tls-identity.ts';

let connections: Connections;
beforeEach(() => {
  connections = createConnections();
});
afterEach(() => connections.close());

const answer = (socket: Socket): void => void socket.write(GOOD_ANSWER);

const outbound = (port: number, changes: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url: `http://127.0.0.1:${port}/hook`,
  body: '{}',
  headers: {},
  timeoutMs: 10_000,
  rules: { environment: 'test', loopbackAllowed: true, ports: [port] },
  connections,
  endpointId: 'endpoint-1',
  ...changes,
});

/** Posts so many times, one after the other. */
async function postAll(port: number, changes: readonly Partial<OutboundRequest>[]) {
  const results = [];
  for (const change of changes) results.push(await postWebhook(outbound(port, change)));
  return results;
}

const okay = expect.objectContaining({ kind: 'answered', status: 200 });

describe('a connection is used again', () => {
  test('by the same endpoint after a complete answer, of whatever status', async () => {
    const { port, seen } = await startScripted((socket, count) =>
      count === 1 ? answer(socket) : socket.write('HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'),
    );
    const results = await postAll(port, [{}, {}, {}]);
    expect(results.map((result) => result.kind === 'answered' && result.status)).toEqual([200, 500, 500]);
    expect(seen).toMatchObject({ connections: 1, open: 1 });
    expect(seen.heard.toLowerCase()).toContain('connection: keep-alive\r\n');
  });

  test('over TLS too, whose handshake is made once', async () => {
    const identity = await createTlsIdentity('receiver.example');
    tls.setDefaultCACertificates([...tls.getCACertificates(), identity.cert]);
    const { port, seen } = await startScripted(answer, identity);
    const url = `https://receiver.example:${port}/`;
    const secure = { url, resolve: async () => ['127.0.0.1'] };
    expect(await postAll(port, [secure, secure])).toEqual([okay, okay]);
    expect(seen.connections).toBe(1);
  });

  test('without asking the name servers again, whose answer counts for the next connection', async () => {
    const { port, sockets } = await startScripted(answer);
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    const named = { url: `http://receiver.example:${port}/`, resolve };
    expect(await postAll(port, [named, named])).toEqual([okay, okay]);
    expect(asked).toEqual(['receiver.example']);
    sockets[0]?.end();
    await once(sockets[0] as Socket, 'close');
    const refused = { kind: 'failed', error: 'the address is not a public one' };
    await eventually(async () => expect(await postAll(port, [named])).toEqual([refused]));
  });

  test('for several at once, of which four stay open', async () => {
    const { port, seen } = await startScripted(answer);
    await Promise.all(Array.from({ length: 8 }, () => postWebhook(outbound(port))));
    expect(seen.connections).toBe(8);
    await expect.poll(() => seen.open).toBe(4);
  });

  test('by a queue that is worked off many at a time: none is dialled anew', async () => {
    const { port, seen } = await startScripted(answer);
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => postWebhook(outbound(port))));
    expect(seen.connections).toBe(50);
  });
});

test('of all that could be used again, 500 stay open', async () => {
  const { port, seen } = await startScripted(answer);
  const all = Array.from({ length: 600 }, (_, index) =>
    postWebhook(outbound(port, { endpointId: `endpoint-${index}`, timeoutMs: 40_000 })),
  );
  expect(new Set((await Promise.all(all)).map(({ kind }) => kind))).toEqual(new Set(['answered']));
  await expect.poll(() => seen.open).toBe(500);
});

describe('a connection is not used again', () => {
  test.each<[string, Partial<OutboundRequest>]>([
    ['by another endpoint', { endpointId: 'endpoint-2' }],
    ['at another origin', { url: 'http://localhost:PORT/' }],
    ['without an endpoint', { endpointId: undefined }],
    ['without a store', { connections: undefined }],
  ])('%s', async (_what, { url, ...changes }) => {
    const { port, seen } = await startScripted(answer);
    const second = url ? { ...changes, url: url.replace('PORT', String(port)) } : changes;
    expect(await postAll(port, [{}, second])).toEqual([okay, okay]);
    expect(seen.connections).toBe(2);
  });

  test('when loopback is no longer allowed: the address is checked at every dial', async () => {
    const { port, seen } = await startScripted(answer);
    const named = { url: `http://receiver.example:${port}/`, resolve: async () => ['127.0.0.1'] };
    const closed = { environment: 'test', loopbackAllowed: false, ports: [port] } as const;
    const [first, literal, name] = await postAll(port, [
      named,
      { rules: closed },
      { ...named, rules: closed },
    ]);
    expect(first).toEqual(okay);
    expect(literal).toEqual({
      kind: 'failed',
      error: 'the address must not be an address inside the network',
    });
    expect(name).toEqual({ kind: 'failed', error: 'the address is not a public one' });
    expect(seen.connections).toBe(1);
  });

  const head = 'HTTP/1.1 200 OK\r\n';
  test.each<[string, string]>([
    ['an answer with a second one behind it', GOOD_ANSWER + GOOD_ANSWER],
    ['an answer with more bytes than it said', `${GOOD_ANSWER}more`],
    ['a length said twice', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\nok`],
    ['a length and chunks', `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['an answer without an end of its own', `${head}connection: close\r\n\r\nok`],
    ['more than is read', `${head}content-length: 70000\r\n\r\n${'x'.repeat(70_000)}`],
    ['an answer of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['an idle time too short to use', `${head}keep-alive: timeout=1\r\ncontent-length: 0\r\n\r\n`],
  ])('after %s', async (_what, text) => {
    const { port, seen, sockets } = await startScripted((socket) => {
      socket.write(text);
      if (text.includes('connection: close')) socket.end();
    });
    await postWebhook(outbound(port));
    await expect.poll(() => seen.open).toBe(0);
    await postWebhook(outbound(port));
    expect(sockets).toHaveLength(2);
  });

  test('after bytes that came while it was idle', async () => {
    const { port, seen, sockets } = await startScripted(answer);
    await postWebhook(outbound(port));
    sockets[0]?.write('HTTP/1.1 204 Forged\r\n\r\n');
    await expect.poll(() => seen.open).toBe(0);
    expect(await postWebhook(outbound(port))).toEqual(okay);
    expect(seen.connections).toBe(2);
  });

  test('once it is a minute old, however busy it was', async () => {
    const { port, seen } = await startScripted(answer);
    await postWebhook(outbound(port));
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    await postWebhook(outbound(port));
    clock.mockRestore();
    expect(seen.connections).toBe(1);
    await expect.poll(() => seen.open).toBe(0);
  });

  test('after it was idle for ten seconds', async () => {
    const { port, seen } = await startScripted(answer);
    await postWebhook(outbound(port));
    const startMs = performance.now();
    await expect.poll(() => seen.open).toBe(0);
    expect(performance.now() - startMs).toBeGreaterThan(9_000);
    expect(performance.now() - startMs).toBeLessThan(40_000);
  });

  test('once the store is closed', async () => {
    const { port, seen } = await startScripted(answer);
    await postWebhook(outbound(port));
    connections.close();
    await expect.poll(() => seen.open).toBe(0);
  });
});

describe('a connection that the receiver had closed', () => {
  /** Answers the first request, and gives up the connection at the second without a word. */
  const givesUp = (how: (socket: Socket) => void): Promise<ScriptedServer> =>
    startScripted((socket, count) => (count === 1 ? answer(socket) : how(socket)));

  test.each<[string, (socket: Socket) => void]>([
    ['closes', (socket) => void socket.destroy()],
    ['ends', (socket) => void socket.end()],
    ['resets', (socket) => void socket.resetAndDestroy()],
  ])('and %s makes the same attempt go out once more, on a new one', async (_what, how) => {
    const { port, seen } = await givesUp(how);
    expect(await postAll(port, [{}, {}])).toEqual([okay, okay]);
    expect(seen.connections).toBe(2);
    expect(seen.heard.match(/POST/g)).toHaveLength(3);
  });

  test('and fails again is a failed attempt: there is no third', async () => {
    let isDown = false;
    const { port, seen } = await startScripted((socket) => {
      if (isDown) return socket.destroy();
      answer(socket);
      isDown = true;
      return undefined;
    });
    const [, second] = await postAll(port, [{}, {}]);
    expect(second).toMatchObject({ kind: 'failed' });
    expect(seen.connections).toBe(2);
  });

  test('after a first byte of an answer is a failed attempt, because the receiver knows of it', async () => {
    const { port, seen } = await givesUp((socket) => void socket.write('H', () => socket.resetAndDestroy()));
    const [, second] = await postAll(port, [{}, {}]);
    expect(second).toMatchObject({ kind: 'failed' });
    expect(seen.connections).toBe(1);
  });

  test('goes by the deadline of the attempt, the second sending included', async () => {
    const { port } = await startScripted((socket, count) => {
      if (seenFirst && count === 1) return undefined;
      seenFirst = true;
      return count === 1 ? answer(socket) : void socket.destroy();
    });
    let seenFirst = false;
    await postWebhook(outbound(port));
    expect(await postWebhook(outbound(port, { timeoutMs: 300 }))).toEqual({
      kind: 'failed',
      error: 'no complete answer in time',
    });
  });
});
