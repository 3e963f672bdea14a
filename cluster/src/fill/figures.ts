import { percentileOf } from '../load/samples.ts';
import type { Figure, Table } from '../trial.ts';
import { type Compared, isGrown, MAX_RATIO, ratioOf, SLACK_BUFFERS, slowestOf } from './compare.ts';
import { PARTS, type Part } from './statements.ts';

/** What was measured of a database at one fill, besides its statements. */
export type AtFill = {
  times: ReadonlyMap<string, readonly number[]>;
  /** Bytes of log that a create wrote, without images of pages. */
  walOfCreate: number;
};

/** The same measured at each fill. */
export type Fills = { empty: AtFill; few: AtFill; filled: AtFill };

const TIMED = ['create', 'read', 'list'] as const;
const MAX_MS: Readonly<Record<Part, number>> = { requests: 100, pages: 100, jobs: 500 };

const round = (value: number | undefined): string =>
  value === undefined ? '–' : value < 10 ? value.toFixed(1) : value.toFixed(0);

const describeTimes = (values: readonly number[]): string =>
  `${percentileOf(values, 0.5).toFixed(1)} and ${percentileOf(values, 0.99).toFixed(1)} ms`;

/** A list of an empty database has nothing to find, so lists are held against those of few transactions. */
const timeFigure = (name: (typeof TIMED)[number], { empty, few, filled }: Fills): Figure => {
  const [basis, word] = name === 'list' ? [few, 'few'] : [empty, 'empty'];
  const p99 = ({ times }: AtFill): number => percentileOf(times.get(name) ?? [], 0.99);
  const ratio = p99(filled) / p99(basis);
  return {
    ...{
      what: `${name}: p50 and p99, empty, few, filled`,
      value: `${[empty, few, filled].map(({ times }) => describeTimes(times.get(name) ?? [])).join('; ')}; p99 x ${ratio.toFixed(2)}`,
    },
    ...{ target: `p99 <= x ${MAX_RATIO} of ${word}`, isMet: ratio <= MAX_RATIO },
  };
};

/** Lists of any fill answer in this time (S35). */
const MAX_LIST_MS = 200;

const slowestList = ({ filled }: Fills): Figure => {
  const ms = percentileOf(filled.times.get('list') ?? [], 1);
  return {
    ...{ what: 'slowest list of any filter, filled (S35)', value: `${ms.toFixed(1)} ms` },
    ...{ target: `<= ${MAX_LIST_MS} ms`, isMet: ms <= MAX_LIST_MS },
  };
};

const slowestFigure = (what: string, all: readonly Compared[], parts: readonly Part[]): Figure => {
  const slowest = slowestOf(all, parts);
  const limit = Math.max(...parts.map((part) => MAX_MS[part]));
  const ms = slowest?.filled?.maxMs ?? 0;
  return {
    ...{
      what: `slowest call of a statement of ${what}, filled`,
      value: `${ms.toFixed(1)} ms, ${slowest?.name ?? 'none'}`,
    },
    ...{ target: `<= ${limit} ms`, isMet: ms <= limit },
  };
};

const describeGrown = (one: Compared): Figure => ({
  what: `grown, ${one.part}: ${one.name}`,
  value: `${round(one.few?.buffers)} to ${round(one.filled?.buffers)} buffers a call, x ${round(ratioOf(one))}`,
});

/** The figures of all fills: times of creates and reads against the empty database, all else against the one with few transactions. */
export function figuresOfFill(all: readonly Compared[], fills: Fills): Figure[] {
  const grown = all.filter(isGrown);
  const both = all.filter((one) => one.few && one.filled);
  return [
    ...TIMED.map((name) => timeFigure(name, fills)),
    slowestList(fills),
    slowestFigure('requests and pages', all, ['requests', 'pages']),
    slowestFigure('jobs', all, ['jobs']),
    {
      what: 'statements, and those sent both with few transactions and with all',
      value: `${all.length}, ${both.length}`,
    },
    {
      ...{
        what: `statements with more than ${MAX_RATIO} times the buffers a call and ${SLACK_BUFFERS} more`,
        value: String(grown.length),
      },
      ...{ target: '0', isMet: grown.length === 0 },
    },
    ...grown.map(describeGrown),
    {
      what: 'bytes of log of a create without images of pages: empty, few, filled',
      value: [fills.empty, fills.few, fills.filled].map(({ walOfCreate }) => round(walOfCreate)).join(', '),
    },
  ];
}

const rowOf = (one: Compared): string[] => [
  isGrown(one) ? `**${one.name}**` : one.name,
  `${one.few?.calls ?? 0}, ${one.filled?.calls ?? 0}`,
  round(one.empty?.buffers),
  round(one.few?.buffers),
  round(one.filled?.buffers),
  round(ratioOf(one)),
  `${round(one.few?.wal)}, ${round(one.filled?.wal)}`,
  `${round(one.few?.maxMs)}, ${round(one.filled?.maxMs)}`,
];

const TITLES: Readonly<Record<Part, string>> = {
  requests: 'Statements of requests of a merchant',
  pages: 'Statements of pages, decisions, webhooks and erasures',
  jobs: 'Statements of jobs, sweeps and relays',
};

/** The whole statement list, a table for each part. */
export const tablesOfFill = (all: readonly Compared[]): Table[] =>
  PARTS.map((part) => ({
    title: TITLES[part],
    head: [
      'statement',
      'calls',
      'buffers a call, empty',
      'few',
      'filled',
      'times',
      'bytes of log a call',
      'slowest ms',
    ],
    rows: all.filter((one) => one.part === part).map(rowOf),
  }));
