import type pg from 'pg';
import { createCounter, createGauge, createHistogram, SHORT_SECONDS } from '../metrics/instruments.ts';
import type { Metric } from '../metrics/metric.ts';

/** Classes of SQLSTATE that tell of the database or of a fault; the first two characters of the code. */
const SQLSTATE_CLASSES = [
  ...['08', '0A', '21', '22', '23', '25', '26', '28', '34', '3D', '40', '42'],
  ...['53', '54', '55', '57', '58', 'F0', 'P0', 'XX'],
] as const;

/** Seconds from sending a statement to its answer, of all pools of the process. */
export const querySeconds = createHistogram({
  name: 'titular_db_query_seconds',
  help: 'Seconds from sending a statement to its answer.',
  labels: {},
  buckets: SHORT_SECONDS,
});

/** Seconds that work waited for a connection of a pool. */
const waitSeconds = createHistogram({
  name: 'titular_db_wait_seconds',
  help: 'Seconds that work waited for a connection of the pool.',
  labels: {},
  buckets: SHORT_SECONDS,
});

const errors = createCounter({
  name: 'titular_db_errors_total',
  help: 'Statements that failed, by the class of their SQLSTATE; other where the database gave none.',
  labels: { class: SQLSTATE_CLASSES },
});

/** Counts a statement that failed. */
export const countError = ({ code = '' }: { code?: string }): void =>
  errors.add({ class: code.length === 5 ? code.slice(0, 2) : '' });

/** How many wait for a pool's database, for an answer or a connection, and how many answers came so far. */
type Answers = { waiting: number; came: number };

const answers = new WeakMap<pg.Pool, Answers>();

/** Finds the counts of a pool, which its connections share. */
export function answersOf(pool: pg.Pool): Answers {
  const known = answers.get(pool) ?? { waiting: 0, came: 0 };
  answers.set(pool, known);
  return known;
}

/** No connection, and a statement that was ended from outside: by its time limit, an administrator or a shutdown. */
const NO_ANSWER = /^(08|57)/;

/** Tells of a failed statement whether the server itself said why, which it does with a severity: it is at work then. */
export const isServerAnswer = ({ code = '', severity }: { code?: string; severity?: string }): boolean =>
  severity !== undefined && !NO_ANSWER.test(code);

/** Makes asking whether the database stands still: somebody waits for it, and no answer came since the question before. */
export function watchStandstill(pool: pg.Pool): () => boolean {
  const counts = answersOf(pool);
  let before = counts.came;
  return () => {
    const isStill = counts.waiting > 0 && counts.came === before;
    before = counts.came;
    return isStill;
  };
}

/** Measures how long the callers of `pool.connect` wait, and counts who does. */
export function timeConnects(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<unknown> | undefined;
  const counts = answersOf(pool);
  const timed = (done?: (...given: unknown[]) => void): Promise<unknown> | undefined => {
    const askedMs = performance.now();
    counts.waiting += 1;
    const over = (): void => {
      counts.waiting -= 1;
      waitSeconds.observe({}, (performance.now() - askedMs) / 1_000);
    };
    if (done)
      return connect((...given: unknown[]) => {
        over();
        done(...given);
      });
    // What is given on is the end of this chain alone: with a second branch an error would not tell who asked.
    return connect()?.finally(over);
  };
  pool.connect = timed as typeof pool.connect;
}

const STATES = ['idle', 'used', 'waiting'] as const;

/** Lists the metrics of the database connections; the pool is the one that requests and jobs use. */
export const databaseMetrics = (pool: pg.Pool): readonly Metric[] => [
  createGauge(
    {
      name: 'titular_db_pool',
      help: 'Connections of the pool that are idle and used, and requests that wait for one.',
      labels: { state: STATES },
    },
    () => [
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  ),
  waitSeconds,
  querySeconds,
  errors,
];
