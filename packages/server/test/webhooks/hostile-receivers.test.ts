import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { createConnections } from '@titular/server/webhooks/sender/connections.ts';
import { type OutboundRequest, postWebhook } from '@titular/server/webhooks/sender/post-webhook.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { GOOD_ANSWER, startScripted, type TlsIdentity } from './scripted-server.ts';
import { createTlsIdentity } from './tls-identity.ts';

const LIMIT_MS = 300;
/** What a busy machine may take besides. */
const GRACE_MS = 30_000;
/** 64 KiB of body, the headers, and one read of the system more. */
const MAX_BYTES = 256 * 1024;

const outbound = (port: number, changes: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url: `http://127.0.0.1:${port}/hook`,
  body: '{}',
  headers: {},
  timeoutMs: LIMIT_MS,
  rules: { environment: 'test', loopbackAllowed: true, ports: [port] },
  ...changes,
});

/** The sockets of our side, as they are made. */
const ours: Socket[] = [];
const noteSocket = (message: unknown): void => {
  ours.push((message as { socket: Socket }).socket);
};
beforeAll(() => subscribe('net.client.socket', noteSocket));
afterAll(() => unsubscribe('net.client.socket', noteSocket));

/** Writes the text again and again for as long as anybody takes it. */
function pour(socket: Socket, text: string | Buffer, most = 1_000_000_000): void {
  let left = most;
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= text.length;
      if (!socket.write(text)) return;
    }
  };
  socket.on('drain', more);
  more();
}

/** Writes one sign after the other, one every few milliseconds. */
function trickle(socket: Socket, text: string): void {
  const signs = text[Symbol.iterator]();
  const timer = setInterval(() => socket.write(signs.next().value ?? 'x'), 5);
  socket.on('close', () => clearInterval(timer));
}

const HEAD = 'HTTP/1.1 200 OK\r\n';
const BOMB = gzipSync(Buffer.alloc(50_000_000));

