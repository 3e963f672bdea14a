import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaceEngine } from '@titular/face-engine';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { startOwnServer } from '@titular/test-kit/database/own-server.ts';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { sql } from 'kysely';

const SETTINGS = {
  wal_level: 'logical',
  max_wal_senders: '10',
  max_replication_slots: '10',
  max_logical_replication_workers: '8',
  max_sync_workers_per_subscription: '4',
  max_connections: '100',
  scram_iterations: '1',
  // A database that is left alone looks for work to replicate at once.
  wal_retrieve_retry_interval: '100ms',
};

/** A deployment of its own: a cluster that replicates, a service on it, and the environment file by which a command knows it. */
export type Cell = {
  service: TestService;
  environment: Record<string, string>;
  file: string;
  superuser: { superuserConnectionString: string };
  close(): Promise<void>;
};

/** Writes the environment file of a deployment into its data directory. */
export async function writeCellFile(environment: Readonly<Record<string, string>>): Promise<string> {
  const file = join(environment['TITULAR_DATA_DIR'] ?? tmpdir(), 'cell.env');
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(file, lines.join(''));
  return file;
}

/** Starts a deployment; its role may send and receive rows, as docs/operations/cells.md says. */
export async function startCell(
  options: { engine?: FaceEngine; settings?: Record<string, string>; env?: Record<string, string> } = {},
): Promise<Cell> {
  const server = await startOwnServer({ ...SETTINGS, ...options.settings });
  await migrate(server.connectionString);
  await asSuperuser(server, async (client) => {
    await client.query('ALTER ROLE titular REPLICATION');
    await client.query('GRANT pg_create_subscription TO titular');
  });
  const env = { DATABASE_URL: server.connectionString, TITULAR_WEBHOOK_LOOPBACK: 'on', ...options.env };
  const service = await startTestService({ env, ...(options.engine ? { engine: options.engine } : {}) });
  const environment = { ...env, TITULAR_DATA_DIR: service.config.dataDirectory };
  const file = await writeCellFile(environment);
  return {
    ...{ service, environment, file },
    superuser: server,
    async close() {
      await service.close();
      await server.stop();
    },
  };
}

const databaseOf = ({ service }: Cell) => service.service.database.db;

/** How many rows each table of a cell has of a tenant, those without any left out. */
export async function countRows(cell: Cell, tenantId: TenantId): Promise<Record<string, number>> {
  const db = databaseOf(cell);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attname = 'tenant_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relnamespace = 'public'::regnamespace ORDER BY 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      SELECT count(*)::int AS n FROM ${sql.id(name)} WHERE tenant_id = ${tenantId}`.execute(db);
    if (rows[0]?.n) counts[name] = rows[0].n;
  }
  const { rows: jobs } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = ${tenantId}`.execute(
    db,
  );
  if (jobs[0]?.n) counts['jobs'] = jobs[0].n;
  return counts;
}

/** What a move may have left behind in a cell: replication, triggers. */
export async function listRemains(cell: Cell): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT 'publication ' || pubname AS name FROM pg_publication
    UNION ALL SELECT 'subscription ' || subname FROM pg_subscription
    UNION ALL SELECT 'slot ' || slot_name FROM pg_replication_slots
    UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE tgname LIKE 'moves\\_%'`.execute(
    databaseOf(cell),
  );
  return rows.map(({ name }) => name);
}

/** Has the figures of a tenant counted up to a place far after its events, as others' events do; answers the place. */
export async function countAhead({ service }: Cell, tenantId: string): Promise<number> {
  const { rows } = await service.service.database.pool.query<{ position: string }>(
    `INSERT INTO figure_progress (tenant_id, phase, position, built_to)
     SELECT $1, 'ready', setval('event_positions', 2000000), $1
     ON CONFLICT (tenant_id) DO UPDATE SET phase = 'ready', position = excluded.position RETURNING position`,
    [tenantId],
  );
  return Number(rows[0]?.position);
}
