import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasProgram } from '../../scripts/debian-programs.ts';
import { openStage } from '../src/stage/children.ts';
import { startFaultProxy } from '../src/stage/fault-proxy.ts';
import { failCalls } from '../src/stage/faults/failing-calls.ts';
import { findClockLibrary, makeClock } from '../src/stage/faults/faked-clock.ts';
import { canLosePackets, losePackets } from '../src/stage/faults/lost-packets.ts';
import { figuresOfProbes, type Probed } from '../src/torture/acts/clocks.ts';
import { figuresOfDisk } from '../src/torture/acts/disk-errors.ts';
import { figuresOfLooks, type ProbeAnswer } from '../src/torture/acts/healing.ts';
import { figuresOfKills, planKills, type Readied } from '../src/torture/acts/kills.ts';
import { figuresOfWithin } from '../src/torture/acts/shortage-probes.ts';
import { figuresOfOutlived, type Outlived } from '../src/torture/acts/stopped-sender.ts';
import type { Figure } from '../src/trial.ts';

const missed = (figures: readonly Figure[]): number => figures.filter(({ isMet }) => isMet === false).length;

let stage: Awaited<ReturnType<typeof openStage>>;
beforeEach(async () => {
  stage = await openStage(new AbortController().signal, () => undefined);
});
afterEach(() => stage.close());

const probed = (changes: Partial<Probed> = {}): Probed => ({
  probes: [{ order: 'a', status: 200, sentMs: 10_000, answeredMs: 10_100 }],
  written: [{ order: 'a', createdMs: 10_050, livesSeconds: 900 }],
  ...{ backwards: 0, unseen: 0, ...changes },
});

test.each<[string, Partial<Probed>, number]>([
  ['nothing', {}, 0],
  [
    'a token that was refused',
    { probes: [{ order: 'a', status: 403, sentMs: 10_000, answeredMs: 10_100 }] },
    1,
  ],
  ['a create that was lost', { written: [] }, 1],
  ['a time of another clock', { written: [{ order: 'a', createdMs: 3_610_000, livesSeconds: 900 }] }, 1],
  [
    'a life of another clock',
    {
      written: [
        { order: 'a', createdMs: 10_050, livesSeconds: 900 },
        { order: 'b', createdMs: 10_050, livesSeconds: 4_500 },
      ],
    },
    1,
  ],
  ['a history that goes back', { backwards: 1 }, 1],
  ['a step that nobody saw', { unseen: 1 }, 1],
  ['that nothing was tried', { probes: [], written: [] }, 1],
])('steps of clocks find %s (R84)', (_name, changes, expected) => {
  expect(missed(figuresOfProbes(probed(changes)))).toBe(expected);
});

const HEALED = { readyMs: 100, servedMs: 200 };

test('an error of the disk that no call met shows nothing (R83)', () => {
  expect(missed(figuresOfDisk({ fsync: 1, write: 2 }, [HEALED]))).toBe(0);
  expect(missed(figuresOfDisk({ fsync: 1, write: 0 }, [HEALED]))).toBe(1);
  expect(missed(figuresOfDisk({ fsync: 1 }, [{ ...HEALED, readyMs: 5_001 }]))).toBe(1);
  expect(missed(figuresOfDisk({ fsync: 1 }, [HEALED, { ...HEALED, servedMs: 5_001 }]))).toBe(1);
});

test('kills of a seed are the same ones, at the same points, whatever is ready when (R78)', () => {
  const take = (isFree: (place: number, count: number) => boolean): string[] => {
    const next = planKills(7);
    return Array.from({ length: 400 }, (_, count) => JSON.stringify(next((place) => isFree(place, count))));
  };
  const free = take(() => true);
  expect(take(() => true)).toEqual(free);
  // One that starts for a while lets others go first, and loses none of its own.
  const busy = take((place, count) => count > 100 || place !== 2);
  expect(busy.slice(0, 100).some((one) => one.startsWith('{"place":2'))).toBe(false);
  expect(busy.slice(0, 300).toSorted()).toEqual(free.slice(0, 300).toSorted());
  expect(new Set(free.map((one) => (JSON.parse(one) as { place: number }).place)).size).toBe(4);
});

