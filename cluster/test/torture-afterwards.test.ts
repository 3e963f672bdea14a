import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { figuresOfPages } from '../src/torture/afterwards/capture-pages.ts';
import { lookThroughFiles } from '../src/torture/afterwards/files.ts';
import { figuresOfLists } from '../src/torture/afterwards/read-back.ts';
import { figuresOfMade } from '../src/torture/afterwards/told.ts';
import { figuresOfLeft } from '../src/torture/drift.ts';
import { figuresOfSlowest } from '../src/torture/judge-phase.ts';
import { type FieldsRow, listAcknowledged, listUnlike } from '../src/torture/load/judge-fields.ts';
import type { CallLine } from '../src/torture/load/mix.ts';
import { PHASES } from '../src/torture/phases.ts';
import type { Figure } from '../src/trial.ts';
import { makeDirectory } from './make-directory.ts';

const missed = (figures: readonly Figure[]): string[] =>
  figures.filter(({ isMet }) => isMet === false).map(({ what }) => what);

const TENANT = { mark: 'canary0001x', companyId: 'company-1' };
const listOf = (...transactions: object[]) => [{ tenant: TENANT, text: JSON.stringify({ transactions }) }];
const SOUND = { id: 'one', company: 'company-1', orderNumber: 'trial-1-1-canary0001x' };

test.each<[string, Parameters<typeof figuresOfLists>[0], number]>([
  ['nothing', listOf(SOUND), 0],
  ['an order that is sent to be canceled', listOf({ ...SOUND, orderNumber: 'trial-ends-11001-7' }), 0],
  ['that nothing was listed', [], 1],
  ['an empty list', listOf(), 1],
  ['what is no list', [{ tenant: TENANT, text: '<html>' }], 1],
  ['another company', listOf({ ...SOUND, company: 'company-2' }), 1],
  ['an order that was not sent', listOf({ ...SOUND, orderNumber: 'trial-1-1' }), 1],
  ['the order of another tenant', listOf({ ...SOUND, orderNumber: 'trial-1-1-canary0002x' }), 2],
  ['the mark of another tenant', listOf({ ...SOUND, note: 'canary0002x' }), 1],
])('lists find %s (I1, I6)', (_what, lists, count) => {
  expect(missed(figuresOfLists(lists))).toHaveLength(count);
});

test('a list has the status of each row, leaves none out, and names none twice (I1, I4)', () => {
  const row = { company: TENANT.companyId, status: 'canceled' };
  const count = (rows: Record<string, typeof row>, ...items: object[]): number =>
    missed(figuresOfLists(listOf(...items), new Map(Object.entries(rows)))).length;
  const item = { ...SOUND, status: 'canceled' };
  expect(count({ one: row }, item)).toBe(0);
  expect(count({ one: row, other: { ...row, company: 'company-2' } }, item)).toBe(0);
  expect(count({ one: row }, { ...item, status: 'waiting' })).toBe(1);
  expect(count({ one: row, two: row }, item)).toBe(1);
  expect(count({ one: row, two: row }, item, item)).toBe(1);
});

test('a page that names another tenant, or not its own, is found (I6)', () => {
  const page = (text: string) => ({ mark: TENANT.mark, text });
  expect(missed(figuresOfPages([page('Shop canary0001x')]))).toEqual([]);
  expect(missed(figuresOfPages([]))).toHaveLength(1);
  expect(missed(figuresOfPages([page('Shop canary0001x'), page('{}')]))).toHaveLength(1);
  expect(missed(figuresOfPages([page('Shop canary0002x')]))).toHaveLength(2);
});

test('a delivery that is told as made and never came is found, and none at all shows nothing (I5)', () => {
  const made = { event: 'one', url: 'http://127.0.0.1:9/webhook/canary0001x' };
  const heard = new Set(['/webhook/canary0001x one']);
  const hasHeard = (path: string, id: string): boolean => heard.has(`${path} ${id}`);
  expect(missed(figuresOfMade([made], hasHeard))).toEqual([]);
  expect(missed(figuresOfMade([], hasHeard))).toHaveLength(1);
  expect(missed(figuresOfMade([made, { ...made, event: 'two' }], hasHeard))).toHaveLength(1);
  expect(missed(figuresOfMade([{ ...made, url: 'http://127.0.0.1:9/webhook' }], hasHeard))).toHaveLength(1);
});

