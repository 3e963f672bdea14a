import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listOutside, openContract } from '../src/load/contract.ts';
import { EDGES } from '../src/load/invariants.ts';
import { CANCEL, CREATE } from '../src/load/requests.ts';
import { countWrong } from '../src/torture/acts/expiry-storm.ts';
import { countOver, figuresOfRates } from '../src/torture/acts/rates.ts';
import { countClients, figuresOfHeld } from '../src/torture/held.ts';
import { makeDirectory } from './make-directory.ts';

describe('the published contract (I9)', () => {
  const judge = openContract();
  const refusal = JSON.stringify({ code: '40001', message: 'orderNumber is missing.' });

  test.each([
    [CREATE, 400, refusal],
    [CREATE, 500, JSON.stringify({ code: '50001', message: 'Try again.' })],
    [CANCEL, 403, JSON.stringify({ code: '40301', message: 'The token is not valid.' })],
  ] as const)('allows to %o the answer %i', (operation, status, body) => {
    expect(judge(operation, status, body)).toBeUndefined();
  });

  test.each([
    ['a status that is not named', 418, refusal],
    ['a body without a member that must be there', 200, '{"id":"x"}'],
    ['a body with a member that is not named', 400, JSON.stringify({ ...JSON.parse(refusal), stack: 'at' })],
    ['a body of another status', 200, refusal],
    ['no JSON', 500, '<html>'],
    ['no body', 400, ''],
  ])('does not allow %s', (_what, status, body) => {
    expect(judge(CREATE, status, body)).toEqual(expect.any(String));
  });

  test('judges answers, and nothing that had none', () => {
    const found = listOutside(judge, CREATE, [
      { kind: 'sent', order: 'a', node: 0, atMs: 0 },
      { kind: 'answered', order: 'a', atMs: 1, error: 'reset' },
      { kind: 'answered', order: 'b', atMs: 1, status: 400, body: refusal },
      { kind: 'answered', order: 'c', atMs: 1, status: 302, body: '' },
    ]);
    expect(found).toEqual([{ order: 'c', why: 'status 302' }]);
  });

  test('is the one of the file', () => {
    const file = join(makeDirectory(), 'openapi.json');
    const paths = { [CREATE.path]: { post: { responses: { 204: {} } } } };
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths }));
    const small = openContract(file);
    expect([small(CREATE, 204, ''), small(CREATE, 204, 'x'), small(CREATE, 200, '{}')]).toEqual([
      undefined,
      'a body',
      'status 200',
    ]);
  });
});

describe('windows of a rate limit (I8)', () => {
  const passed = (count: number, everyMs: number) =>
    Array.from({ length: count }, (_, place) => ({ dueMs: place * everyMs, status: 200, ms: 5 }));

  test('a load at rate and burst is in none over it', () => {
    expect(countOver(passed(100, 100), 10, 10)).toMatchObject({ over: 0 });
    expect(countOver(passed(100, 100), 10, 10).windows).toBeGreaterThan(100);
  });

  test('one at three times the rate is over it, and what was refused does not count', () => {
    const tripled = passed(300, 33);
    expect(countOver(tripled, 10, 10).over).toBeGreaterThan(0);
    const refused = tripled.map((one, place) => (place % 3 === 0 ? one : { ...one, status: 429 }));
    expect(countOver(refused, 10, 10).over).toBe(0);
  });
});

test.each([
  ['expired', 7_000, 7_900, { early: 1, late: 0 }],
  ['expired', 8_500, 8_600, { early: 0, late: 0 }],
  ['waiting', 11_900, 12_500, { early: 0, late: 0 }],
  ['waiting', 12_001, 12_100, { early: 0, late: 1 }],
  ['canceled', 12_001, 12_100, { early: 0, late: 0 }],
])('of a storm at 10 s, %s asked at %i ms and told at %i ms is %o', (status, sentMs, cameMs, wrong) => {
  expect(countWrong([{ status, sentMs, cameMs }], 10_000)).toEqual(wrong);
});

