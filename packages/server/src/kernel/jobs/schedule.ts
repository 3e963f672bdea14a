import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import type pg from 'pg';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';

/**
 * When the clock runs a task: `match` is in cron form, in UTC. Tasks of one queue run one at a time over all processes. Clean-up therefore
 * takes one of the places that decisions have, and never works against itself.
 */
export type ScheduleRow = { task: string; match: string; queue?: string };

/** Looks at the clock, and adds the jobs of every minute that has begun since the last look. */
export type Schedule = { look(): Promise<void> };

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** After a gap, so many minutes are made up for: each task that was due in any of them runs once. */
const MAX_MISSED = 60;

const minuteOf = (instant: Date): number => Math.floor(instant.getTime() / MINUTE_MS);

function isDue({ match }: ParsedCronItem, minute: number): boolean {
  const at = new Date(minute * MINUTE_MS);
  return match({
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  });
}

/** Adds a job for each task that no other process added for this minute. A minute far ahead was written under a clock that has been set back, and counts as none. */
const ADD = `
  WITH requested AS (
    SELECT task, queue FROM unnest($1::text[], $2::text[]) AS r (task, queue)
  ), added AS (
    INSERT INTO graphile_worker._private_known_crontabs AS known (identifier, known_since, last_execution)
    SELECT task, $3::timestamptz, $3::timestamptz FROM requested ORDER BY task
    ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution
    WHERE known.last_execution IS NULL OR known.last_execution < excluded.last_execution
      OR known.last_execution > excluded.last_execution + interval '2 minutes'
    RETURNING identifier
  )
  SELECT graphile_worker.add_job(task, queue_name => queue, max_attempts => 1, job_key => task)
  FROM requested JOIN added ON identifier = task`;

/**
 * Makes a schedule by a clock that all processes share, the database's. The runner's own follows the clock of its machine: minutes that
 * one machine writes ahead of time stop the schedule of every process until they come.
 * With a key there is one job of a task that waits, and one that failed is tried again rather than kept.
 */
export function createSchedule(pool: pg.Pool, rows: readonly ScheduleRow[], clock: Clock): Schedule {
  const items = parseCronItems(rows.map(({ task, match }) => ({ task, match })));
  const queues = new Map(rows.map(({ task, queue }) => [task, queue ?? null]));
  let last = minuteOf(clock.now());
  return {
    async look() {
      const minute = minuteOf(clock.now());
      if (minute === last) return;
      const from = minute < last ? minute : Math.max(last + 1, minute - MAX_MISSED + 1);
      const begun = Array.from({ length: minute - from + 1 }, (_, more) => from + more);
      const due = items.filter((item) => begun.some((one) => isDue(item, one))).map(({ task }) => task);
      if (due.length > 0)
        await pool.query(ADD, [
          due,
          due.map((task) => queues.get(task) ?? null),
          new Date(minute * MINUTE_MS),
        ]);
      last = minute;
    },
  };
}

/** Looks once a second until it is stopped; what fails is tried again with the next look. */
export function startSchedule(schedule: Schedule, log: Log): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    await schedule.look().catch((error: unknown) => {
      log.warn({ err: error, part: 'jobs' }, 'scheduled jobs could not be added');
    });
    isLooking = false;
  };
  const timer = setInterval(() => {
    if (!isLooking) looking = look();
  }, LOOK_EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
