import { EventEmitter } from 'node:events';
import {
  Logger,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
  type Logger as WorkerLogger,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './base/log.ts';

const CONCURRENT_JOBS = 4;
const POLL_INTERVAL_MS = 2_000;

/** No job runs longer than a minute, so a lock of this age belongs to a process that died. */
const ABANDONED_AFTER = '3 minutes';

/** How long jobs under way are waited for when the service stops; what is not done by then is given back and tried again elsewhere. */
const FINISH_LIMIT_MS = 10_000;

/** Work that the clock starts; `match` is in cron form, in UTC. */
const SCHEDULE = [
  { task: 'expire-transactions', match: '* * * * *' },
  { task: 'expire-processes', match: '* * * * *' },
  { task: 'release-abandoned-jobs', match: '* * * * *' },
  { task: 'delete-expired-assertions', match: '*/5 * * * *' },
  { task: 'delete-expired-revocations', match: '*/5 * * * *' },
  { task: 'delete-retired-signing-keys', match: '* * * * *' },
  { task: 'rotate-signing-keys', match: '7 * * * *' },
  { task: 'delete-expired-captures', match: '23 * * * *' },
  { task: 'delete-expired-links', match: '41 * * * *' },
  { task: 'delete-old-prints', match: '31 4 * * *' },
  { task: 'delete-old-calls', match: '11 * * * *' },
  { task: 'erase-outlived-persons', match: '29 * * * *' },
  { task: 'delete-outlived-templates', match: '53 3 * * *' },
  { task: 'delete-old-face-changes', match: '19 * * * *' },
  { task: 'delete-expired-sessions', match: '47 * * * *' },
  { task: 'delete-old-page-events', match: '13 4 * * *' },
  { task: 'forget-webhook-answers', match: '37 * * * *' },
  { task: 'delete-old-events', match: '17 * * * *' },
  { task: 'report-webhook-backlog', match: '* * * * *' },
  { task: 'delete-expired-answers', match: '*/5 * * * *' },
  { task: 'end-overdue-platform-processes', match: '* * * * *' },
  { task: 'delete-old-platform-events', match: '43 * * * *' },
];

const LEVELS: Readonly<Record<string, 'error' | 'warn' | 'debug'>> = { error: 'error', warning: 'warn' };

const toWorkerLogger = (log: Log): WorkerLogger =>
  new Logger(() => (level, message) => {
    log[LEVELS[level] ?? 'debug']({ part: 'jobs' }, message);
  });

/** Gives jobs back that a process held when it died; with `everything`, whatever their age, for a database that no other process uses. */
export async function releaseAbandonedJobs(pool: pg.Pool, everything: boolean): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
     FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL AND ($1 OR locked_at < now() - $2::interval)
     HAVING count(*) > 0`,
    [everything, ABANDONED_AFTER],
  );
}

/** Gives back what these worker pools hold, as it was before they took it. */
async function giveBack(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [workerIds]);
}

/** Runs background jobs from the same database; jobs enqueued in a commit start at once, woken by NOTIFY. `stop` takes some 10 s at most. */
export async function startBackground(
  pool: pg.Pool,
  tasks: TaskList,
  log: Log,
  finishLimitMs = FINISH_LIMIT_MS,
): Promise<{ stop(): Promise<void> }> {
  const items = SCHEDULE.map((item) => ({ ...item, options: { backfillPeriod: 0, maxAttempts: 1 } }));
  const releasing: TaskList = { 'release-abandoned-jobs': () => releaseAbandonedJobs(pool, false) };
  const events: WorkerEvents = new EventEmitter();
  const ownIds: string[] = [];
  events.on('pool:create', ({ workerPool }) => void ownIds.push(workerPool.id));
  const runner = await run({
    pgPool: pool,
    events,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL_MS,
    logger: toWorkerLogger(log),
    taskList: { ...tasks, ...releasing },
    concurrency: CONCURRENT_JOBS,
    parsedCronItems: parseCronItems(items),
  });
  return {
    async stop() {
      const isLate = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => isLate.resolve(true), finishLimitMs);
      const stopped = runner.stop().then(() => false);
      // A job that goes on is not waited for, and another process's from here on.
      if (await Promise.race([stopped, isLate.promise])) await giveBack(pool, ownIds);
      clearTimeout(timer);
    },
  };
}