test('a load in which no window was looked at shows nothing (I8)', () => {
  const missed = (samples: Parameters<typeof countOver>[0]) =>
    figuresOfRates(samples, { 200: 1, 429: 1 }, 0, 0).filter(({ isMet }) => isMet === false);
  expect(missed([]).map(({ what }) => what)).toEqual([
    'I8: windows of one request and more that were looked at',
  ]);
  expect(
    missed(Array.from({ length: 20 }, (_, place) => ({ dueMs: place * 100, status: 200, ms: 5 }))),
  ).toEqual([]);
});

describe('what the processes hold (I11)', () => {
  const placed = (descriptors: number, bytes: number) =>
    Object.fromEntries(
      ['api 1', 'api 2', 'worker 3'].flatMap((name) => [
        [`${name}: descriptors`, descriptors],
        [`${name}: own bytes`, bytes],
      ]),
    );
  const before = placed(100, 100e6);
  const met = (...looks: Record<string, number>[]) =>
    figuresOfHeld(
      before,
      looks.map((readings, place) => ({ when: `before ${place}`, readings })),
    ).map(({ isMet }) => isMet);

  test('may be a tenth more, and the connections of a pool and the code of what is used later, for each process', () => {
    expect(met(placed(120, 143e6))).toEqual([true, true, true]);
    expect(met({ ...placed(100, 100e6), 'worker 3: descriptors': 121 })).toEqual([false, true, true]);
    expect(met({ ...placed(100, 100e6), 'worker 3: own bytes': 144e6 })).toEqual([true, false, true]);
  });

  test('is looked at before a process is replaced: one that leaked until then is found, however little the next one holds', () => {
    expect(met(placed(300, 300e6), placed(50, 50e6))).toEqual([false, false, true]);
  });

  test('is missed where nothing could be read, and where one process could not', () => {
    expect(met({})).toEqual([false, false, false]);
    expect(met({ 'api 1: descriptors': 1, 'api 1: own bytes': 1 })).toEqual([true, true, false]);
  });

  test('leaves out connections of clients that stand at the port, and counts those that were left half closed', () => {
    const line = (local: string, state: string): string =>
      `   0: 0100007F:${local} 0100007F:C350 ${state} 00000000:00000000 00:00000000 00000000     0        0 1`;
    const table = ['  sl  local_address', line('1F90', '01'), line('1F90', '08'), line('1F90', '0A')];
    expect(countClients([...table, line('1F91', '01')].join('\n'), 8_080)).toBe(1);
  });
});

test('the graph of the judge, written by hand, is the published one (I4)', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/transaction-states.md'), 'utf8');
  const published = [...page.matchAll(/^ {2}(\S+) --> (\w+):/gm)].map(([, from = '', to = '']) =>
    `${from === '[*]' ? '*' : from} ${to}`.replaceAll('_', '-'),
  );
  expect(EDGES.toSorted()).toEqual([...new Set(published)].toSorted());
});

test('the judge runs no code of the service, whatever it imports: it knows the published contract alone (R66)', () => {
  const known = new Set<string>();
  const foreign: string[] = [];
  const follow = (file: string): void => {
    if (known.has(file)) return;
    known.add(file);
    const text = readFileSync(file, 'utf8');
    // A page that is printed from the code of the service would be its own judge.
    if (text.includes('transaction-states.md')) foreign.push(`${file}: the published graph`);
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gm)) {
      if (name.startsWith('.')) follow(resolve(dirname(file), name));
      if (name.startsWith('@titular/')) foreign.push(`${file}: ${name}`);
    }
  };
  follow(resolve(import.meta.dirname, '../src/torture/judge-phase.ts'));
  expect([...known].map((file) => basename(file))).toEqual(
    expect.arrayContaining(['judge.ts', 'invariants.ts']),
  );
  expect(foreign).toEqual([]);
});
