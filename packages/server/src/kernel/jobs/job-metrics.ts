import type { Task, TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { createDatabaseGauge, type DatabaseGauge } from '../database/database-gauge.ts';
import { readOutboxSeconds } from '../database/outbox/outbox-store.ts';
import { createCounter, createGauge, createHistogram } from '../metrics/instruments.ts';
import type { Metric } from '../metrics/metric.ts';

// Each bucket is a series for each task, and a process has 4,000 series at most.
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 10, 30, 60, 300] as const;

/** The metrics of background jobs, and what counts for them around the functions of tasks. */
export type JobMetrics = {
  metrics: readonly (Metric | DatabaseGauge)[];
  /** Wraps each function, so that its runs are counted and measured. */
  watch(tasks: TaskList): TaskList;
};

/** Jobs beyond which those that wait are not counted. */
const MAX_COUNTED = 10_000;

/** Jobs that are due and not begun, counted up to 10,000, and for how many seconds the oldest of them is due. */
export async function readWaitingJobs(db: Db): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; seconds: number }>`
    SELECT count(*)::integer AS waiting,
      coalesce(extract(epoch FROM now() - min(run_at)), 0)::float8 AS seconds
    FROM (
      SELECT run_at FROM graphile_worker.jobs
      WHERE locked_at IS NULL AND run_at <= now() AND attempts < max_attempts LIMIT ${sql.lit(MAX_COUNTED)}
    ) AS waiting`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: Math.max(0, rows[0]?.seconds ?? 0) };
}

const waitingGauges: readonly DatabaseGauge[] = [
  createDatabaseGauge(
    {
      name: 'titular_jobs_waiting',
      help: 'Jobs of the deployment that are due and not begun, counted up to 10000.',
      labels: {},
    },
    async (db) => [{ labels: {}, value: (await readWaitingJobs(db)).waiting }],
  ),
  createDatabaseGauge(
    {
      name: 'titular_job_oldest_seconds',
      help: 'Seconds for which the oldest job of the deployment is due and not begun; 0 without one.',
      labels: {},
    },
    async (db) => [{ labels: {}, value: (await readWaitingJobs(db)).oldestSeconds }],
  ),
  createDatabaseGauge(
    {
      name: 'titular_job_outbox_oldest_seconds',
      help: 'Seconds for which the oldest job of the deployment waits to be handed over after its commit; 0 without one.',
      labels: {},
    },
    async (db) => [{ labels: {}, value: await readOutboxSeconds(db) }],
  ),
];

/** Makes the metrics of jobs for the tasks that there are, and those of them that a schedule starts. */
export function createJobMetrics(tasks: readonly string[], scheduled: readonly string[]): JobMetrics {
  const labels = { task: tasks };
  const runs = createCounter({
    name: 'titular_jobs_total',
    help: 'Runs of background jobs that ended in this process, by task and result.',
    labels: { ...labels, result: ['done', 'failed'] },
  });
  const seconds = createHistogram({
    name: 'titular_job_seconds',
    help: 'Seconds that a run of a background job took, by task.',
    labels,
    buckets: JOB_SECONDS,
  });
  const doneAt = new Map<string, number>();
  const lastSuccess = createGauge(
    {
      name: 'titular_cron_last_success_timestamp_seconds',
      help: 'Unix time at which this process last ended a scheduled task well; absent before the first.',
      labels: { task: scheduled },
    },
    () => scheduled.flatMap((task) => sampleOf(task, doneAt.get(task))),
  );
  const end = (task: string, startedMs: number, result: string): void => {
    seconds.observe({ task }, (performance.now() - startedMs) / 1_000);
    runs.add({ task, result });
    if (result === 'done') doneAt.set(task, Date.now() / 1_000);
  };
  const watchOne =
    (task: string, run: Task): Task =>
    async (payload, helpers) => {
      const startedMs = performance.now();
      try {
        const ended = await run(payload, helpers);
        end(task, startedMs, 'done');
        return ended;
      } catch (error) {
        end(task, startedMs, 'failed');
        throw error;
      }
    };
  return {
    metrics: [runs, seconds, lastSuccess, ...waitingGauges],
    watch: (list) =>
      Object.fromEntries(
        Object.entries(list).map(([task, run]) => [task, run ? watchOne(task, run as Task) : run]),
      ),
  };
}

const sampleOf = (task: string, value: number | undefined) =>
  value === undefined ? [] : [{ labels: { task }, value }];
