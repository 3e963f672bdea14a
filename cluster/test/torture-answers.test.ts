import { describe, expect, test } from 'vitest';
import { TOO_LATE } from '../src/load/calls.ts';
import { openContract } from '../src/load/contract.ts';
import type { Line } from '../src/load/journal.ts';
import { checksOfLoad } from '../src/torture/judge-journal.ts';
import type { Check } from '../src/torture/judged.ts';
import { gapsOf, listUnanswered, slowestOf } from '../src/torture/load/judge-answers.ts';
import { checksOfMix } from '../src/torture/load/judge-mix.ts';
import type { CallLine } from '../src/torture/load/mix.ts';

const call = (changes: Partial<CallLine> = {}): CallLine => ({
  ...{
    number: 1,
    kind: 'status',
    tenant: 0,
    about: 'one',
    node: 0,
    sentMs: 1_000,
    answeredMs: 1_010,
    status: 200,
  },
  ...changes,
});
const cut = (error: string, changes: Partial<CallLine> = {}): CallLine => {
  const { status: _, ...line } = call(changes);
  return { ...line, error };
};
const REFUSED = 'Error: connect ECONNREFUSED 127.0.0.1:1';

describe('calls of every kind that had no answer (I9)', () => {
  const DOWN = [{ place: 0, fromMs: 1_005, untilMs: 2_000 }];

  test.each<[string, CallLine, number]>([
    ['an answer', call(), 0],
    ['a connection that was refused by a process that was down', cut(REFUSED), 0],
    ['one that was cut by it', cut('Error: socket hang up'), 0],
    ['a read that was cut by the other process', cut('Error: socket hang up', { node: 1 }), 1],
    ['one that was cut before it was down', cut(REFUSED, { sentMs: 900, answeredMs: 1_004 }), 1],
    ['one that was cut once it was up again', cut(REFUSED, { sentMs: 2_001, answeredMs: 2_002 }), 1],
    [
      'a token without an answer for another reason',
      cut('Error: an answer without a length', { kind: 'token' }),
      1,
    ],
    ['one that took too long, which is counted elsewhere', cut(TOO_LATE), 0],
  ])('%s is counted as it should', (_what, line, count) => {
    expect(listUnanswered([line], DOWN)).toHaveLength(count);
  });
});

test('checks that a load was one are known, as a load that was cut short had no time for it', () => {
  const ofLoad = (checks: readonly Check[]): string[] =>
    checks.filter(({ isOfLoad }) => isOfLoad).map(({ what }) => what);
  const none = { lost: [], doubled: [], acknowledged: 0 };
  expect(ofLoad(checksOfLoad({ isCalm: true }, none, [], [], []))).toEqual([
    'loads without a create that was acknowledged',
  ]);
  expect(ofLoad(checksOfMix(openContract(), [], []))).toEqual([
    'I8: loads in which the tenant that asks for more than its limit was never refused',
    'loads in which no tenant asked for a transaction of another',
    'loads in which no two creates had the same data',
  ]);
});

describe('where nothing fails', () => {
  const verdict = { lost: [], doubled: [], acknowledged: 1 };
  const missed = (phase: { isCalm?: boolean }, calls: CallLine[], ends: Line[] = []): string[] =>
    checksOfLoad(phase, verdict, calls, ends, [])
      .filter(({ count }) => count > 0)
      .map(({ what }) => what);
  const FAULTS = ['answers of 500 and above to calls of every kind where nothing fails'];

  test.each(['status', 'create', 'token', 'foreign'] as const)('an answer of 500 to %s is found', (kind) => {
    const fault = call({ kind, status: 500 });
    expect(missed({ isCalm: true }, [call(), fault])).toEqual(FAULTS);
    expect(missed({}, [call(), fault])).toEqual([]);
    expect(missed({ isCalm: true }, [call({ kind, status: 429 })])).toEqual([]);
  });

  test('one to an end is found, too', () => {
    const end: Line = { kind: 'answered', order: 'one', atMs: 1, status: 500, body: '{}' };
    expect(missed({ isCalm: true }, [call()], [end])).toEqual(FAULTS);
  });
});

test('the slowest end is that of any call, whatever came of it (R80)', () => {
  expect(slowestOf([call(), cut(REFUSED, { kind: 'token', sentMs: 0, answeredMs: 29_000 })])).toBe(29);
});

test('the longest time without a success is told for each process', () => {
  const at = (node: number, answeredMs: number, status = 200): CallLine =>
    call({ node, sentMs: answeredMs - 10, answeredMs, status });
  const calls = [
    at(0, 10),
    at(1, 10),
    at(0, 1_000),
    at(0, 2_000),
    at(1, 1_500, 500),
    at(0, 3_000),
    at(1, 4_010),
  ];
  expect(gapsOf(calls)).toEqual([1.01, 4]);
});
