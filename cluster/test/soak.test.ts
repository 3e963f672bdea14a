import { expect, test } from 'vitest';
import { boundsOf, figuresOfGrowth, figuresOfTrends, judgeSeries, type Look } from '../src/soak/figures.ts';
import { parseStatus, readWatched, sumMetric } from '../src/soak/process-readings.ts';
import { costPerUnit, fitLine, judgeTrend, type Point } from '../src/soak/trend.ts';

const TEN_PERCENT = { share: 0.1, slack: 0 };
const pointsOf = (value: (minute: number) => number, minutes = 60): Point[] =>
  Array.from({ length: minutes }, (_, index) => ({ minute: index + 1, value: value(index + 1) }));
const looksOf = (readings: (minute: number) => Look['readings'], minutes = 60): Look[] =>
  Array.from({ length: minutes }, (_, index) => ({ minute: index + 1, readings: readings(index + 1) }));

test('the line of least squares goes through points of a line, and is level through one alone', () => {
  const { at0, slope } = fitLine(pointsOf((minute) => 7 + 3 * minute));
  expect(at0).toBeCloseTo(7);
  expect(slope).toBeCloseTo(3);
  expect(fitLine([{ minute: 5, value: 9 }])).toEqual({ at0: 9, slope: 0 });
  expect(fitLine([])).toEqual({ at0: 0, slope: 0 });
});

test('what grows in the warm part alone is steady, and the slope is told by the hour (S61)', () => {
  const trend = judgeTrend(
    pointsOf((minute) => Math.min(minute, 20) * 10),
    20,
    TEN_PERCENT,
  );
  expect(trend).toMatchObject({ points: 41, judgement: 'steady' });
  expect(trend?.start).toBeCloseTo(200);
  const leak = judgeTrend(
    pointsOf((minute) => 100 + minute),
    20,
    TEN_PERCENT,
  );
  expect(leak).toMatchObject({ judgement: 'drifts' });
  expect(leak?.slopePerHour).toBeCloseTo(60);
  expect(leak?.drift).toBeCloseTo(40);
});

test.each([
  ['a rise of 9 %', 9, 'steady'],
  ['a rise of 11 %', 11, 'drifts'],
  ['a fall of 9 %', -9, 'steady'],
  ['a fall of 11 %', -11, 'drifts'],
])('%s over the judged part is judged by +-10 %% (S61)', (_, percent, judgement) => {
  const series = pointsOf((minute) => 1_000 + (percent * 10 * (minute - 20)) / 40);
  expect(judgeTrend(series, 20, TEN_PERCENT)?.judgement).toBe(judgement);
});

test('a drift that is no more than readings scatter is told as noise, and a slack lets small numbers be (S61)', () => {
  const saw = pointsOf((minute) => 100 + (minute % 10) * 30 + minute * 0.5);
  expect(judgeTrend(saw, 20, { share: 0.01, slack: 0 })?.judgement).toBe('noise');
  expect(
    judgeTrend(
      pointsOf((minute) => minute),
      20,
      { share: 0.1, slack: 40 },
    )?.judgement,
  ).toBe('steady');
  expect(
    judgeTrend(
      pointsOf(() => 1, 3),
      0,
      TEN_PERCENT,
    ),
  ).toBeUndefined();
});

test('a cost a unit is told for both halves, and not where nothing was made', () => {
  const units = pointsOf((minute) => minute * 10);
  const bytes = pointsOf((minute) => 500 + minute * 1_000);
  const cost = costPerUnit(bytes, units, 20);
  expect(cost?.first).toBeCloseTo(100);
  expect(cost?.second).toBeCloseTo(100);
  expect(
    costPerUnit(
      bytes,
      pointsOf(() => 5),
      20,
    ),
  ).toBeUndefined();
  expect(costPerUnit([], [], 0)).toBeUndefined();
});

