import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/** What one process works on. */
export type Workload = { nodeId: string; lagMs: number | undefined; jobs: number; deliveries: number };

/** What each process works on, as jobs and claims under its names tell. */
export async function listWorkloads(db: Db): Promise<Workload[]> {
  const { rows } = await sql<{ node_id: string; lag_ms: number | null; jobs: number; deliveries: number }>`
    SELECT n.node_id, n.lag_ms,
      (SELECT count(*)::integer FROM graphile_worker.jobs j WHERE j.locked_by = ANY (n.work_names)) AS jobs,
      (SELECT count(*)::integer FROM delivery_claims c
        WHERE c.process_id::text = ANY (n.work_names) AND c.expires_at > now()) AS deliveries
    FROM nodes n WHERE n.seen_at > now() - interval '1 hour'`.execute(db);
  return rows.map(({ node_id, lag_ms, jobs, deliveries }) => ({
    ...{ nodeId: node_id, jobs, deliveries },
    lagMs: lag_ms ?? undefined,
  }));
}

/** How the database is: sizes in bytes, times in whole seconds; transactions of others count by their age alone. */
export type DatabaseState = {
  version: string;
  schema: number;
  bytes: number;
  connections: number;
  maximumConnections: number;
  oldestTransactionSeconds: number;
};

/** Reads how the database is. */
export async function readDatabase(db: Db): Promise<DatabaseState> {
  const { rows } = await sql<{
    version: string;
    schema: number;
    bytes: string;
    connections: number;
    maximum: number;
    oldest: number;
  }>`
    SELECT current_setting('server_version') AS version, current_setting('max_connections')::integer AS maximum,
      (SELECT coalesce(max(number), 0) FROM schema_migrations) AS schema,
      pg_database_size(current_database()) AS bytes,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
      (SELECT coalesce(floor(extract(epoch FROM clock_timestamp() - min(xact_start))), 0)::integer
        FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS oldest`.execute(
    db,
  );
  const [row] = rows;
  return {
    version: row?.version ?? '',
    schema: row?.schema ?? 0,
    bytes: Number(row?.bytes ?? 0),
    connections: row?.connections ?? 0,
    maximumConnections: row?.maximum ?? 0,
    oldestTransactionSeconds: Math.max(0, row?.oldest ?? 0),
  };
}
