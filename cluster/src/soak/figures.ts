import type { Figure, Table } from '../trial.ts';
import type { Readings } from './process-readings.ts';
import { type Bounds, costPerUnit, judgeTrend, type Point, type Trend } from './trend.ts';

/** What was read, and when. */
export type Look = { minute: number; readings: Readings };

/** Tables that keep a row of everything that happened, until a retention longer than any soak. */
const GROWING = new Set([
  ...['transactions', 'transaction_history', 'capture_attempts', 'capture_signs', 'events', 'deliveries'],
  ...['delivery_attempts', 'audit_log', 'audit_chain', 'erasures', 'api_calls', 'page_event_counts'],
]);
const SHARE = 0.1;
const MIB = 2 ** 20;
/** What a series may drift in its own unit, by the end of its name; a series with another end is told and not judged. */
const SLACKS: Readonly<Record<string, number>> = {
  'resident bytes': 8 * MIB,
  'own bytes': 8 * MIB,
  'heap bytes': 8 * MIB,
  'external bytes': 8 * MIB,
  ...{ descriptors: 8, threads: 2, 'active resources': 10, connections: 4 },
  'live rows': 100,
  'dead rows': 200,
  'table bytes': 128 * 1_024,
  'index bytes': 128 * 1_024,
};
/** Memory that a process gives back is no leak. */
const MAY_FALL = new Set(['resident bytes', 'own bytes', 'heap bytes', 'external bytes']);

/** Parts of a name after its subject. */
const partsOf = (name: string): { subject: string; kind: string } => {
  const at = name.lastIndexOf(': ');
  return at < 0 ? { subject: '', kind: name } : { subject: name.slice(0, at), kind: name.slice(at + 2) };
};

/** Bounds of a series; undefined of one that is not judged. Dead rows of a table may become `vacuumedAt`, whatever share that is. */
export function boundsOf(name: string, vacuumedAt = 0): Bounds | undefined {
  const { subject, kind } = partsOf(name);
  if (GROWING.has(subject)) return undefined;
  // Deliveries wait while a receiver fails: the number that waits says when that was.
  if (subject === 'queue') return { share: SHARE, slack: kind === 'deliveries' ? 500 : 50 };
  if (subject === 'seconds overdue') return { share: SHARE, slack: 120 };
  const slack = SLACKS[kind];
  if (slack === undefined) return undefined;
  if (MAY_FALL.has(kind)) return { share: SHARE, slack, mayFall: true };
  return { share: SHARE, slack: kind === 'dead rows' ? Math.max(slack, vacuumedAt) : slack };
}

/** The points of each series, by its name. */
function listSeries(looks: readonly Look[]): Map<string, Point[]> {
  const series = new Map<string, Point[]>();
  for (const { minute, readings } of looks)
    for (const [name, value] of Object.entries(readings))
      series.set(name, [...(series.get(name) ?? []), { minute, value }]);
  return series;
}

/** A series with its trend. */
export type Judged = { name: string; trend: Trend };

/** Judges every series that has bounds; `isLeftOut` names processes that did not live through. */
export function judgeSeries(
  looks: readonly Look[],
  warmMinutes: number,
  isLeftOut: (subject: string) => boolean,
): Judged[] {
  const series = listSeries(looks);
  return [...series].flatMap(([name, points]) => {
    const { subject } = partsOf(name);
    const bounds = boundsOf(name, series.get(`${subject}: vacuumed at`)?.at(-1)?.value);
    if (!bounds || isLeftOut(subject)) return [];
    const trend = judgeTrend(points, warmMinutes, bounds);
    return trend ? [{ name, trend }] : [];
  });
}

const inUnit = (kind: string, value: number): string =>
  kind.endsWith('bytes') ? `${(value / MIB).toFixed(2)} MiB` : value.toFixed(Math.abs(value) < 10 ? 1 : 0);

const percentOf = ({ drift, start }: Trend): string =>
  start === 0 ? '' : `${drift < 0 ? '' : '+'}${((100 * drift) / Math.abs(start)).toFixed(1)} %`;

/** A trend in the words of a table. */
export function describeTrend({ name, trend }: Judged): string[] {
  const { kind } = partsOf(name);
  const { start, drift, slopePerHour, noise, judgement } = trend;
  return [
    name,
    inUnit(kind, start),
    `${inUnit(kind, drift)} ${percentOf(trend)}`.trim(),
    `${inUnit(kind, slopePerHour)} an hour`,
    inUnit(kind, noise),
    judgement === 'noise' ? 'no more than noise' : judgement,
  ];
}

const HEAD = ['series', 'at the end of the warm part', 'drift', 'slope', 'noise', 'judged'];

