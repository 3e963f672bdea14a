import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type Logger as WorkerLogger,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './base/log.ts';

const CONCURRENT_JOBS = 10;
const POLL_INTERVAL_MS = 2_000;

/** Work that the clock starts; `match` is in cron form, in UTC. */
const SCHEDULE = [
  { task: 'expire-transactions', match: '* * * * *' },
  { task: 'delete-expired-assertions', match: '*/5 * * * *' },
];

const LEVELS: Readonly<Record<string, 'error' | 'warn' | 'debug'>> = { error: 'error', warning: 'warn' };

const toWorkerLogger = (log: Log): WorkerLogger =>
  new Logger(() => (level, message) => {
    log[LEVELS[level] ?? 'debug']({ part: 'jobs' }, message);
  });

/** Runs background jobs from the same database; jobs enqueued in a commit start at once, woken by NOTIFY. */
export const startBackground = (pool: pg.Pool, taskList: TaskList, log: Log): Promise<Runner> =>
  run({
    pgPool: pool,
    taskList,
    concurrency: CONCURRENT_JOBS,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    logger: toWorkerLogger(log),
    parsedCronItems: parseCronItems(
      SCHEDULE.map((item) => ({ ...item, options: { backfillPeriod: 0, maxAttempts: 1 } })),
    ),
  });
