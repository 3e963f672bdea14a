import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { End } from '../end.ts';
import { passFences } from '../replication/fences.ts';
import { insertRows } from './copy-rows.ts';

/** The jobs of the tenant that wait, run or are to be handed over, in one snapshot: a row of the outbox becomes one of the queue at any time. */
const JOBS = (tenantId: TenantId) => sql<{ job: string }>`
  SELECT to_json(found)::text AS job FROM (
    SELECT t.identifier AS task, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key AS job_key
    FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
    WHERE j.payload ->> 'tenantId' = ${tenantId} AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL)
    UNION ALL
    SELECT task, payload, queue_name, coalesce(run_at, added_at), max_attempts, job_key
    FROM job_outbox WHERE payload ->> 'tenantId' = ${tenantId}
  ) AS found`;

/** Hands the jobs of a frozen tenant to the target's outbox; one that ran at the source found every write refused, and runs again. */
export async function carryJobs(source: Pick<End, 'db'>, trx: Db, tenantId: TenantId): Promise<void> {
  const { rows } = await JOBS(tenantId).execute(source.db);
  await sql`
    INSERT INTO job_outbox (task, payload, queue_name, run_at, max_attempts, job_key)
    SELECT task, payload, queue_name, run_at, max_attempts, job_key
    FROM unnest(${rows.map(({ job }) => job)}::text[]) AS written,
      json_to_record(written::json) AS found (task text, payload json, queue_name text, run_at timestamptz,
        max_attempts smallint, job_key text)`.execute(trx);
}

const JOB_TABLES = ['public.job_outbox', 'graphile_worker._private_jobs'];
const BATCH = 1_000;

/** Deletes the jobs of a tenant, those that run as well: their writes are refused or left out. */
export async function deleteJobs(db: Db, tenantId: TenantId): Promise<void> {
  for (const table of JOB_TABLES.map((name) => sql.table(name))) {
    let count = BATCH;
    while (count === BATCH) {
      const result = await sql`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table} WHERE payload ->> 'tenantId' = ${tenantId} LIMIT ${BATCH}))`.execute(db);
      count = Number(result.numAffectedRows ?? 0n);
    }
  }
}

/** Copies the list of objects that have to go. */
export async function carryObjectDues(source: Pick<End, 'db'>, trx: Db, tenantId: TenantId): Promise<void> {
  const { rows } = await sql<{ row: string }>`
    SELECT to_json(d)::text AS row FROM object_dues d WHERE tenant_id = ${tenantId}`.execute(source.db);
  await passFences(trx, tenantId);
  await insertRows(
    trx,
    'object_dues',
    rows.map(({ row }) => row),
  );
}

/** Has events of the target take places after all that the tenant brings, so that a cursor of a merchant and its figures go on. */
export async function passEventPlaces({ db }: Pick<End, 'db'>, tenantId: TenantId): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '2s'`.execute(trx);
    // Changes nothing but takes the lock that who takes a place waits for.
    await sql`ALTER SEQUENCE event_positions NO CYCLE`.execute(trx);
    const { rows } = await sql<{ next: string; isBehind: boolean }>`
      SELECT brought.last + 1 AS next, brought.last >= s.last_value AS "isBehind"
      FROM event_positions s CROSS JOIN (
        SELECT greatest(
          (SELECT max(position) FROM events WHERE tenant_id = ${tenantId}),
          (SELECT position FROM figure_progress WHERE tenant_id = ${tenantId}), 0) AS last
      ) AS brought`.execute(trx);
    const [places] = rows;
    if (!places?.isBehind) return;
    await sql`ALTER SEQUENCE event_positions RESTART WITH ${sql.lit(Number(places.next))}`.execute(trx);
    await sql`SELECT nextval('event_positions')`.execute(trx);
  });
}
