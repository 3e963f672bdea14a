import { query } from '../load/times.ts';
import { waitFor } from '../stage/wait.ts';
import type { Figure } from '../trial.ts';
import type { Ground } from './ground.ts';
import { zero } from './judged.ts';

const DRAIN_MS = 60_000;
/** Longer than a process does anything between two statements of a transaction. */
const IDLE_SECONDS = 10;

/** Tables that are empty once everything is drained. */
const QUEUES = ['job_outbox', 'wake_outbox', 'audit_unsealed'];

/** What is left of work in the database, as one statement counts it. */
type Left = {
  rows: number;
  jobs: number;
  claims: number;
  undecided: number;
  idle: number;
  which?: string | null;
};

const UNKNOWN: Left = {
  ...{ rows: Number.NaN, jobs: Number.NaN, claims: Number.NaN, undecided: Number.NaN, idle: Number.NaN },
};

/** Judges what is left once everything had time to drain (I11). */
export const figuresOfLeft = ({ rows, jobs, claims, undecided, idle }: Left): Figure[] => [
  zero(`I11: rows left in ${QUEUES.join(', ')}`, rows),
  zero(
    'I11: jobs that nobody runs: locked by a process that is gone, held or due for a minute, or without a try left',
    jobs,
  ),
  zero('I11: claims of webhooks by a process that is gone', claims),
  zero('I11: sessions of the database that somebody left within a transaction', idle),
  zero('I3: captures that were finished two minutes ago, and that no job decides', undecided),
];

/** Counts work of processes that are there no more, queues, and jobs that a process which lives holds or leaves for longer than any of this suite takes. What the schedule adds has one try, and is added again. */
const LEFT = `
  WITH work AS (
    SELECT payload->>'transactionId' AS id FROM graphile_worker._private_jobs
    UNION ALL SELECT payload->>'transactionId' FROM job_outbox
  ), held AS (SELECT unnest(work_names) AS name FROM nodes WHERE seen_at > now() - interval '15 s'),
  stuck AS (
    SELECT task_identifier || ' ' || coalesce(locked_by, 'not taken') || ', try ' || attempts AS job FROM graphile_worker.jobs
    WHERE locked_by IS NULL AND attempts >= max_attempts AND max_attempts > 1
      OR locked_by IS NOT NULL AND locked_by NOT IN (SELECT name FROM held)
      OR locked_at < now() - interval '1 minute'
      OR locked_by IS NULL AND attempts < max_attempts AND run_at < now() - interval '1 minute'
  )
  SELECT (${QUEUES.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')})::integer AS rows,
    (SELECT count(*) FROM stuck)::integer AS jobs, (SELECT string_agg(job, ', ') FROM stuck) AS which,
    (SELECT count(*) FROM delivery_claims WHERE process_id::text NOT IN (SELECT name FROM held))::integer AS claims,
    (SELECT count(*) FROM transactions t WHERE status = 'processing'
      AND (SELECT max(at) FROM transaction_history h WHERE (h.tenant_id, h.transaction_id) = (t.tenant_id, t.transaction_id))
        < now() - interval '2 minutes'
      AND NOT EXISTS (SELECT FROM work WHERE work.id = t.transaction_id::text))::integer AS undecided,
    (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'
      AND state_change <= clock_timestamp() - make_interval(secs => $1))::integer AS idle`;

/** Reads what is left now; a session may be idle within a transaction for so many seconds. */
export async function readLeft(databaseUrl: string, idleSeconds = IDLE_SECONDS): Promise<Left> {
  const [left] = await query<Left>(databaseUrl, LEFT, [idleSeconds]);
  return left ?? UNKNOWN;
}

/** Waits until nothing is left, and counts what is after a minute (I11). */
export async function countLeft({ stage, databaseUrl }: Ground): Promise<Figure[]> {
  let left = UNKNOWN;
  const isNothing = async (): Promise<boolean> => {
    left = await readLeft(databaseUrl());
    return left.rows + left.jobs + left.claims + left.undecided + left.idle === 0;
  };
  await waitFor('empty queues', DRAIN_MS, stage.signal, isNothing).catch((error: Error) =>
    stage.say(error.message),
  );
  if (left.which) stage.say(`  jobs that nobody runs: ${left.which}`);
  return figuresOfLeft(left);
}
