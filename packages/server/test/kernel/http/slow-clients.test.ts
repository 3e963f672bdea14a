import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval as ticks } from 'node:timers/promises';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';
import { head } from './raw.ts';

const IDLE_CONNECTIONS = 500;
/** When a connection must have ended. */
const LIMIT_SECONDS: Readonly<Record<string, number>> = { headers: 10, body: 15, read: 15 };
/** The server looks every second who is late, and a client that reads nothing sees its end when it writes again. */
const GRACE_SECONDS = 4;

let service: TestService;
let merchant: Merchant;
let script: string;
const timers: NodeJS.Timeout[] = [];

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  const page = await (await fetch(`${service.url}/capture/`)).text();
  script = /\/capture\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
});
afterAll(() => {
  for (const timer of timers) clearInterval(timer);
  return service.close();
});

type Ending = { what: string; seconds: number; text: string };

/** Lets a client do its worst and tells when the service ended its connection, and what it said. */
function endingOf(what: string, behave: (socket: Socket) => void): Promise<Ending> {
  return new Promise((resolve) => {
    let start = performance.now();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1').slice(0, 500);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ what, seconds: (performance.now() - start) / 1000, text }));
    socket.on('connect', () => {
      start = performance.now();
      behave(socket);
    });
  });
}

/** Sends one piece after another, one each second. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => {
    if (socket.writable) socket.write(piece);
    else clearInterval(timer);
  }, 1_000);
  timers.push(timer);
}

const createHead = (...lines: string[]): string =>
  head(
    'POST /api/public/v1/walletid/transaction HTTP/1.1',
    'host: x',
    `authorization: Bearer ${merchant.token}`,
    'content-type: application/json',
    ...lines,
  );

const several = (what: string, behave: (socket: Socket) => void): Promise<Ending>[] =>
  Array.from({ length: 5 }, () => endingOf(what, behave));

/** Takes nothing of what it asked for, and asks again; what it goes on writing shows it that it was cut off. */
function neverRead(socket: Socket): void {
  socket.pause();
  socket.write(head(`GET ${script} HTTP/1.1`, 'host: x').repeat(400));
  drip(socket, '\r\n');
}

/** Connections that say nothing, once the service has taken them all: it answers in order. */
async function openIdle(): Promise<Promise<Ending>[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const endings = Array.from({ length: IDLE_CONNECTIONS }, () =>
    endingOf('headers', () => {
      count += 1;
      if (count === IDLE_CONNECTIONS) resolve();
    }),
  );
  await promise;
  await (await fetch(`${service.url}/healthz`)).text();
  return endings;
}

/** Asks and answers like any other client until told to stop; gives how long each answer took, in milliseconds. */
async function usualClient(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for await (const _ of ticks(50)) {
    if (isOver()) break;
    const start = performance.now();
    const { status } = await merchant.read('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e');
    expect(status).toBe(404);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

test('readTransaction 404: clients that send, or take, too slowly are cut off, and the others do not feel them (R33)', async () => {
  const lag = monitorEventLoopDelay();
  lag.enable();
  let isOver = false;
  const usual = usualClient(() => isOver);
  const idle = await openIdle();
  const endings = await Promise.all([
    ...idle,
    ...several('headers', (socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n');
      drip(socket, 'a: b\r\n');
    }),
    ...several('headers', (socket) => drip(socket, '\r\n')),
    ...several('body', (socket) => {
      socket.write(createHead('content-length: 1000'));
      drip(socket, ' ');
    }),
    ...several('body', (socket) => {
      socket.write(createHead('transfer-encoding: chunked'));
      drip(socket, '1\r\n \r\n');
    }),
    ...several('body', (socket) => socket.write(createHead('content-length: 1000'))),
    ...several('read', neverRead),
  ]);
  isOver = true;
  const times = await usual;
  // Both sides share this process: what it was busy with is nobody's slowness.
  const graceSeconds = GRACE_SECONDS + (2 * lag.max) / 1e9;
  const late = endings.filter(({ what, seconds }) => seconds > (LIMIT_SECONDS[what] ?? 0) + graceSeconds);
  expect(late.map(({ what, seconds }) => `${what} ${seconds}, grace ${graceSeconds}`)).toEqual([]);
  for (const { what, text } of endings)
    if (what !== 'read') expect(text, what).toMatch(/^$|^HTTP\/1\.1 400 [\s\S]*"code":"40001"/);
  const [middle = 0, most = 0] = [0.5, 0.99].map((part) => times[Math.floor(times.length * part)]);
  console.log(`${times.length} usual answers: median ${middle.toFixed(1)} ms, p99 ${most.toFixed(1)} ms`);
  expect(times.length).toBeGreaterThan(20);
  expect(middle).toBeLessThan(500);
  expect((await merchant.create()).status).toBe(200);
}, 180_000);
