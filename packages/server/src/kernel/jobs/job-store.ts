import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { describeError } from './describe-error.ts';

/** Jobs beyond which those of the deployment are not counted. */
const MAX_COUNTED = 10_000;

/** Jobs of one task, by what becomes of them. */
export type TaskCounts = {
  task: string;
  due: number;
  oldestSeconds: number;
  later: number;
  running: number;
  failing: number;
  failed: number;
  lastError: string | undefined;
};

type CountRow = Omit<TaskCounts, 'lastError' | 'oldestSeconds'> & {
  seconds: number;
  last_error: string | null;
  total: number;
};

/** Counts jobs by task, of the oldest 10,000; `isCut` where there are more. Those without a try left count as failed alone. */
export async function countJobs(db: Db): Promise<{ tasks: TaskCounts[]; isCut: boolean }> {
  const { rows } = await sql<CountRow>`
    SELECT task, count(*) FILTER (WHERE state = 'due')::integer AS due,
      coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE state = 'due')), 0)::float8 AS seconds,
      count(*) FILTER (WHERE state = 'later')::integer AS later,
      count(*) FILTER (WHERE state = 'running')::integer AS running,
      count(*) FILTER (WHERE state IN ('due', 'later') AND last_error IS NOT NULL)::integer AS failing,
      count(*) FILTER (WHERE state = 'failed')::integer AS failed,
      (array_agg(last_error ORDER BY updated_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS last_error,
      (sum(count(*)) OVER ())::integer AS total
    FROM (
      SELECT task_identifier AS task, run_at, updated_at, last_error, CASE
        WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed'
        WHEN run_at <= now() THEN 'due' ELSE 'later' END AS state
      FROM graphile_worker.jobs ORDER BY id LIMIT ${sql.lit(MAX_COUNTED + 1)}
    ) AS job GROUP BY task ORDER BY failed DESC, failing DESC, due DESC, task`.execute(db);
  return {
    tasks: rows.map(({ seconds, last_error: error, total: _, ...counts }) => ({
      ...counts,
      oldestSeconds: Math.max(0, Math.floor(seconds)),
      lastError: error === null ? undefined : describeError(error),
    })),
    isCut: (rows[0]?.total ?? 0) > MAX_COUNTED,
  };
}

/** One job whose last try failed; no payload. */
export type FailingJob = {
  id: string;
  task: string;
  attempts: number;
  maxAttempts: number;
  runAt: Date;
  createdAt: Date;
  error: string | undefined;
};

/** Which failing jobs: with tries left (`failing`) or none (`failed`), of a task, before one by id. */
export type JobSearch = {
  state: 'failing' | 'failed';
  task: string | undefined;
  beforeId: string | undefined;
  limit: number;
};

type JobRow = Omit<FailingJob, 'error'> & { last_error: string | null };

/** Jobs whose last try failed, the newest first. */
export async function listFailingJobs(
  db: Db,
  { state, task, beforeId, limit }: JobSearch,
): Promise<FailingJob[]> {
  const { rows } = await sql<JobRow>`
    SELECT id::text, task_identifier AS task, attempts::integer, max_attempts::integer AS "maxAttempts",
      run_at AS "runAt", created_at AS "createdAt", last_error
    FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND last_error IS NOT NULL
      AND ${state === 'failed' ? sql`attempts >= max_attempts` : sql`attempts < max_attempts`}
      AND ${task === undefined ? sql`true` : sql`task_identifier = ${task}`}
      AND ${beforeId === undefined ? sql`true` : sql`id < ${beforeId}::bigint`}
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ last_error: error, ...job }) => ({
    ...job,
    error: error === null ? undefined : describeError(error),
  }));
}

/** Has up to `limit` jobs of a task without a try left run again at once, with all their tries, or one of them; tells how many. */
export async function retryFailedJobs(
  db: Db,
  { task, id, limit }: { task: string; id: string | undefined; limit: number },
): Promise<number> {
  const { rows } = await sql`
    SELECT id FROM graphile_worker.reschedule_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND attempts >= max_attempts AND task_identifier = ${task}
        AND ${id === undefined ? sql`true` : sql`id = ${id}::bigint`}
      ORDER BY id LIMIT ${limit}), run_at => now(), attempts => 0)`.execute(db);
  return rows.length;
}