const readied = (ms: number, changes: Partial<Readied> = {}): Readied => ({
  ...{ of: 'process', ms, isAlone: true, ...changes },
});

test('a kill loop with too few kills is missed (R78)', () => {
  const ready = Array.from({ length: 10 }, () => readied(100));
  expect(missed(figuresOfKills({ at: { 'api at random': 10 }, ready }, 21_000))).toBe(0);
  expect(missed(figuresOfKills({ at: { 'api at random': 10 }, ready }, 42_000))).toBe(1);
});

test.each([
  ['a process in time', readied(3_000), 0],
  ['a process too late', readied(3_001), 1],
  ['a process that waited for its database', readied(9_000, { isAlone: false }), 0],
  ['the database in time', readied(5_000, { of: 'database' }), 0],
  ['the database too late', readied(5_001, { of: 'database' }), 1],
])('of a kill loop %s is judged as it should (R78, R79)', (_what, one, count) => {
  expect(missed(figuresOfKills({ at: {}, ready: [one, one] }, 2_000))).toBe(count);
});

test('within faults a process that does not live is found, and faults in which all were ready show nothing (R79)', () => {
  const found = (...looks: ProbeAnswer[]): number =>
    missed(figuresOfLooks('network', [{ ...HEALED, looks }]));
  expect(found({ live: 200, ready: 500 }, { live: 200, ready: 200 })).toBe(0);
  expect(found({ live: 200, ready: 200 })).toBe(1);
  expect(found({ live: 0, ready: 500 })).toBe(1);
  expect(found()).toBe(0);
});

test('a shortage that no create felt shows nothing, where one has to be felt (R82, R85)', () => {
  const within = (creates: Record<number, number>) => [{ creates, reads: { 200: 3 }, load: {} }];
  expect(missed(figuresOfWithin('full', within({ 200: 1, 500: 1 }), true))).toBe(0);
  expect(missed(figuresOfWithin('full', within({ 200: 1, 0: 1 }), true))).toBe(0);
  expect(missed(figuresOfWithin('full', within({ 200: 2 }), true))).toBe(1);
  expect(missed(figuresOfWithin('full', within({ 200: 2 }), false))).toBe(0);
  const [told] = figuresOfWithin('full', [...within({ 200: 1 }), ...within({ 200: 2, 0: 1 })], false);
  expect(told?.value).toBe('1 x no answer, 3 x 200; 6 x 200; none');
});

const outlived = (changes: Partial<Outlived> = {}): Outlived => {
  const told = [1, 2, 3, 4, 5].flatMap((number) => [
    { id: String(number), digest: 'a' },
    { id: String(number), digest: 'a' },
  ]);
  const deliveries = { all: 5, open: 0, attempts: 5, again: 0, claims: 0 };
  return { held: 5, stoppedSeconds: 36, told, deliveries, ...changes };
};
const withDeliveries = (changes: Partial<Outlived['deliveries']>): Partial<Outlived> => ({
  deliveries: { ...outlived().deliveries, ...changes },
});

test.each<[string, Partial<Outlived>, number]>([
  ['nothing', {}, 0],
  ['too few webhooks under way', { held: 4 }, 1],
  ['one that nobody took over', { told: outlived().told.slice(1) }, 1],
  ['other bytes', { told: [...outlived().told, { id: '1', digest: 'b' }] }, 1],
  ['one that is due again', withDeliveries({ again: 1 }), 1],
  ['one that is not delivered', withDeliveries({ open: 1 }), 1],
  ['the outcome of whoever had lost its claim', withDeliveries({ attempts: 6 }), 1],
  ['a claim that is left', withDeliveries({ claims: 1 }), 1],
])('a worker that outlives its claim shows %s (R86)', (_name, changes, expected) => {
  expect(missed(figuresOfOutlived(outlived(changes)))).toBe(expected);
});

