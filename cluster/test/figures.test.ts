import { expect, test } from 'vitest';
import { recoveryOf } from '../src/load/offered.ts';
import { medianOf, percentileOf, type Stretch, summarize } from '../src/load/samples.ts';
import { parsePeriods } from '../src/stage/processor-quota.ts';
import type { Figure } from '../src/trial.ts';
import { figuresOfCut } from '../src/trials/cut-network.ts';
import { figuresOfCommits } from '../src/trials/measures/commit-ceiling.ts';
import { figuresOfIdle } from '../src/trials/measures/idle-processes.ts';
import { figuresOfSnapshot } from '../src/trials/measures/long-snapshot.ts';
import { figuresOfOverload } from '../src/trials/measures/overload.ts';
import { figuresOfProcesses } from '../src/trials/measures/two-processes.ts';
import { figuresOfWorkers } from '../src/trials/worker-death.ts';

const stretch = (rate: number, p99Ms: number, failed = 0): Stretch => ({ rate, p99Ms, failed });
const find = (figures: readonly Figure[], what: string): Figure | undefined =>
  figures.find((figure) => figure.what.startsWith(what));

test('a percentile is a value that was measured, whatever the order', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentileOf(values, 0.99)).toBe(198);
  expect(percentileOf(values, 1)).toBe(200);
  expect(percentileOf([7], 0.01)).toBe(7);
  expect(medianOf([9, 1, 5])).toBe(5);
  expect(medianOf([])).toBe(0);
});

test('a refusal counts as failed, and neither raises the rate nor lowers the percentile', () => {
  const good = Array.from({ length: 100 }, () => ({ ms: 50, isGood: true }));
  const refused = Array.from({ length: 900 }, () => ({ ms: 1, isGood: false }));
  expect(summarize([...good, ...refused], 10)).toEqual({ rate: 10, p99Ms: 50, failed: 900 });
});

test('a snapshot is judged by the last stretches against those before it (S28)', () => {
  const before = [stretch(400, 20), stretch(390, 30), stretch(410, 20)];
  const slowed = [stretch(400, 20), stretch(400, 20), ...Array.from({ length: 3 }, () => stretch(200, 50))];
  expect(find(figuresOfSnapshot(before, slowed), 'p99 of the last')).toMatchObject({
    value: 'x 2.50',
    isMet: false,
  });
  expect(find(figuresOfSnapshot(before, slowed), 'snapshot open for 50 s')?.value).toContain(
    'rate x 0.50, p99 x 2.50',
  );
  expect(find(figuresOfSnapshot(before, slowed.toReversed()), 'p99 of the last')?.isMet).toBe(true);
  expect(find(figuresOfSnapshot(before, [stretch(1, 1, 3)]), 'requests that failed')).toMatchObject({
    ...{ value: '3', isMet: false },
  });
});

test('two processes are judged by the ratio of medians, and one failed request misses (S39)', () => {
  const one = [300, 100, 200].map((rate) => ({ ...stretch(rate, 9), throttled: [90] }));
  const two = [350, 360, 900].map((rate) => ({ ...stretch(rate, 9), throttled: [80, 70] }));
  expect(find(figuresOfProcesses(0.4, one, two), 'two processes of 0.4 core to one')).toMatchObject({
    ...{ value: 'x 1.80', isMet: true },
  });
  expect(find(figuresOfProcesses(0.4, one, one), 'two processes of 0.4 core to one')?.isMet).toBe(false);
  const failed = [{ ...stretch(1, 1, 1), throttled: [0] }];
  expect(find(figuresOfProcesses(0.4, one, failed), '0.4 core: requests that failed')?.isMet).toBe(false);
});

test('commits are told as medians, with what each is of the plain ones', () => {
  const figures = figuresOfCommits({ plain: [1000, 3000, 2000], 'with a job': [150, 200, 900] });
  expect(figures.map(({ isMet }) => isMet)).toEqual([undefined, false]);
  expect(figures.map(({ value }) => value)).toEqual([
    '2000 (1000, 3000, 2000); x 1.00 of plain',
    '200 (150, 200, 900); x 0.10 of plain',
  ]);
});

test('periods are read as the controller writes them', () => {
  expect(parsePeriods('nr_periods 120\nnr_throttled 30\nthrottled_time 5\n')).toEqual({
    all: 120,
    throttled: 30,
  });
});

