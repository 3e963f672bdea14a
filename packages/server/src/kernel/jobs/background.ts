import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
  type Logger as WorkerLogger,
} from 'graphile-worker';
import type pg from 'pg';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import type { Log } from '../base/log.ts';
import { createLostJobs } from './lost-jobs.ts';
import { createSchedule, type ScheduleRow, startSchedule } from './schedule.ts';
import type { WorkNames } from './work-names.ts';

const CONCURRENT_JOBS = 4;
const POLL_INTERVAL_MS = 2_000;

/** No job runs longer than two minutes, so a lock of this age belongs to a process that died. */
const ABANDONED_AFTER = '3 minutes';

/** How long jobs under way are waited for when the service stops; what is not done by then is given back and tried again elsewhere. */
const FINISH_LIMIT_MS = 10_000;

/** Time between looks for jobs whose taking got no answer: longer than one may take. They cost nothing while the pool closes no connection. */
const LOOK_MS = 6_000;

/** Jobs that are rescheduled at a time; the rest follows a minute later. */
const RESCHEDULED_AT_ONCE = 1_000;

/** Gives back what processes that died held, and lets run what a clock that was set back holds up; it has no queue, because one of them may hold that. */
const RELEASE = 'release-abandoned-jobs';

/** Work that is done beside requests, and when the clock starts some of it. */
export type Work = { tasks: TaskList; schedule: readonly ScheduleRow[] };

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

/** Seconds until a job that failed is tried again, as the runner counts them. */
const RETRY = "exp(least(attempts, 10)) * interval '1 second'";

/**
 * Lets jobs run when they are due that were added, or failed, under a clock of the database that has been set back since. One that was added later than
 * now keeps its delay, and one that failed waits no longer than its pause; looking again changes nothing.
 */
export async function rescheduleAheadJobs(pool: pg.Pool): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at => due_at) FROM (
       SELECT id, run_at, CASE WHEN attempts > 0 THEN now() + ${RETRY}
         WHEN updated_at > now() + interval '2 seconds' THEN now() + greatest(run_at - updated_at, interval '0')
       END AS due_at
       FROM graphile_worker.jobs WHERE locked_at IS NULL AND run_at > now()
     ) AS waiting WHERE run_at > due_at + interval '2 seconds' LIMIT $1`,
    [RESCHEDULED_AT_ONCE],
  );
}

/** How long to wait before jobs are run again after what runs them ended by itself, in milliseconds: each time twice as long. */
const RESTART_MS = { first: 500, longest: 30_000 };

/** Gives back what worker pools hold, as it was before they took it. */
async function giveBack(pool: pg.Pool, workerIds: readonly string[]): Promise<void> {
  await pool.query('SELECT graphile_worker.force_unlock_workers($1)', [workerIds]);
}

/** Background jobs of this process, and whether what runs them is there, or is being started again. */
export type Background = { stop(): Promise<void>; isRunning(): boolean };

type Kept = Background & {
  /** Ends the runner once its jobs are done, and starts the next one. */
  replace(): void;
};

/** Runs jobs until `stop`; whatever ends the runner by itself, the next one is started, after longer and longer pauses. */
async function keepRunning(start: () => Promise<Runner>, log: Log): Promise<Kept> {
  const stopping = new AbortController();
  let runner = await start();
  let [isRunning, isReplaced] = [true, false];
  const startAgain = async (): Promise<void> => {
    runner = await start();
    isRunning = true;
  };
  const supervise = async (): Promise<void> => {
    let waitMs = RESTART_MS.first;
    let startedMs = performance.now();
    while (!stopping.signal.aborted) {
      await runner.promise.catch(() => undefined);
      if (stopping.signal.aborted) return;
      isRunning = false;
      if (isReplaced || performance.now() - startedMs > RESTART_MS.longest) waitMs = RESTART_MS.first;
      if (!isReplaced) {
        log.error({ part: 'jobs', waitMs }, 'background jobs ended by themselves and are started again');
        await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        waitMs = Math.min(waitMs * 2, RESTART_MS.longest);
      }
      isReplaced = false;
      startedMs = performance.now();
      if (!stopping.signal.aborted) await startAgain().catch(() => undefined);
    }
    await runner.stop().catch(() => undefined);
  };
  const running = supervise();
  return {
    isRunning: () => isRunning,
    replace: () => {
      if (!isRunning) return;
      isReplaced = true;
      void runner.stop().catch(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await runner.stop().catch(() => undefined);
      await running;
    },
  };
}

/** Looks again and again, one look at a time; one that fails is followed by the next. */
function startLooking(everyMs: number, look: () => Promise<void>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const looking = (async () => {
    for (;;) {
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await look().catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return looking;
    },
  };
}

/**
 * Runs background jobs from the same database; jobs enqueued in a commit start at once, woken by NOTIFY. What runs them ends when the
 * database does not take the end of a job, and is started again; the job comes again once its lock is given back. `stop` takes some 10 s at
 * most.
 */
export async function startBackground(
  pool: pg.Pool,
  { tasks, schedule }: Work,
  {
    log,
    clock,
    workNames,
    finishLimitMs = FINISH_LIMIT_MS,
    lookMs = LOOK_MS,
  }: { log: Log; clock: Clock; workNames: WorkNames; finishLimitMs?: number; lookMs?: number },
): Promise<Background> {
  const releasing: TaskList = {
    [RELEASE]: async () => {
      await releaseAbandonedJobs(pool, false);
      await rescheduleAheadJobs(pool);
    },
  };
  const events: WorkerEvents = new EventEmitter();
  let ownId: string | undefined;
  // A name of our own, because a pool begins to take jobs before its own name could be told.
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = ownId ?? workerPool.id;
  });
  const start = async (): Promise<Runner> => {
    // What the pools before had taken, nobody works on any more; the server may have carried out a taking since.
    if (ownId) await giveBack(pool, workNames.list());
    ownId = `pool-${newId()}`;
    await workNames.add('jobs', ownId);
    return run({
      // Without batches the end of a job is written behind the back of everybody, and a failure of that ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      pgPool: pool,
      events,
      noHandleSignals: true,
      pollInterval: POLL_INTERVAL_MS,
      logger: toWorkerLogger(log),
      taskList: { ...tasks, ...releasing },
      concurrency: CONCURRENT_JOBS,
      // What the clock starts is added by the schedule below.
      parsedCronItems: [],
    });
  };
  const lost = createLostJobs(pool, events);
  const jobs = await keepRunning(start, log);
  const looking = startLooking(lookMs, async () => {
    if (ownId === undefined || !(await lost.look(workNames.list()))) return;
    log.warn({ part: 'jobs' }, 'a job was taken by an answer that got lost, and is given back');
    jobs.replace();
  });
  const rows = [{ task: RELEASE, match: '* * * * *' }, ...schedule];
  const scheduled = startSchedule(createSchedule(pool, rows, clock), log);
  return {
    isRunning: jobs.isRunning,
    async stop() {
      await Promise.all([looking.stop(), scheduled.stop()]);
      const isLate = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => isLate.resolve(true), finishLimitMs);
      const stopped = jobs.stop().then(() => false);
      // A job that goes on is not waited for, and another process's from here on.
      if ((await Promise.race([stopped, isLate.promise])) && ownId) await giveBack(pool, [ownId]);
      clearTimeout(timer);
    },
  };
}
