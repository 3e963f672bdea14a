import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { expect, onTestFinished, test } from 'vitest';
import { countAmiss } from '../src/load/judge.ts';
import type { Offered } from '../src/load/offered.ts';
import { cardOf } from '../src/load/requests.ts';
import { figuresOfNetwork } from '../src/torture/acts/faults.ts';
import { figuresOfOverload, findPeak } from '../src/torture/acts/overload.ts';
import { isWrong, type Race } from '../src/torture/acts/races.ts';
import { figuresOfReceivers, HOSTILE, type Received } from '../src/torture/acts/receivers.ts';
import { figuresOfBadInput, sendRaw, type Tried, tryTable } from '../src/torture/input/bad-input.ts';
import { readOperations } from '../src/torture/input/contract-requests.ts';
import { addressesOf, BODIES, HTTP, tokensOf } from '../src/torture/input/corpora.ts';
import { foldChecks, type Judged, tableOfPhases } from '../src/torture/judged.ts';
import type { Figure } from '../src/trial.ts';

const missed = (figures: readonly Figure[]): string[] =>
  figures.filter(({ isMet }) => isMet === false).map(({ what }) => what.replace(/^[^:]*: /, ''));

const offered = (goodput: number, changes: Partial<Offered> = {}): Offered => ({
  ...{
    perSecond: 100,
    answers: { 200: 10, 429: 5 },
    goodput,
    p99Ms: 10,
    writtenP99Ms: 10,
    unsent: 0,
    unwaited: 0,
    ownLagMs: 1,
    ownProcessors: 0.2,
    acknowledged: [],
  },
  samples: [{ dueMs: 0, status: 200, ms: 10 }],
  ...changes,
});
const course = (last: Partial<Offered> = {}, after: Partial<Offered> = {}) => ({
  search: [offered(60), offered(99)],
  loads: [offered(90), offered(100), offered(80, last)],
  after: offered(50, after),
});
const late = (seconds: number) => ({ samples: [{ dueMs: (seconds - 1) * 1_000, status: 429, ms: 1 }] });

test.each<[string, Parameters<typeof course>, string[]]>([
  ['nothing', [], []],
  ['too little served', [{ goodput: 79 }], ['served at the highest load, to the peak']],
  ['answers that take too long', [{ writtenP99Ms: 1_001 }], ['highest p99 of what was served, at any load']],
  ['nothing in what waited here before it was sent, or never was', [{ p99Ms: 1_001, unsent: 9 }], []],
  ['a late recovery', [{}, late(11)], ['time until every create is good again, within 500 ms']],
  ['a recovery in time', [{}, late(10)], []],
  ['no create afterwards', [{}, { samples: [] }], ['time until every create is good again, within 500 ms']],
  ['a fault', [{ answers: { 200: 1, 500: 1 } }], ['answers other than 200, 429 and 503']],
  ['no answer', [{ answers: { 200: 1, 0: 1 } }], ['answers other than 200, 429 and 503']],
  ['a refusal that names no time', [{ unwaited: 1 }], ['refusals without Retry-After']],
  [
    'a load of which nothing was served',
    [{ goodput: 0 }],
    ['served at the highest load, to the peak', 'loads of which nothing was served'],
  ],
])('overload finds %s (R70)', (_name, words, expected) => {
  expect(missed(figuresOfOverload(course(...words), 0))).toEqual(expected);
});

test('the highest load is judged by the most that was ever served, also while the peak was looked for (R70)', () => {
  const found = { ...course(), search: [offered(60), offered(120), offered(110)] };
  expect(missed(figuresOfOverload(found, 0))).toEqual(['served at the highest load, to the peak']);
});

test.each<[string, readonly number[], number]>([
  ['no more is served for twice as much', [100, 190, 195], 3],
  ['it falls', [100, 80], 2],
  ['it was doubled five times', [10, 20, 40, 80, 160, 320, 640], 6],
])('the peak is looked for until %s (R70)', async (_what, served, count) => {
  let place = 0;
  const search = await findPeak(100, async (perSecond) => offered(served[place++] ?? 0, { perSecond }));
  expect(search.map(({ perSecond }) => perSecond)).toEqual(
    Array.from({ length: count }, (_, doublings) => 100 * 2 ** doublings),
  );
});

