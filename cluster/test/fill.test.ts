import { expect, test } from 'vitest';
import { compareJourneys, isGrown, type Journey, ratioOf, slowestOf } from '../src/fill/compare.ts';
import { figuresOfFill, tablesOfFill } from '../src/fill/figures.ts';
import { listFilters } from '../src/fill/journey.ts';
import { type Measured, nameStatement } from '../src/fill/statements.ts';

const measured = (id: string, buffers: number, changes: Partial<Measured> = {}): Measured => ({
  ...{ id, buffers, text: `SELECT * FROM table_${id}` },
  ...{ calls: 10, meanMs: 1, maxMs: 2, wal: 0 },
  ...changes,
});
const journey = (changes: Partial<Journey>): Journey => ({ requests: [], pages: [], jobs: [], ...changes });
const compare = (few: number, filled: number) =>
  compareJourneys(
    journey({}),
    journey({ requests: [measured('a', few)] }),
    journey({ requests: [measured('a', filled)] }),
  );
const withoutDigest = (text: string): string => nameStatement(text).replace(/ [0-9a-f]{6}$/, '');

test('a statement is named by what it writes first, or else by what it reads first (S40)', () => {
  expect(withoutDigest('SELECT a FROM "deliveries" JOIN events ON true')).toBe('select deliveries');
  expect(withoutDigest('WITH due AS (SELECT 1 FROM sweeps) DELETE FROM events WHERE $1')).toBe(
    'delete events',
  );
  expect(withoutDigest('insert into "graphile_worker"."jobs" (a) values ($1)')).toBe(
    'insert graphile_worker.jobs',
  );
  expect(withoutDigest('UPDATE transactions AS t SET status = $1 FROM due')).toBe('update transactions');
  expect(withoutDigest('WITH a AS (INSERT INTO one SELECT $1), b AS (UPDATE two SET c = 1) SELECT 1')).toBe(
    'insert one',
  );
  expect(withoutDigest('SELECT relay_outbox($1)')).toBe('call relay_outbox');
  expect(withoutDigest('SHOW server_version')).toBe('show');
});

test('a name tells statements apart, and the spaces of a text do not count', () => {
  expect(nameStatement('SELECT a FROM b')).not.toBe(nameStatement('SELECT c FROM b'));
  expect(nameStatement('SELECT a\n  FROM b')).toBe(nameStatement('SELECT a FROM b'));
});

test('a statement belongs to the part that sends it most, and those of the queue to jobs', () => {
  const queue = 'SELECT FROM graphile_worker._private_jobs';
  const all = journey({
    requests: [measured('a', 1, { calls: 2 }), measured('q', 1, { calls: 9, text: queue })],
    jobs: [measured('a', 1, { calls: 3 })],
  });
  expect(compareJourneys(all, all, all).map(({ part }) => part)).toEqual(['jobs', 'jobs']);
});

test('a statement has grown above 1.2 times its buffers and ten more, and not by what chance adds', () => {
  expect(compare(100, 130).map(isGrown)).toEqual([false]);
  expect(compare(100, 131).map(isGrown)).toEqual([true]);
  expect(compare(1, 11).map(isGrown)).toEqual([false]);
  expect(compare(100, 250).map(ratioOf)).toEqual([2.5]);
});

test('what was sent at one fill alone has no ratio and is no growth', () => {
  const [only] = compareJourneys(journey({}), journey({}), journey({ pages: [measured('a', 9_000)] }));
  expect(only).toMatchObject({ part: 'pages', empty: undefined, few: undefined });
  expect(only && [isGrown(only), ratioOf(only)]).toEqual([false, undefined]);
});

test('the slowest is told of the filled database, requests apart from jobs', () => {
  const slow = (requests: number, jobs: number): Journey =>
    journey({ requests: [measured('a', 1, { maxMs: requests })], jobs: [measured('b', 1, { maxMs: jobs })] });
  const all = compareJourneys(slow(900, 900), slow(900, 900), slow(99, 501));
  expect(slowestOf(all, ['requests', 'pages'])?.text).toContain('table_a');
  const at = { times: new Map(), walOfCreate: 1 };
  const verdicts = figuresOfFill(all, { empty: at, few: at, filled: at }).flatMap(({ what, isMet }) =>
    what.startsWith('slowest call') ? [isMet] : [],
  );
  expect(verdicts).toEqual([true, false]);
});

test('creates and reads are held against the empty database, and lists against few transactions (T6)', () => {
  const at = (ms: number) => ({
    times: new Map(['create', 'read', 'list'].map((name) => [name, [ms]])),
    walOfCreate: 1,
  });
  const verdicts = (empty: number, few: number, filled: number) =>
    figuresOfFill([], { empty: at(empty), few: at(few), filled: at(filled) })
      .slice(0, 4)
      .map(({ isMet }) => isMet);
  expect(verdicts(10, 20, 12)).toEqual([true, true, true, true]);
  expect(verdicts(10, 20, 13)).toEqual([false, false, true, true]);
  expect(verdicts(900, 20, 250)).toEqual([true, true, false, false]);
});

test('each statement that has grown is a figure of its own and stands out in its table', () => {
  const all = compare(10, 500);
  const at = { times: new Map([['read', [1, 2]]]), walOfCreate: 1 };
  const grown = figuresOfFill(all, { empty: at, few: at, filled: at }).filter(({ what }) =>
    what.startsWith('grown'),
  );
  expect(grown.map(({ value }) => value)).toEqual(['10 to 500 buffers a call, x 50']);
  const [requests, pages] = tablesOfFill(all);
  expect(requests?.rows.map(([name]) => name)).toEqual([expect.stringMatching(/^\*\*select table_a /)]);
  expect(requests?.rows[0]).toHaveLength(requests?.head.length ?? 0);
  expect(pages?.rows).toEqual([]);
});

test('lists are asked with every filter alone, and with each of the others', () => {
  const filters = listFilters('company', 'order-1', 0);
  const words = ['orderNumber', 'orderNumberPrefix', 'status', 'company', 'createdFrom', 'createdBefore'];
  const have = (...some: string[]): boolean => filters.some((one) => some.every((word) => word in one));
  for (const one of words) expect(filters.some((filter) => Object.keys(filter).join() === one)).toBe(true);
  for (const one of words)
    for (const other of words) {
      const isBoth = one !== other && one.startsWith('order') && other.startsWith('order');
      expect(have(one, other)).toBe(!isBoth);
    }
});