test("idle processes are judged by the database's share of the cores, of the most processes (S56)", () => {
  const idle = (share: number, processes: number) => ({
    ...{ name: `${processes} processes`, processes },
    ...{ share, commits: 30, walBytes: 1_500 },
  });
  expect(find(figuresOfIdle([idle(9, 1), idle(4.9, 10)]), "the database's share")?.isMet).toBe(true);
  expect(find(figuresOfIdle([idle(1, 1), idle(5.1, 10)]), "the database's share")?.isMet).toBe(false);
  expect(find(figuresOfIdle([idle(1, 10)]), '10 processes')?.value).toContain('3.0 a process');
});

test('overload is judged by what is served at the highest load and how soon, the other tenant, and what comes after (S60, R68, R70)', () => {
  const offered = (times: number, goodput: number, answers: Record<number, number>, p99Ms = 50) => ({
    ...{
      times,
      perSecond: 100 * times,
      goodput,
      answers,
      p99Ms,
      writtenP99Ms: p99Ms,
      unsent: 0,
      usedPercent: 90,
      samples: [],
      unwaited: 0,
      ownLagMs: 1,
      ownProcessors: 0.2,
      acknowledged: [],
    },
  });
  const quiet = offered(0.05, 5, { 200: 50 });
  const after = { ...offered(0.5, 50, { 200: 2 }), samples: [{ dueMs: 9_500, status: 200, ms: 501 }] };
  const one = offered(1, 100, { 200: 1_000 });
  const last = offered(5, 80, { 200: 800, 503: 4_200 }, 999);
  const course = { loads: [one, offered(2, 95, { 200: 950 }), last], quietBefore: quiet, quiet, after };
  const judged = figuresOfOverload(course).flatMap((figure) => (figure.target ? [figure.isMet] : []));
  expect(judged).toEqual([true, true, true, true, true, true]);
  const slow = { ...after, samples: [{ dueMs: 10_000, status: 200, ms: 501 }] };
  const bad = {
    loads: [one, { ...offered(5, 79, { 200: 790, 0: 3, 500: 1 }, 1_000), usedPercent: 69 }],
    ...{ quietBefore: quiet, quiet: offered(0.05, 5, { 200: 49, 429: 1 }), after: slow },
  };
  expect(figuresOfOverload(bad).flatMap((figure) => (figure.target ? [figure.isMet] : []))).toEqual(
    new Array(6).fill(false),
  );
  expect(find(figuresOfOverload(bad), 'answers other than')?.value).toBe('4');
});

test('a service has recovered after the last second with a create that failed or was slow (R70)', () => {
  const good = { dueMs: 4_200, status: 200, ms: 100 };
  expect(recoveryOf({ samples: [good] }, 500)).toBe(0);
  expect(recoveryOf({ samples: [good, { ...good, dueMs: 2_100, status: 429 }] }, 500)).toBe(3_000);
  expect(recoveryOf({ samples: [good, { ...good, ms: 501 }] }, 500)).toBe(5_000);
});

test('a cut of the network is judged by what was lost, the slowest answer, and the next success (S54)', () => {
  const verdict = {
    ...{ sent: 100, acknowledged: 90, lost: 0, doubled: 0, written: 0, outsideContract: 0 },
    ...{ longestGapSeconds: 1, slowestSeconds: 4.9, answers: {} },
  };
  const isMet = (changes: object, healSeconds = 1): (boolean | undefined)[] =>
    figuresOfCut('a and b, drop', { verdict: { ...verdict, ...changes }, healSeconds }).map(
      (one) => one.isMet,
    );
  expect(isMet({})).toEqual([true, true, true]);
  for (const fault of [{ lost: 1 }, { doubled: 1 }, { outsideContract: 1 }])
    expect(isMet(fault)).toEqual([false, true, true]);
  expect(isMet({ slowestSeconds: 5.1 })).toEqual([true, false, true]);
  expect(isMet({}, Number.POSITIVE_INFINITY)).toEqual([true, true, false]);
});

test('the death of workers is judged by ends that were never told, and by the slowest (S55)', () => {
  const isMet = (seconds: (number | undefined)[]): (boolean | undefined)[] =>
    figuresOfWorkers({ seconds, repeats: 3, kills: 10 }).flatMap((one) => (one.target ? [one.isMet] : []));
  expect(isMet([0.1, 0.2, 12])).toEqual([true, true]);
  expect(isMet([0.1, undefined, 12.1])).toEqual([false, false]);
});
