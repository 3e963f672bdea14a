import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { describeError } from './describe-error.ts';

/** Jobs that one count, one step of a list and one retry look at: those that failed stand in no index. */
const LOOKED_AT = 100_000;

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

/** Counts jobs by task, of the oldest 100,000; `isCut` where there are more. Those without a try left count as failed alone. */
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
      FROM graphile_worker.jobs ORDER BY id LIMIT ${sql.lit(LOOKED_AT)}
    ) AS job GROUP BY task ORDER BY failed DESC, failing DESC, due DESC, task`.execute(db);
  return {
    tasks: rows.map(({ seconds, last_error: error, total: _, ...counts }) => ({
      ...counts,
      oldestSeconds: Math.max(0, Math.floor(seconds)),
      lastError: error === null ? undefined : describeError(error),
    })),
    isCut: (rows[0]?.total ?? 0) >= LOOKED_AT,
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

/** One page of jobs; `nextId` is there while older ones were not looked at. */
export type JobPage = { jobs: FailingJob[]; nextId: string | undefined };

const failed = sql`locked_at IS NULL AND last_error IS NOT NULL AND attempts >= max_attempts`;
const failing = sql`locked_at IS NULL AND last_error IS NOT NULL AND attempts < max_attempts`;

/** Jobs whose last try failed, the newest first. A step looks at 100,000 jobs, so one may find none and name a next one. */
export async function listFailingJobs(db: Db, { state, task, beforeId, limit }: JobSearch): Promise<JobPage> {
  const { rows } = await sql<{ rows: JobRow[]; next: string | null }>`
    WITH looked_at AS MATERIALIZED (
      SELECT id, task_identifier AS task, ${state === 'failed' ? failed : failing} AS is_sought
      FROM graphile_worker.jobs WHERE ${beforeId === undefined ? sql`true` : sql`id < ${beforeId}::bigint`}
      ORDER BY id DESC LIMIT ${sql.lit(LOOKED_AT)}
    ), found AS MATERIALIZED (
      SELECT id FROM looked_at WHERE is_sought AND ${task === undefined ? sql`true` : sql`task = ${task}`}
      ORDER BY id DESC LIMIT ${limit + 1}
    ), listed AS (
      SELECT j.id::text, j.task_identifier AS task, j.attempts::integer, j.max_attempts::integer AS "maxAttempts",
        j.run_at AS "runAt", j.created_at AS "createdAt", j.last_error
      FROM (SELECT id FROM found ORDER BY id DESC LIMIT ${limit}) AS page JOIN graphile_worker.jobs j USING (id)
    )
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(listed) ORDER BY id::bigint DESC) FROM listed), '[]') AS rows,
      CASE WHEN (SELECT count(*) FROM found) > ${limit} THEN (SELECT min(id::bigint)::text FROM listed)
        WHEN (SELECT count(*) FROM looked_at) = ${sql.lit(LOOKED_AT)} THEN (SELECT min(id)::text FROM looked_at)
      END AS next`.execute(db);
  const [found] = rows;
  const jobs = (found?.rows ?? []).map(({ last_error: error, runAt, createdAt, ...job }) => ({
    ...{ ...job, runAt: new Date(runAt), createdAt: new Date(createdAt) },
    error: error === null ? undefined : describeError(error),
  }));
  return { jobs, nextId: found?.next ?? undefined };
}

/** Has up to `limit` failed jobs of a task, or one of them, run again at once with all their tries. Looks at the oldest 100,000 jobs; tells how many run. */
export async function retryFailedJobs(
  db: Db,
  { task, id, limit }: { task: string; id: string | undefined; limit: number },
): Promise<number> {
  const { rows } = await sql`
    WITH looked_at AS MATERIALIZED (
      SELECT id, task_identifier AS task, locked_at IS NULL AND attempts >= max_attempts AS is_failed
      FROM graphile_worker.jobs WHERE ${id === undefined ? sql`true` : sql`id = ${id}::bigint`}
      ORDER BY id LIMIT ${sql.lit(LOOKED_AT)}
    )
    SELECT id FROM graphile_worker.reschedule_jobs(ARRAY(
      SELECT id FROM looked_at WHERE is_failed AND task = ${task} ORDER BY id LIMIT ${limit}),
      run_at => now(), attempts => 0)`.execute(db);
  return rows.length;
}