test('a name in the bytes of any file below a directory is found, also where two parts of it meet (I7)', async () => {
  const directory = makeDirectory();
  const secrets = [{ word: 'Maria da Silva' }, { word: '52998224725', heldBy: /\/demo\.json$/ }];
  const look = async () => {
    const { figures, told } = await lookThroughFiles(directory, secrets, join(directory, 'compiled'));
    return [missed(figures).length, told.map((path) => path.slice(directory.length))];
  };
  expect(await look()).toEqual([1, []]);
  mkdirSync(join(directory, 'base/16384'), { recursive: true });
  writeFileSync(join(directory, 'base/16384/1'), Buffer.alloc(5 * 2 ** 20, 1));
  expect(await look()).toEqual([0, []]);
  mkdirSync(join(directory, 'compiled'));
  writeFileSync(join(directory, 'compiled/main'), 'an example names Maria da Silva');
  expect(await look()).toEqual([0, []]);
  const split = Buffer.alloc(5 * 2 ** 20, 1);
  split.write('52998224725', 4 * 2 ** 20 - 5);
  writeFileSync(join(directory, 'base/16384/2'), split);
  expect(await look()).toEqual([1, ['/base/16384/2']]);
  rmSync(join(directory, 'base/16384/2'));
  writeFileSync(join(directory, 'demo.json'), '52998224725');
  expect(await look()).toEqual([0, []]);
  writeFileSync(join(directory, 'other.json'), '52998224725');
  expect(await look()).toEqual([1, ['/other.json']]);
});

test.each([
  [{}, 0],
  [{ rows: 1 }, 1],
  [{ jobs: 1 }, 1],
  [{ claims: 1 }, 1],
  [{ undecided: 1 }, 1],
  [{ idle: 1 }, 1],
  [{ rows: Number.NaN, jobs: Number.NaN, claims: Number.NaN, undecided: Number.NaN, idle: Number.NaN }, 5],
])('of what is left, %o is missed %i times (I3, I11)', (left, count) => {
  const nothing = { rows: 0, jobs: 0, claims: 0, undecided: 0, idle: 0 };
  expect(missed(figuresOfLeft({ ...nothing, ...left }))).toHaveLength(count);
});

test('a call that ends later than the service promises is found where a phase is about it (R80)', () => {
  const phase = (name: string) => PHASES.find((one) => one.name === name) ?? PHASES[0];
  const judged = (name: string, slowestSeconds: number) =>
    figuresOfSlowest(phase(name) as never, slowestSeconds).map(({ isMet }) => isMet);
  expect([judged('network', 5.5), judged('network', 5.6)]).toEqual([[true], [false]]);
  expect(judged('database', 5.6)).toEqual([false]);
  expect(judged('resources', 9)).toEqual([]);
});

const row = (changes: Partial<FieldsRow> = {}): FieldsRow => ({
  ...{ id: 'one', order: 'a', company: 'company-1', identityKey: 'cpf', identityHash: 'i', cardHash: 'c' },
  ...changes,
});
const MODEL = row({ id: 'first', order: 'd' });
const sent = [
  { id: 'first', order: 'd', company: 'company-1' },
  { id: 'one', order: 'a', company: 'company-1' },
];

test.each<[string, Partial<FieldsRow>, number]>([
  ['nothing', {}, 0],
  ['another order', { order: 'b' }, 1],
  ['another company', { company: 'company-2' }, 1],
  ['another kind of identity', { identityKey: 'passport' }, 1],
  ['another person', { identityHash: 'j' }, 1],
  ['another card', { cardHash: 'd' }, 1],
])('rows of acknowledged creates show %s (I1)', (_what, changes, count) => {
  expect(listUnlike(sent, [MODEL, row(changes)])).toHaveLength(count);
});

test('what a create had sent is known by its tenant, and a create without an id is none', () => {
  const call = (changes: Partial<CallLine>): CallLine => ({
    ...{ number: 1, kind: 'create', tenant: 0, about: 'a', sentMs: 0, answeredMs: 1, status: 200 },
    ...{ body: '{"id":"one"}', ...changes },
  });
  const calls = [call({}), call({ status: 400 }), call({ body: '<html>' }), call({ kind: 'status' })];
  expect(listAcknowledged(calls, [TENANT as never])).toEqual([
    { id: 'one', order: 'a', company: 'company-1' },
  ]);
});