test('tables that grow by purpose are not judged as steady, queues and what is overdue are (S61)', () => {
  expect(boundsOf('transactions: table bytes')).toBeUndefined();
  expect(boundsOf('api_calls: dead rows')).toBeUndefined();
  expect(boundsOf('capture_frames: table bytes')).toMatchObject({ share: 0.1 });
  expect(boundsOf('api 1: heap bytes')).toMatchObject({ share: 0.1 });
  expect(boundsOf('queue: jobs')).toBeDefined();
  expect(boundsOf('seconds overdue: oldest job')).toBeDefined();
  expect(boundsOf('WAL bytes')).toBeUndefined();
});

test('dead rows are no drift as long as a table waits for its own vacuum, and are one beyond that (S61)', () => {
  const judgementOf = (perMinute: number) =>
    judgeSeries(
      looksOf((minute) => ({
        'wake_outbox: dead rows': perMinute * minute,
        'wake_outbox: vacuumed at': 1_000,
      })),
      20,
      () => false,
    ).map(({ trend }) => trend.judgement);
  expect(judgementOf(20)).toEqual(['steady']);
  expect(judgementOf(30)).toEqual(['drifts']);
});

test('memory that is given back is told and is no miss, and a table that shrinks is one (S61)', () => {
  const looks = looksOf((minute) => ({
    'worker: own bytes': (400 - 2 * minute) * 2 ** 20,
    'capture_frames: table bytes': (400 - 2 * minute) * 2 ** 20,
  }));
  expect(figuresOfTrends(judgeSeries(looks, 20, () => false))).toEqual([
    expect.objectContaining({ value: expect.stringMatching(/^0 \(worker falls -2\d\.\d %\)$/), isMet: true }),
    expect.objectContaining({ value: expect.stringMatching(/^1; capture_frames -/), isMet: false }),
  ]);
});

test('a leak misses its kind by name, and a process that was started anew is not judged (S61)', () => {
  const looks = looksOf((minute) => ({
    'worker: descriptors': 50 + minute,
    'api 1: descriptors': 50,
    'api 2: descriptors': 50 + 10 * minute,
    'queue: jobs': 5,
  }));
  const figures = figuresOfTrends(judgeSeries(looks, 20, (subject) => subject === 'api 2'));
  expect(figures).toEqual([
    expect.objectContaining({ what: 'descriptors: series that drift, of 2', isMet: false }),
    expect.objectContaining({ what: 'queues and what is overdue: series that drift, of 1', isMet: true }),
  ]);
  expect(figures[0]?.value).toMatch(/^1; worker \+/);
});

test('tables that grow are judged by their bytes a transaction together, indexes included (S61)', () => {
  const growing = (bytes: (minute: number) => number) =>
    looksOf((minute) => ({
      'transactions made': minute * 100,
      'WAL bytes': minute * 1_000,
      'transactions: table bytes': bytes(minute),
      'transactions: index bytes': 4_000 * minute,
    }));
  const { figures, table } = figuresOfGrowth(
    growing((minute) => 6_000 * minute),
    20,
  );
  expect(figures[0]).toMatchObject({ value: '100 and 100', isMet: true });
  expect(table.rows).toHaveLength(1);
  expect(
    figuresOfGrowth(
      growing((minute) => 100 * minute ** 2),
      20,
    ).figures[0]?.isMet,
  ).toBe(false);
  expect(figuresOfGrowth([], 20).figures[0]).toMatchObject({ value: 'too short to tell' });
});

test('a process is read with what it started, and metrics are added up over their labels', async () => {
  expect(parseStatus('Name:\tnode\nVmRSS:\t  2048 kB\nThreads:\t11\n')).toEqual({ VmRSS: 2048, Threads: 11 });
  const text = '# HELP a b\na{kind="x"} 3\na{kind="y"} 4\nab 9\nplain 2e3\n';
  expect(sumMetric(text, 'a')).toBe(7);
  expect(sumMetric(text, 'plain')).toBe(2_000);
  expect(sumMetric(text, 'none')).toBeUndefined();
  const readings = await readWatched({ name: 'own', pid: process.pid });
  expect(Object.keys(readings)).toEqual([
    'own: resident bytes',
    'own: own bytes',
    'own: descriptors',
    'own: threads',
  ]);
  expect(Math.min(...Object.values(readings))).toBeGreaterThan(0);
});
