import type { Stage } from '../stage/children.ts';
import type { Server } from '../stage/embedded-pair.ts';
import { waitFor } from '../stage/wait.ts';

/** Calls of the day that is due, one of them under legal hold. */
export const DUE_ROWS = 100;
const DUE_LIMIT_MS = 60_000;

/** Calls of a due day at the old server: when they came, and once the job had run. */
export type DueRows = { before: number; after: number };

/** Twenty days ago: calls are kept for fourteen. */
const DAY = "date_trunc('day', now() AT TIME ZONE 'UTC') - interval '20 days'";
const keyOf = (instant: string): string =>
  `rpad(lpad(to_hex((extract(epoch FROM ${instant}) * 1000)::bigint), 12, '0'), 32, '0')`;
const isDue = "at < now() - interval '18 days'";

/** Adds a partition that is due to the log of calls, as if the day had ended just now; the empty first one of a new database gives way. */
export const addDueDay = ({ run }: Server): Promise<unknown> =>
  run([
    `DO $$ BEGIN
      DROP TABLE api_calls_before;
      EXECUTE format('CREATE TABLE api_calls_due PARTITION OF api_calls FOR VALUES FROM (%L) TO (%L)',
        ${keyOf(`(${DAY})`)}::uuid, ${keyOf(`(${DAY} + interval '1 day')`)}::uuid);
      ALTER TABLE api_calls_due OWNER TO titular;
    END $$`,
    `INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, duration_ms, source_address, transaction_id)
     SELECT tenant_id, overlay(${keyOf(`(${DAY})`)} PLACING lpad(to_hex(n), 8, '0') FROM 25)::uuid, (${DAY}) AT TIME ZONE 'UTC',
       'trial', 'trial', 'GET', '/', 200, 1, '127.0.0.1', gen_random_uuid()
     FROM (SELECT tenant_id FROM tenants LIMIT 1) t, generate_series(1, ${DUE_ROWS}) n`,
    `INSERT INTO legal_holds (tenant_id, transaction_id, subject_id, held_at, reference)
     SELECT tenant_id, transaction_id, transaction_id, now(), 'trial' FROM api_calls WHERE ${isDue} LIMIT 1`,
  ]);

const startJob = ({ run }: Server): Promise<unknown> =>
  run(["SELECT graphile_worker.add_job('delete-old-calls', job_key => 'due-day')"]);

/** Has the job run that forgets calls, while the new server copies, and waits until it is through. */
export async function endDueDay(stage: Stage, server: Server): Promise<DueRows> {
  const count = async (): Promise<number> =>
    (await server.run([`SELECT count(*)::integer AS n FROM api_calls WHERE ${isDue}`]))[0]?.['n'];
  const before = await count();
  await startJob(server);
  await waitFor('the job that forgets calls', DUE_LIMIT_MS, stage.signal, async () => (await count()) < 2);
  return { before, after: await count() };
}

/** Has the job run at the new server, which nobody copies, and waits until the partition is dropped there. */
export async function dropDueDay(stage: Stage, server: Server): Promise<void> {
  await startJob(server);
  await waitFor('the drop of the due day', DUE_LIMIT_MS, stage.signal, async () => {
    const rows = await server.run([
      `SELECT tableoid::regclass::text AS partition FROM api_calls WHERE ${isDue} AND to_regclass('api_calls_due') IS NULL`,
    ]);
    return rows.length === 1 && rows[0]?.['partition'] === 'api_calls_default';
  });
}