test('overload finds what was acknowledged and is not there, or twice (R70, I1)', () => {
  expect(missed(figuresOfOverload(course(), 1))).toEqual(['creates acknowledged and lost, or doubled (I1)']);
});

const HEALED = { readyMs: 100, servedMs: 200 };

test('a network phase after which creates are carried out late is missed, however soon processes say that they are ready (R80)', () => {
  expect(missed(figuresOfNetwork(['reset'], [HEALED, { readyMs: 100, servedMs: 5_100 }], 3, 7))).toEqual([
    'longest time until both processes carry out a create after a fault',
  ]);
});

test('a network phase in which no connection met a fault shows nothing (R80)', () => {
  expect(missed(figuresOfNetwork(['reset'], [HEALED], 3, 7))).toEqual([]);
  expect(missed(figuresOfNetwork(['reset'], [HEALED], 3, undefined))).toEqual([]);
  expect(missed(figuresOfNetwork(['reset'], [HEALED], 3, 0))).toEqual(['packets lost, one in five']);
  expect(missed(figuresOfNetwork(['reset'], [HEALED], 0, 7))).toEqual(['connections that met one']);
});

const received = (changes: Partial<Received> = {}): Received => ({
  ...{ lateMs: [100, 200], unheard: 0, missing: 0, trapped: 0, met: [['hangs', 1]], hanging: 20 },
  ...changes,
});

test.each<[string, Partial<Received>, number]>([
  ['nothing', {}, 0],
  ['a sound receiver that hears late', { lateMs: [100, 2_001] }, 1],
  ['a sound receiver that hears nothing', { lateMs: [], unheard: 0 }, 1],
  ['an end that is lost', { unheard: 1 }, 1],
  ['an end without delivery to a hostile receiver', { missing: 1 }, 1],
  ['a redirect that was followed', { trapped: 1 }, 1],
  ['a hostile receiver that was never asked', { met: [['hangs', 0]] }, 1],
  ['receivers that hang one after the other', { hanging: 19 }, 1],
])('hostile receivers: %s is found (R74)', (_name, changes, count) => {
  expect(missed(figuresOfReceivers(received(changes)))).toHaveLength(count);
});

test('there are 12 kinds of hostile receivers (R74)', () => {
  expect(Object.keys(HOSTILE)).toHaveLength(12);
});

const tried = (changes: Partial<Tried> = {}): Tried => ({
  ...{
    corpus: 'bodies',
    sent: 1,
    faults: 0,
    taken: 0,
    unnamed: 0,
    soundRefused: 0,
    mustFail: true,
    ...changes,
  },
});

test.each<[string, Partial<Tried>, string[]]>([
  ['nothing', { taken: 1, mustFail: false }, []],
  ['a fault', { faults: 1 }, ['answers of 500 and above']],
  ['what was taken', { taken: 1 }, ['taken that must be refused']],
  [
    'a status outside the contract',
    { unnamed: 1 },
    ['answers whose status or body is not that of the published contract'],
  ],
  ['a corpus that was not sent', { sent: 0 }, ['corpora of which nothing was sent']],
  [
    'a sound request that was refused',
    { soundRefused: 1 },
    ['sound requests, sent likewise, that were refused'],
  ],
])('bad input finds %s (R75)', (_name, changes, expected) => {
  expect(missed(figuresOfBadInput([tried(changes)], 0, 0))).toEqual(expected);
});

test('bad input finds a connection or a packet to an address inside that was offered (R75)', () => {
  expect(missed(figuresOfBadInput([tried()], 1, 0))).toEqual([
    'connections to a listener inside whose address was offered',
  ]);
  expect(missed(figuresOfBadInput([tried()], 0, 1))).toEqual([
    'packets to addresses inside that were offered',
  ]);
  expect(missed(figuresOfBadInput([tried()], 0, undefined))).toEqual([]);
});

