import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Calls, openCalls } from '../src/load/calls.ts';

const SOON_MS = 300;
const closings: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** A server that does this with each piece that comes, and a client of it; `opened` counts connections. */
async function open(behave: (socket: Socket, text: string) => unknown, most = 8, limitMs?: number) {
  let opened = 0;
  const server = createServer((socket) => {
    opened += 1;
    closings.push(() => socket.destroy());
    socket.on('error', () => undefined).on('data', (part) => behave(socket, part.toString()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const calls: Calls = openCalls(most, limitMs);
  closings.push(calls.close, () => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/there`;
  const send = (body = 'é') => calls.send({ method: 'POST', url, headers: { x: 'y' }, body });
  return { send, opened: () => opened, server, calls };
}

const answer = (status: string, body: string, more = ''): string =>
  `HTTP/1.1 ${status}\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test('requests follow each other on one connection, and carry their length in bytes', async () => {
  const heard: string[] = [];
  const { send, opened } = await open((socket, text) => {
    heard.push(text);
    socket.write(answer('200 OK', 'ü'));
  });
  expect([await send(), await send()]).toEqual([
    { status: 200, body: 'ü' },
    { status: 200, body: 'ü' },
  ]);
  expect(opened()).toBe(1);
  expect(heard[0]).toMatch(
    /^POST \/there HTTP\/1.1\r\nhost: 127.0.0.1:\d+\r\nx: y\r\ncontent-length: 2\r\n\r\né$/,
  );
});

test('an answer in pieces is whole with its last one', async () => {
  const { send } = await open(async (socket) => {
    for (const byte of Buffer.from(answer('429 Busy', 'wait', 'Retry-After: 3\r\n'))) {
      socket.write(Buffer.from([byte]));
      await setImmediate();
    }
  });
  expect(await send()).toEqual({ status: 429, body: 'wait', retryAfter: '3' });
});

test('a connection that the server ends is not used again', async () => {
  const { send, opened } = await open((socket) =>
    socket.write(answer('503 Away', '', 'Connection: close\r\n')),
  );
  expect([(await send()).status, (await send()).status]).toEqual([503, 503]);
  expect(opened()).toBe(2);
});

test('beyond its connections requests wait for one, and each has its own answer', async () => {
  const { send, opened } = await open(
    (socket, text) => socket.write(answer('200 OK', text.split('\r\n\r\n')[1] ?? '')),
    2,
  );
  const bodies = Array.from({ length: 20 }, (_, number) => `body ${number}`);
  const came = await Promise.all(bodies.map((body) => send(body)));
  expect(came.map(({ body }) => body)).toEqual(bodies);
  expect(opened()).toBe(2);
});

test.each<[string, (socket: Socket) => unknown, string]>([
  [
    'that is cut',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    'socket hang up',
  ],
  ['that is reset', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ['without a length', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), 'without a length'],
])('an answer %s is none', async (_name, behave, error) => {
  const { send } = await open(behave);
  expect(await send()).toEqual({ error: expect.stringContaining(error) });
});

test('an answer that does not come within the limit is none, and neither is one that waits for its connection', async () => {
  const { send } = await open(() => undefined, 1, SOON_MS);
  expect(await Promise.all([send(), send()])).toEqual([
    { error: 'Error: too late' },
    { error: 'Error: too late' },
  ]);
});

test('what waits for a connection is told why there is none', async () => {
  const { send, server } = await open(() => undefined, 1);
  server.close();
  const came = await Promise.all([send(), send(), send()]);
  expect(came.map(({ error }) => error)).toEqual(Array(3).fill(expect.stringContaining('ECONNREFUSED')));
});

test('what waits for a connection is told when it is written, and not before', async () => {
  const held: Socket[] = [];
  const { calls, server } = await open((socket) => held.push(socket), 1);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/there`;
  const written: number[] = [];
  const send = (number: number) =>
    calls.send({ method: 'GET', url, headers: {}, onWrite: () => void written.push(number) });
  const both = [send(1), send(2)];
  await expect.poll(() => held.length).toBe(1);
  expect(written).toEqual([1]);
  held[0]?.write(answer('200 OK', ''));
  await both[0];
  expect(written).toEqual([1, 2]);
});

test('closing ends what is under way and what waits', async () => {
  const { send, calls } = await open(() => undefined, 1);
  const both = Promise.all([send(), send()]);
  calls.close();
  expect((await both).map(({ error }) => error)).toEqual(['Error: closed', 'Error: closed']);
});
