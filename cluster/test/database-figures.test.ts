import { expect, test } from 'vitest';
import type { Line } from '../src/load/journal.ts';
import { figuresOfPeople } from '../src/load/people.ts';
import { measureOutside } from '../src/load/times.ts';
import type { Figure } from '../src/trial.ts';
import { figuresOfRestore, measureLoss } from '../src/trials/backup-under-load.ts';
import { figuresOfUpgrade } from '../src/trials/major-upgrade.ts';
import { figuresOfClocks, type Phase } from '../src/trials/skewed-clocks.ts';

const find = (figures: readonly Figure[], what: string): Figure | undefined =>
  figures.find((figure) => figure.what.startsWith(what));
const judged = (figures: readonly Figure[]): (boolean | undefined)[] =>
  figures.flatMap((one) => (one.target ? [one.isMet] : []));

const create = (order: string, sentMs: number, atMs: number, status = 200): Line[] => [
  { kind: 'sent', order, node: 0, atMs: sentMs },
  { kind: 'answered', order, atMs, status, body: '{}' },
];
const there = (...orders: string[]): Map<string, string[]> => new Map(orders.map((one) => [one, [one]]));

test('a major upgrade is judged by the way back, steps that stop, a due day, the time without service, and renumbered attempts (S63)', () => {
  const good = {
    returned: true,
    steps: { close: 1.25 },
    closedSeconds: 30,
    attempts: 1,
    versions: ['15', '18'],
    refused: ['close', 'carry'],
    dueRows: { before: 100, after: 1 },
  };
  const isMet = (changes: object): (boolean | undefined)[] =>
    figuresOfUpgrade({ ...good, ...changes }).flatMap((one) => (one.target ? [one.isMet] : []));
  expect(isMet({})).toEqual([true, true, true, true, true]);
  expect(isMet({ returned: false })).toEqual([false, true, true, true, true]);
  expect(isMet({ refused: ['close'] })).toEqual([true, false, true, true, true]);
  expect(isMet({ dueRows: { before: 100, after: 0 } })).toEqual([true, true, false, true, true]);
  expect(isMet({ closedSeconds: 30.1 })).toEqual([true, true, true, false, true]);
  expect(isMet({ attempts: 0 })).toEqual([true, true, true, true, false]);
  expect(find(figuresOfUpgrade(good), 'upgrade: steps')?.value).toBe('close 1.3 s');
});

test('people are judged by those who were not approved, and those of whom no webhook told', () => {
  const one = { id: 'a', identity: '1', outcome: 'completed', status: 'approved', isErased: true };
  const heard = { firstMs: (id: string) => (id === 'a' ? 5 : undefined), repeats: () => 2 };
  expect(figuresOfPeople([one, { ...one, isErased: false }], heard)).toMatchObject([
    ...[
      { value: '2' },
      { value: '0', isMet: true },
      { value: '1' },
      { value: '0', isMet: true },
      { value: '2' },
    ],
  ]);
  const other = { ...one, id: 'b', status: 'inconclusive' };
  expect(find(figuresOfPeople([one, other], heard), 'people: not approved')?.isMet).toBe(false);
  expect(find(figuresOfPeople([one, other], heard), 'people: whose end')?.isMet).toBe(false);
});

test('a restore lost what was acknowledged and is gone; one gone before others that are there is a hole (T13)', () => {
  const lines = [
    ...create('a', 0, 10),
    ...create('b', 4_990, 5_000),
    ...create('c', 9_000, 9_010),
    ...create('refused', 9_500, 9_510, 500),
  ];
  expect(measureLoss(lines, there('a', 'b'), 12_000)).toEqual({ lost: 1, seconds: 2.99, holes: 0 });
  expect(measureLoss(lines, there('b', 'c'), 12_000)).toEqual({ lost: 1, seconds: 11.99, holes: 1 });
  expect(measureLoss(lines, there('a', 'b', 'c'), 12_000)).toEqual({ lost: 0, seconds: 0, holes: 0 });
});

test('a restore is judged by its ledger, by what is gone, and by erasures that were repeated in time (T13, S48)', () => {
  const good = {
    ...{ lost: 3, seconds: 65, holes: 0, backupSeconds: 9, verifiedSeconds: 10, readySeconds: 12 },
    ...{ isRefused: true, erasuresToRepeat: 1, isRepeated: true },
  };
  const isMet = (changes: object) => judged(figuresOfRestore({ ...good, ...changes }));
  expect(isMet({})).toEqual([true, true, true, true, true]);
  expect(isMet({ isRefused: false })).toEqual([false, true, true, true, true]);
  expect(isMet({ seconds: 65.1 })).toEqual([true, false, true, true, true]);
  expect(isMet({ holes: 1 })).toEqual([true, true, false, true, true]);
  expect(isMet({ erasuresToRepeat: 0 })).toEqual([true, true, true, false, true]);
  expect(isMet({ isRepeated: false })).toEqual([true, true, true, true, false]);
});

test('a time that a node wrote is held against request and answer by a right clock, whatever came back (T12)', () => {
  const lines = [...create('a', 0, 10), ...create('b', 1_000, 1_020, 500)];
  const outside = (a: number, b: number): number =>
    measureOutside(lines, 50_000, new Map([...Object.entries({ a: 50_000 + a, b: 50_000 + b })]));
  expect(outside(0, 1_020)).toBe(0);
  expect(outside(2_010, 1_010)).toBe(2);
  expect(outside(5, -1_000)).toBe(2);
  expect(measureOutside(lines, 50_000, new Map())).toBe(0);
});

test('clocks are judged by the gauge, times, captures, new signals, budget and readiness (T12, S2)', () => {
  const played = [{ id: 'a', identity: '1', outcome: 'completed', status: 'approved', isErased: false }];
  const verdict = {
    ...{ sent: 1, acknowledged: 1, lost: 0, doubled: 0, written: 0, outsideContract: 0 },
    ...{ longestGapSeconds: 0, slowestSeconds: 0, answers: {} },
  };
  const phase = (skew: number, changes: Partial<Phase> = {}): Phase => ({
    ...{ skew, seen: skew, verdict, outsideSeconds: 0, played, signs: ['usual'], ...changes },
  });
  const times = { livesSeconds: 0, passed: 240, refusedAt: { '2.5 s': true }, isReadyAgain: true };
  const isMet = (one: Partial<Phase>, changes: object = {}) =>
    judged(figuresOfClocks([phase(0), phase(2, one)], { ...times, ...changes })).slice(4);
  expect(isMet({})).toEqual([true, true, true, true, true, true, true, true]);
  expect(isMet({ seen: 1.8 })[0]).toBe(false);
  expect(isMet({ outsideSeconds: 2 })[1]).toBe(false);
  expect(isMet({ played: played.map((one) => ({ ...one, status: 'inconclusive' })) })[2]).toBe(false);
  expect(isMet({ signs: ['another', 'usual'] })[3]).toBe(false);
  expect(isMet({}, { livesSeconds: 2 })[4]).toBe(false);
  expect(isMet({}, { passed: 241 })[5]).toBe(false);
  expect(isMet({}, { refusedAt: { '2.5 s': false } })[6]).toBe(false);
  expect(isMet({}, { isReadyAgain: false })[7]).toBe(false);
});