type Behaviour = (socket: Socket, count: number) => void;
const FAILING: readonly [string, Behaviour][] = [
  ['hangs before headers', () => undefined],
  ['trickles headers', (socket, count) => count === 1 && trickle(socket, `${HEAD}x: `)],
  ['trickles body', (socket, count) => count === 1 && trickle(socket, `${HEAD}content-length: 9999\r\n\r\n`)],
  ['resets', (socket) => void socket.resetAndDestroy()],
  ['closes before headers', (socket) => void socket.end()],
  ['closes in the middle of headers', (socket) => void socket.end(`${HEAD}content-le`)],
  ['closes in the middle of the body', (socket) => void socket.end(`${HEAD}content-length: 99\r\n\r\nx`)],
  ['sends a header of 1 MB', (socket) => pour(socket, `${HEAD}x: ${'y'.repeat(1_000_000)}`, 1_000_000)],
  ['sends headers without end', (socket) => pour(socket, `${HEAD}${'x: y\r\n'.repeat(1000)}`)],
  [
    'sends interim answers without end',
    (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(99)),
  ],
  [
    'switches protocols',
    (socket) => void socket.write('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  ['speaks another protocol', (socket) => void socket.write('220 smtp ready\r\n')],
];

const bombHead = `${HEAD}content-encoding: gzip\r\ncontent-length: ${2 * BOMB.length}\r\n\r\n`;
const CUT: readonly [string, (socket: Socket) => void][] = [
  [
    'sends 1 GB',
    (socket) => {
      socket.write(`${HEAD}content-length: 1000000000\r\n\r\n`);
      pour(socket, Buffer.alloc(65_536, 120));
    },
  ],
  [
    'sends chunks of one byte without end',
    (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      pour(socket, '1\r\nx\r\n'.repeat(5000));
    },
  ],
  ['sends a gzip bomb', (socket) => void socket.write(Buffer.concat([Buffer.from(bombHead), BOMB, BOMB]))],
];

/** Posts and tells what it cost: the time, the bytes that were read, and that nothing stays open on either side. */
async function attempt(behave: Behaviour, changes: Partial<OutboundRequest> = {}, identity?: TlsIdentity) {
  const { port, seen, sockets } = await startScripted(behave, identity);
  ours.length = 0;
  const startMs = performance.now();
  const url = changes.url?.replace('PORT', String(port)) ?? `http://127.0.0.1:${port}/`;
  const result = await postWebhook(outbound(port, { ...changes, url }));
  const tookMs = performance.now() - startMs;
  await expect.poll(() => ours.map((socket) => socket.destroyed)).not.toContain(false);
  // A side that does not read is not told of the end either.
  const countOpen = (): number => {
    for (const socket of sockets) socket.resume();
    return seen.open;
  };
  await expect.poll(countOpen).toBe(0);
  expect(tookMs).toBeLessThan(LIMIT_MS + GRACE_MS);
  expect(Math.max(0, ...ours.map((socket) => socket.bytesRead))).toBeLessThan(MAX_BYTES);
  return { result, seen };
}

describe.each([
  ['for itself', () => ({})],
  [
    'with connections that may be kept',
    () => {
      const connections = createConnections();
      onTestFinished(() => connections.close());
      return { connections, endpointId: 'endpoint-1' };
    },
  ],
] as const)('an attempt %s ends by its limit when the receiver misbehaves (R43)', (_how, changes) => {
  test.each(FAILING)('and %s: it failed', async (_what, behave) => {
    const { result } = await attempt(behave, changes());
    expect(result).toEqual({ kind: 'failed', error: expect.stringMatching(/^[\x20-\x7e]{1,200}$/) });
  });

  test.each(CUT)('and %s: it is cut, and the status counts', async (_what, behave) => {
    const { result } = await attempt((socket, count) => count === 1 && behave(socket), changes());
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(result.kind === 'answered' && Buffer.byteLength(result.excerpt)).toBeGreaterThanOrEqual(4_096);
  });

  test('and accepts and never reads: it failed', async () => {
    const body = 'x'.repeat(30_000_000);
    const { result } = await attempt((socket, count) => count === 1 && socket.pause(), {
      ...changes(),
      body,
    });
    expect(result).toEqual({ kind: 'failed', error: 'no complete answer in time' });
  });

  test('and answers without having read: the answer counts, and the rest is not sent', async () => {
    const body = 'x'.repeat(30_000_000);
    const behave: Behaviour = (socket, count) => count === 1 && socket.pause().write(GOOD_ANSWER);
    const { result, seen } = await attempt(behave, { ...changes(), body, timeoutMs: 1_800 });
    expect(result).toMatchObject({ kind: 'answered', status: 200, excerpt: 'ok' });
    expect(seen.heard.length).toBeLessThan(body.length);
  });
});

describe('wrong TLS is a failed attempt, before a byte of the event is sent (R43)', () => {
  const secure = { url: 'https://receiver.example:PORT/', resolve: async () => ['127.0.0.1'] };
  const answer: Behaviour = (socket) => void socket.write(GOOD_ANSWER);
  const trusted = tls.getCACertificates();

  test.each<[string, string, number, boolean, RegExp]>([
    ['a certificate nobody vouches for', 'receiver.example', 2, false, /self-signed/],
    ['a certificate of another name', 'other.example', 2, true, /does not match/],
    ['a certificate that has ended', 'receiver.example', 0, true, /expired/],
  ])('%s', async (_what, name, days, isTrusted, error) => {
    const identity = await createTlsIdentity(name, days);
    tls.setDefaultCACertificates(isTrusted ? [...trusted, identity.cert] : trusted);
    const { result, seen } = await attempt(answer, secure, identity);
    expect(result).toEqual({ kind: 'failed', error: expect.stringMatching(error) });
    expect(seen.heard).toBe('');
  });

  test('whatever the process was told of checks', async () => {
    tls.setDefaultCACertificates(trusted);
    const identity = await createTlsIdentity('receiver.example');
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { result } = await attempt(answer, secure, identity);
    expect(result.kind).toBe('failed');
  });

  test.each<[string, Behaviour]>([
    ['no TLS at all', (socket) => void socket.write(GOOD_ANSWER)],
    ['a handshake that never goes on', () => undefined],
  ])('%s', async (_what, behave) => {
    const { result, seen } = await attempt(behave, secure);
    expect(result.kind).toBe('failed');
    expect(seen.heard).not.toContain('POST');
  });

  test('is told in words, without source files and addresses of memory (C20)', async () => {
    const noTls = await attempt((socket) => void socket.write(GOOD_ANSWER), secure);
    const error = 'TLS could not be agreed on: wrong version number';
    expect(noTls.result).toEqual({ kind: 'failed', error });
    const alert = await attempt((socket) => void socket.write(Buffer.from('15030300020228', 'hex')), secure);
    expect(alert.result).toEqual({
      kind: 'failed',
      error: expect.stringMatching(/^TLS could not be agreed on: [a-z0-9/ ]+$/),
    });
  });
});

test('two hundred dials that hang hold up no other dial (R43)', async () => {
  const hanging = await startScripted(() => undefined);
  const healthy = await startScripted((socket) => void socket.write(GOOD_ANSWER));
  let ended = 0;
  const held = Array.from({ length: 200 }, () =>
    postWebhook(outbound(hanging.port, { timeoutMs: 8_000 })).finally(() => {
      ended += 1;
    }),
  );
  await expect.poll(() => hanging.seen.connections).toBe(200);
  expect(await postWebhook(outbound(healthy.port, { timeoutMs: 5_000 }))).toMatchObject({ status: 200 });
  expect(ended).toBe(0);
  expect(new Set((await Promise.all(held)).map(({ kind }) => kind))).toEqual(new Set(['failed']));
  await expect.poll(() => hanging.seen.open).toBe(0);
});

test('an answer at 59.5 s is a success and one at 60.5 s comes too late, in real time (R44)', async () => {
  const answersAfter = (delayMs: number) =>
    startScripted((socket) => {
      const timer = setTimeout(() => socket.write(GOOD_ANSWER), delayMs);
      socket.on('close', () => clearTimeout(timer));
    });
  const [early, late] = [await answersAfter(59_500), await answersAfter(60_500)];
  const connections = createConnections();
  onTestFinished(() => connections.close());
  const kept = { timeoutMs: 60_000, connections, endpointId: 'endpoint-1' };
  const results = await Promise.all([
    postWebhook(outbound(early.port, { timeoutMs: 60_000 })),
    postWebhook(outbound(early.port, kept)),
    postWebhook(outbound(late.port, { timeoutMs: 60_000 })),
    postWebhook(outbound(late.port, kept)),
  ]);
  const success = { kind: 'answered', status: 200, retryAfter: undefined, excerpt: 'ok' };
  const failure = { kind: 'failed', error: 'no complete answer in time' };
  expect(results).toEqual([success, success, failure, failure]);
}, 270_000);