test('no body, token, request or address of the corpora is the sound one, nor there twice (R75)', () => {
  const sound = cardOf('company', 'order');
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${encode({ alg: 'ES256', kid: 'one' })}.${encode({ sub: 'shop', exp: 1 })}.c2lnbmVk`;
  for (const [all, own] of [
    [BODIES.map((body) => body(sound)), sound],
    [tokensOf(token), token],
    [HTTP.map((lines) => lines('/path', token, sound)), ''],
    [addressesOf(9), 'https://shop.example/webhook'],
  ] as const) {
    expect(all).not.toContain(own);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(20);
  }
});

test('what is refused shows nothing where the sound one is refused likewise, or nobody listens (R75)', async () => {
  const refusing = async () => 400;
  const table = { corpus: 'bodies', all: [refusing, refusing] };
  expect(await tryTable({ ...table, sound: async () => 200 })).toMatchObject({ sent: 2, soundRefused: 0 });
  expect(await tryTable({ ...table, sound: async () => 403 })).toMatchObject({ soundRefused: 2 });
  // A limit that began in the midst.
  let sent = 0;
  const sound = async (): Promise<number> => (++sent === 1 ? 200 : 429);
  expect(await tryTable({ ...table, sound })).toMatchObject({ soundRefused: 1 });
  const url = `http://127.0.0.1:${await findFreePort()}`;
  const silent = { corpus: 'HTTP', all: [() => sendRaw(url, '\r\n')], sound: () => sendRaw(url, '\r\n') };
  expect(missed(figuresOfBadInput([await tryTable(silent)], 0, 0))).toHaveLength(1);
});

const race = (changes: Partial<Race> = {}): Race => ({
  ...{ order: 'one', winners: 1, unknown: 0, strange: 0, ...changes },
});

test.each<[string, Partial<Race>, number, boolean]>([
  ['one winner that is there', {}, 1, false],
  ['one winner that is lost', {}, 0, true],
  ['one winner that is there twice', {}, 2, true],
  ['two winners', { winners: 2 }, 1, true],
  ['no winner', { winners: 0 }, 0, true],
  ['a winner whose answer took too long', { winners: 0, unknown: 1 }, 1, false],
  ['an answer that took too long, with nothing there', { winners: 0, unknown: 1 }, 0, false],
  ['an answer that took too long, with two there', { winners: 0, unknown: 1 }, 2, true],
])('a race with %s is judged by answers and rows (R73)', (_name, changes, count, wrong) => {
  expect(isWrong(race(changes), Array(count).fill('id'))).toBe(wrong);
});

test('a create that was acknowledged under load has to be there once (I1)', () => {
  const rows = new Map([
    ['a', ['1']],
    ['b', ['2', '3']],
  ]);
  expect(countAmiss(['a'], rows)).toBe(0);
  expect(countAmiss(['a', 'b', 'c'], rows)).toBe(2);
});

test('operations are those of the published contract, with their statuses and examples', () => {
  const create = readOperations().find(({ path }) => path.endsWith('/walletid/transaction'));
  expect(create?.method).toBe('POST');
  expect([...(create?.statuses ?? [])]).toContain('429');
  expect(create?.bodies.length).toBeGreaterThan(1);
});

test('bytes that are sent as they are give the status of their answer', async () => {
  const server = createServer((_request, response) => response.writeHead(418).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await sendRaw(url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toBe(418);
  expect(await sendRaw(url, 'no HTTP\r\n\r\n')).toBe(400);
});

const VERDICT: Judged['verdict'] = {
  ...{ sent: 3, acknowledged: 2, lost: 0, doubled: 0, written: 0, longestGapSeconds: 1, outsideContract: 0 },
  ...{ answers: { 200: 2 }, slowestSeconds: 0.5 },
};
const phaseOf = (phase: string, count: number): Judged => ({
  ...{ phase, minutes: 1, took: { seconds: 61.2, judgedSeconds: 2 } },
  ...{ what: 'a thing', figures: [], checks: [{ what: 'lost', count }], verdict: VERDICT },
  ...{ journal: 'a.journal', head: undefined },
});

test('checks that every phase has are one figure, which names the phases that found something', () => {
  expect(foldChecks([phaseOf('one', 0), phaseOf('two', 0)])).toEqual([
    { what: 'lost (2 phases)', value: '0', target: '0', isMet: true },
  ]);
  expect(foldChecks([phaseOf('one', 1), phaseOf('two', 0), phaseOf('three', 2)])).toEqual([
    { what: 'lost (3 phases)', value: '3: one 1, three 2', target: '0', isMet: false },
  ]);
});

test('each phase is one row', () => {
  const { head, rows } = tableOfPhases([phaseOf('one', 0)]);
  expect(rows).toEqual([['one', '1', '61 + 2', 'a thing', '3', '2', '0', '1.0 s', '0.5 s', '2 x 200']]);
  expect(head).toHaveLength(rows[0]?.length ?? 0);
});