describe('the proxy at a commit (R78, R81)', () => {
  const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');
  const PREPARE = Buffer.from('P\0\0\0\x14s_1\0commit\0\0\0', 'latin1');
  const BIND = Buffer.from('B\0\0\0\x10\0s_1\0\0\0\0\0\0\0', 'latin1');

  async function openPair() {
    const got: Buffer[] = [];
    const server = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (bytes: Buffer) => {
          got.push(bytes);
          socket.write('done');
        });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stage.onClose(async () => void server.close());
    const proxy = await startFaultProxy(stage, (server.address() as { port: number }).port);
    const socket: Socket = connect(proxy.port, '127.0.0.1');
    await once(socket, 'connect');
    return { proxy, socket, got };
  }

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('ends the connection %s the database has it, and no answer comes', async (when, expected) => {
    const { proxy, socket, got } = await openPair();
    let [springs, answers] = [0, 0];
    socket.on('data', () => {
      answers += 1;
    });
    proxy.atCommit(when, () => {
      springs += 1;
    });
    const ended = once(socket, 'error');
    socket.write(COMMIT);
    await ended;
    expect({ springs, answers, got: got.length }).toEqual({ springs: 1, answers: 0, got: expected });
  });

  test('knows a commit that was prepared before by its name', async () => {
    const { proxy, socket, got } = await openPair();
    socket.write(PREPARE);
    await once(socket, 'data');
    proxy.atCommit('before', () => undefined);
    const ended = once(socket, 'error');
    socket.write(BIND);
    await ended;
    expect(got).toHaveLength(1);
  });

  test('lets everything else through, and commits again once nothing is to be done there', async () => {
    const { proxy, socket } = await openPair();
    proxy.atCommit('before', () => undefined);
    socket.write('Q\0\0\0\x0aselect\0');
    expect(String((await once(socket, 'data'))[0])).toBe('done');
    proxy.atCommit('before', undefined);
    socket.write(COMMIT);
    expect(String((await once(socket, 'data'))[0])).toBe('done');
    socket.destroy();
  });
});

const LOOP = "const f = require('node:fs'); setInterval(() => console.log(Date.now()), 50);";

test.skipIf(findClockLibrary() === undefined)(
  'a faked clock is stepped while its process runs, and back (R84)',
  async () => {
    const clock = await makeClock(stage, 'clock');
    stage.start('clocked', process.execPath, ['-e', LOOP], { env: clock.env });
    const offSeconds = (): number => {
      const last = readFileSync(`${stage.directory}/clocked.log`, 'utf8').trim().split('\n').at(-1);
      return Math.round((Number(last) - Date.now()) / 10_000) * 10 || 0;
    };
    await eventually(() => expect(offSeconds()).toBe(0));
    await clock.set(-3_600);
    await eventually(() => expect(offSeconds()).toBe(-3_600));
    await clock.set(0);
    await eventually(() => expect(offSeconds()).toBe(0));
  },
);

test.skipIf(!hasProgram('strace'))(
  'a call fails in a process that runs, until it is healed (R83)',
  async () => {
    const script = `const fs = require('node:fs'); const file = fs.openSync(process.argv[1], 'w');
    setInterval(() => { try { fs.fsyncSync(file); console.log('good'); } catch (error) { console.log(error.code); } }, 50);`;
    const child = spawn(process.execPath, ['-e', script, `${stage.directory}/file`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const said: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.trim().split('\n')));
    stage.onClose(async () => void child.kill('SIGKILL'));
    await eventually(() => expect(said).toContain('good'));
    const failing = await failCalls(stage, 'failing', {
      ...{ calls: ['fsync'], error: 'EIO', pids: [child.pid ?? 0] },
    });
    await eventually(() => expect(said).toContain('EIO'));
    expect(await failing.met()).toBeGreaterThan(0);
    await failing.heal();
    const before = said.length;
    await eventually(() => expect(said.slice(before).at(-1)).toBe('good'));
  },
);

test.skipIf(!canLosePackets())(
  'of the packets to a port one in five is lost while its connection stands, and what was sent comes all the same (R80)',
  async () => {
    const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    stage.onClose(async () => void server.close());
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    await once(socket, 'connect');
    const losing = losePackets(stage, [port]);
    let heard = '';
    socket.on('data', (bytes) => {
      heard += String(bytes);
      if (heard.length < 40) socket.write('x');
    });
    socket.write('x');
    await eventually(() => expect(heard).toHaveLength(40));
    expect(losing.lost()).toBeGreaterThan(0);
    losing.heal();
    socket.destroy();
  },
);
