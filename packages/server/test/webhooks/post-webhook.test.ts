import { createServer, type Socket } from 'node:net';
import { isConnectable } from '@titular/server/webhooks/sender/connect-address.ts';
import { type OutboundRequest, postWebhook } from '@titular/server/webhooks/sender/post-webhook.ts';
import { afterEach, describe, expect, test } from 'vitest';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A socket server that behaves as told once the request has begun to arrive; `connections` and `heard` are what it saw. */
async function listen(behave: (socket: Socket) => void) {
  const seen = { connections: 0, heard: '' };
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    seen.connections += 1;
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
    socket.on('data', (chunk) => {
      seen.heard += chunk;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { seen, port: typeof address === 'object' && address ? address.port : 0 };
}

const outbound = (url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  body: '{}',
  headers: {},
  timeoutMs: 400,
  rules: { environment: 'test', loopbackAllowed: true, ports: [Number(new URL(url).port)] },
  ...changes,
});

const ok = (socket: Socket): void => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
const closed = (port: number) => ({
  rules: { environment: 'test', loopbackAllowed: false, ports: [port] } as const,
});

describe('a name is dialled at the address that was checked (R47)', () => {
  test('the dial goes to what the resolver answered, asked once, under the name it was given', async () => {
    const { seen, port } = await listen(ok);
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return ['127.0.0.1'];
    };
    const result = await postWebhook(outbound(`http://receiver.invalid:${port}/hook`, { resolve }));
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(asked).toBe(1);
    const heard = seen.heard.toLowerCase();
    expect(heard).toMatch(/^post \/hook http\/1\.1\r\n/);
    expect(heard).toContain(`host: receiver.invalid:${port}\r\n`);
    expect(heard).toContain('user-agent: titular-webhooks/1\r\n');
    expect(heard).toContain('accept-encoding: identity\r\n');
    expect(heard).toContain('connection: close\r\n');
  });

  test.each([
    ['private alone', ['127.0.0.1'], 'the address is not a public one'],
    ['public first, private next', ['8.8.8.8', '127.0.0.1'], 'the address is not a public one'],
    ['65 public ones', Array(65).fill('8.8.8.8'), 'the name has too many addresses'],
    ['a mapped one', ['::ffff:127.0.0.1'], 'the address is not a public one'],
    ['no address', [], 'the name has no address'],
    ['no address in form', ['receiver'], 'the address is not a public one'],
  ])('an answer with %s opens no connection', async (_what, addresses, error) => {
    const { seen, port } = await listen(ok);
    const resolve = async () => addresses;
    const result = await postWebhook(
      outbound(`http://receiver.invalid:${port}/`, { resolve, ...closed(port) }),
    );
    expect(result).toEqual({ kind: 'failed', error });
    expect(seen.connections).toBe(0);
  });

  test('a resolver that never answers is within the deadline too', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const result = await postWebhook(outbound('http://receiver.invalid/', { resolve }));
    expect(result).toEqual({ kind: 'failed', error: 'no complete answer in time' });
  });

  test('an answer of the resolver after the deadline opens no connection', async () => {
    const { seen, port } = await listen(ok);
    const late = Promise.withResolvers<string[]>();
    const url = `http://receiver.invalid:${port}/`;
    await postWebhook(outbound(url, { resolve: () => late.promise }));
    late.resolve(['127.0.0.1']);
    await postWebhook(outbound(url, { resolve: async () => ['127.0.0.1'] }));
    expect(seen.connections).toBe(1);
  });
});

test.each([
  ['the local-use translation prefix, whatever it carries', '64:ff9b:1::808:808'],
  ['an address compatible with IPv4', '::7f00:1'],
  ['an address outside global unicast', '4000::1'],
  ['a translated one of the IPv4 kind', '::ffff:0:7f00:1'],
  ['documentation', '3fff::1'],
  ['a tunnel to a private network', '2002:c0a8:1::'],
  ['a deprecated site', 'fec0::1'],
])('%s is never dialled (R46)', (_what, address) => {
  expect(isConnectable(address, { loopbackAllowed: false })).toBe(false);
});

describe('a receiver that misbehaves is cut off (R43)', () => {
  test.each<[string, (socket: Socket) => void]>([
    [
      'switches the protocol',
      (socket) =>
        void socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    [
      'answers for the time being for ever',
      (socket) => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
    ],
    ['closes in the middle', (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')],
    ['resets', (socket) => void socket.resetAndDestroy()],
    ['speaks nonsense', (socket) => void socket.write('\0\0\0\0\r\n\r\n')],
  ])('one that %s', async (_what, behave) => {
    const { port } = await listen(behave);
    const result = await postWebhook(outbound(`http://127.0.0.1:${port}/`));
    expect(result).toEqual({ kind: 'failed', error: expect.stringMatching(/^[^\0]+$/) });
  });

  test('one that speaks no TLS', async () => {
    const { seen, port } = await listen((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    const result = await postWebhook(outbound(`https://127.0.0.1:${port}/`));
    expect(result.kind).toBe('failed');
    expect(seen.heard).not.toContain('POST');
  });

  test('one that sends a body under a compression is kept as it came, not blown up', async () => {
    const { port } = await listen(
      (socket) =>
        void socket.end('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x00ab'),
    );
    const result = await postWebhook(outbound(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ kind: 'answered', status: 200, excerpt: '\x1f\ufffdab' });
  });

  test('ends the connection itself, so that nothing stays open behind it', async () => {
    const ended = Promise.withResolvers<void>();
    const { port } = await listen((socket) => socket.once('close', () => ended.resolve()));
    await postWebhook(outbound(`http://127.0.0.1:${port}/`));
    await ended.promise;
  });
});

test('a stop of the service ends the dial and blames no receiver', async () => {
  const stop = new AbortController();
  const { port } = await listen(() => stop.abort(new Error('the service stops')));
  const attempt = postWebhook(
    outbound(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000, stopping: stop.signal }),
  );
  await expect(attempt).rejects.toThrow('the service stops');
});
