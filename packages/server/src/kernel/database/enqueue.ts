import { traceparentNow } from '../tracing/trace.ts';
import type { Db } from './connect.ts';

/** Names of the background jobs. */
export type TaskName =
  | 'decide-transaction'
  | 'decide-reuse'
  | 'decide-process'
  | 'take-platform-result'
  | 'delete-due-objects'
  | 'redact-late-calls'
  | 'write-export'
  | 'write-person-export'
  | 'examine-receiver'
  | 'fill-sandbox';

/** Adds a job in the caller's database transaction, so that it exists exactly when the change does; the relay hands it over after the commit. Payloads hold ids and keyed hashes only, and the trace that the job belongs to. Of jobs with one key that wait, there is one, and of those in one queue one runs at a time. */
export async function enqueueJob(
  db: Db,
  task: TaskName,
  payload: Readonly<Record<string, string | number>>,
  options: { runAt?: Date; maxAttempts?: number; jobKey?: string; queue?: string } = {},
): Promise<void> {
  const traceparent = traceparentNow();
  const traced = traceparent === undefined ? payload : { ...payload, traceparent };
  await db
    .insertInto('job_outbox')
    .values({
      task,
      payload: JSON.stringify(traced),
      queue_name: options.queue ?? null,
      run_at: options.runAt ?? null,
      max_attempts: options.maxAttempts ?? 25,
      job_key: options.jobKey ?? null,
    })
    .execute();
}