const figureOfKind = (kind: string, all: readonly Judged[]): Figure => {
  const named = (judgement: Trend['judgement']): Judged[] =>
    all.filter(({ trend }) => trend.judgement === judgement);
  const drifting = named('drifts');
  const beside = [
    ...(named('noise').length > 0 ? [`${named('noise').length} no more than noise`] : []),
    ...named('falls').map(({ name, trend }) => `${partsOf(name).subject} falls ${percentOf(trend)}`),
  ];
  const names = drifting.map(({ name, trend }) => `${partsOf(name).subject} ${percentOf(trend)}`);
  return {
    what: `${kind}: series that drift, of ${all.length}`,
    value: `${[drifting.length, ...names].join('; ')}${beside.length > 0 ? ` (${beside.join('; ')})` : ''}`,
    ...{ target: '0 beyond +-10 %', isMet: drifting.length === 0 },
  };
};

/** One figure for each kind of series, and one for queues and what is overdue. */
export function figuresOfTrends(judged: readonly Judged[]): Figure[] {
  const kinds = new Map<string, Judged[]>();
  for (const one of judged) {
    const { subject, kind } = partsOf(one.name);
    const group = subject === 'queue' || subject === 'seconds overdue' ? 'queues and what is overdue' : kind;
    kinds.set(group, [...(kinds.get(group) ?? []), one]);
  }
  return [...kinds].map(([kind, all]) => figureOfKind(kind, all));
}

const lastOf = (points: readonly Point[] | undefined): number => points?.at(-1)?.value ?? 0;

const sumOf = (lists: readonly (readonly Point[])[]): Point[] => {
  const sums = new Map<number, number>();
  for (const points of lists)
    for (const { minute, value } of points) sums.set(minute, (sums.get(minute) ?? 0) + value);
  return [...sums].map(([minute, value]) => ({ minute, value }));
};

/** Bytes a transaction of tables that grow, in both halves of the judged part: the sum is judged, each is told. */
export function figuresOfGrowth(
  looks: readonly Look[],
  warmMinutes: number,
): { figures: Figure[]; table: Table } {
  const series = listSeries(looks);
  const made = series.get('transactions made') ?? [];
  const bytesOf = (table: string): Point[] =>
    sumOf(['table bytes', 'index bytes'].map((kind) => series.get(`${table}: ${kind}`) ?? []));
  const cells = (bytes: readonly Point[]): string[] => {
    const cost = costPerUnit(bytes, made, warmMinutes);
    return cost ? [cost.first.toFixed(0), cost.second.toFixed(0)] : ['', ''];
  };
  const tables = [...GROWING].filter((table) => lastOf(series.get(`${table}: table bytes`)) > 0);
  const all = costPerUnit(sumOf(tables.map(bytesOf)), made, warmMinutes);
  const wal = costPerUnit(series.get('WAL bytes') ?? [], made, warmMinutes);
  const ratio = all ? all.second / all.first : Number.NaN;
  return {
    figures: [
      {
        what: 'tables that grow by purpose: bytes a transaction, first and second half of the judged part',
        value: all ? `${all.first.toFixed(0)} and ${all.second.toFixed(0)}` : 'too short to tell',
        ...(all && { target: '+-10 %', isMet: Math.abs(ratio - 1) <= SHARE }),
      },
      {
        what: 'write-ahead log: bytes a transaction, first and second half',
        value: wal ? `${wal.first.toFixed(0)} and ${wal.second.toFixed(0)}` : 'too short to tell',
      },
    ],
    table: {
      title: 'Tables that grow by purpose',
      head: [
        'table',
        'MiB at the end',
        'bytes a transaction, first half',
        'second half',
        'dead rows at the end',
        'vacuums',
      ],
      rows: tables.map((table) => [
        table,
        (lastOf(bytesOf(table)) / MIB).toFixed(2),
        ...cells(bytesOf(table)),
        lastOf(series.get(`${table}: dead rows`)).toFixed(0),
        lastOf(series.get(`${table}: vacuums`)).toFixed(0),
      ]),
    },
  };
}

/** Of tables, a series is told that moved by more than a tenth of what it may. */
const hasMoved = ({ name, trend }: Judged): boolean =>
  trend.judgement !== 'steady' || Math.abs(trend.drift) > (boundsOf(name)?.slack ?? 0) / 10;

/** Tables of what was judged: processes and queues whole, of the database what has moved. */
export function tablesOfTrends(judged: readonly Judged[]): Table[] {
  const isOfTable = ({ name }: Judged): boolean =>
    /: (live rows|dead rows|table bytes|index bytes)$/.test(name);
  const ofTables = judged.filter(isOfTable);
  const moved = ofTables.filter(hasMoved);
  const isThere = ({ trend }: Judged): boolean => trend.start > 0.5 || trend.judgement !== 'steady';
  return [
    {
      ...{ title: 'Processes and queues', head: HEAD },
      rows: judged.filter((one) => !isOfTable(one) && isThere(one)).map(describeTrend),
    },
    {
      title: `Tables that should stay as they are: ${moved.length} series that moved, beside ${ofTables.length - moved.length} that did not`,
      head: HEAD,
      rows: moved.map(describeTrend),
    },
  ];
}
