import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStage } from '../src/stage/children.ts';
import { type FaultProxy, startFaultProxy } from '../src/stage/fault-proxy.ts';
import { torturePage } from '../src/torture/page.ts';
import { PHASES } from '../src/torture/phases.ts';

const MAIN = resolve(import.meta.dirname, '../src/torture/main.ts');
/** With the ground, and with what is judged after each phase, a smoke takes about 5 minutes where nothing else runs. */
const MAX_SMOKE_MINUTES = 2.5;

let stage: Awaited<ReturnType<typeof openStage>>;
let echo: Server;
let proxy: FaultProxy;

beforeEach(async () => {
  stage = await openStage(new AbortController().signal, () => undefined);
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startFaultProxy(stage, (echo.address() as { port: number }).port);
});
afterEach(async () => {
  await stage.close();
  echo.close();
});

const open = async (): Promise<Socket> => {
  const socket = connect(proxy.port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
};

/** What comes back first: bytes, or the code of an error. */
const say = (socket: Socket, text: string): Promise<unknown> => {
  socket.write(text);
  return new Promise((settle) => {
    socket.once('data', settle).once('error', ({ code }: NodeJS.ErrnoException) => settle(code));
  });
};

test('the proxy passes bytes on, and holds them back in silence until it is healed', async () => {
  const socket = await open();
  expect(await say(socket, 'one')).toBe('one');
  proxy.fail({ kind: 'silence' });
  const held = say(socket, 'two');
  const other = await open();
  const alsoHeld = say(other, 'three');
  await expect.poll(() => proxy.faults()).toBe(2);
  proxy.heal();
  expect(await Promise.all([held, alsoHeld])).toEqual(['two', 'three']);
  for (const one of [socket, other]) one.destroy();
});

test.each([{ kind: 'reset' }, { kind: 'refuse' }] as const)(
  'the proxy ends connections that are open, and new ones ($kind)',
  async (fault) => {
    const socket = await open();
    expect(await say(socket, 'one')).toBe('one');
    const ended = once(socket, 'error');
    proxy.fail(fault);
    expect(((await ended)[0] as NodeJS.ErrnoException).code).toBe('ECONNRESET');
    const late = connect(proxy.port, '127.0.0.1');
    expect(((await once(late, 'error'))[0] as NodeJS.ErrnoException).code).toBe('ECONNRESET');
    proxy.heal();
    const healed = await open();
    expect(await say(healed, 'two')).toBe('two');
    healed.destroy();
  },
);

test('the proxy cuts a connection in the middle of an answer', async () => {
  const socket = await open();
  proxy.fail({ kind: 'cut', afterBytes: 4 });
  const heard: string[] = [];
  socket.on('data', (text: string) => void heard.push(text));
  const ended = once(socket, 'error');
  socket.write('12345678');
  await ended;
  expect('12345678'.startsWith(heard.join(''))).toBe(true);
  expect(heard.join('').length).toBeLessThan(8);
  expect(proxy.faults()).toBe(1);
});

test('the proxy lets an answer trickle, whole and in its order, and passes what is left once it is healed', async () => {
  const socket = await open();
  const heard: string[] = [];
  socket.on('data', (text: string) => void heard.push(text));
  proxy.fail({ kind: 'trickle' });
  const text = Array.from({ length: 400 }, (_, number) => `${number} `).join('');
  socket.write(text);
  await expect.poll(() => heard.length).toBeGreaterThan(2);
  expect(text.startsWith(heard.join(''))).toBe(true);
  socket.write('last');
  proxy.heal();
  await expect.poll(() => heard.join('')).toBe(`${text}last`);
  expect(proxy.faults()).toBe(1);
  socket.destroy();
});

test(`the phases of smoke take at most ${MAX_SMOKE_MINUTES} minutes, and those of each longer size more`, () => {
  const minutes = (size: 'smoke' | 'full' | 'soak'): number =>
    PHASES.reduce((sum, phase) => sum + phase.minutes[size], 0);
  expect(minutes('smoke')).toBeLessThanOrEqual(MAX_SMOKE_MINUTES);
  expect(minutes('full')).toBeGreaterThan(minutes('smoke'));
  expect(minutes('full')).toBeLessThanOrEqual(34);
  expect(minutes('soak')).toBe(8 * 60);
});

test.each([
  [['--help'], 0],
  [['--size', 'huge'], 2],
  [['--seed', 'none'], 2],
])('with %j the command lists sizes and phases', (words, expected) => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, ...words], { encoding: 'utf8' });
  expect(status).toBe(expected);
  for (const { name, minutes, what } of PHASES) {
    expect(stdout).toContain(name.padEnd(14) + minutes.smoke);
    expect(stdout).toContain(`min: ${what}`);
  }
  expect(stdout).toContain('smoke|full|soak');
});

test('the page names seed, size, load, what was missed, and what is not shown', () => {
  const figures = [
    { what: 'a thing', value: '1', target: '0', isMet: false },
    { what: 'another', value: '2' },
  ];
  const page = torturePage('smoke', {
    ...{
      trial: 'torture',
      choices: { rounds: 1, seed: 7, rate: 20 },
      date: '2026-01-02T03:04:05.000Z',
      commit: 'abc',
    },
    ...{
      machine: 'two cores',
      loadBefore: '1, 1, 1',
      loadAfter: '2, 2, 2',
      seconds: 9,
      versions: ['Node.js 24'],
    },
    ...{ figures, verdicts: {} },
  });
  expect(page).toContain('npm run torture -- --seed 7 --size smoke');
  expect(page).toContain('Load average before 1, 1, 1; after 2, 2, 2. Node.js 24. Targets missed: 1.');
  expect(page).toContain('| a thing | 1 | 0: MISSED |\n| another | 2 |  |');
  expect(page).toContain('## What this does not show');
});
