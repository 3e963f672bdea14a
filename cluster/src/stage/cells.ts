import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import type { Stage } from './children.ts';
import { type Nodes, startNodes } from './nodes.ts';

const SETTINGS = { wal_level: 'logical', max_wal_senders: '10', max_replication_slots: '10' };

/** A deployment with one node, on a database that replicates; `adminUrl` is that database as its superuser. */
export type Cell = {
  databaseUrl: string;
  adminUrl: string;
  nodes: Nodes;
  environment: Record<string, string>;
};

/** Starts a deployment of its own; its role may send and receive rows. */
export async function startCell(stage: Stage, name: string): Promise<Cell> {
  // The account that runs PostgreSQL for root has to pass through.
  const directory = await stage.makeDirectory(name, {
    uid: process.getuid?.() ?? 0,
    gid: process.getgid?.() ?? 0,
  });
  const { connectionString, stop, ...server } = await startEmbeddedDatabase({
    dataDirectory: join(directory, 'data'),
    systemDirectory: join(stage.directory, 'system'),
    log: () => undefined,
    extraSettings: SETTINGS,
  });
  stage.onClose(stop);
  await asSuperuser(server, async (client) => {
    await client.query('ALTER ROLE titular REPLICATION');
    await client.query('GRANT pg_create_subscription TO titular');
  });
  const nodes = await startNodes(stage, connectionString, 1, `${name}-service`);
  const data = join(stage.directory, `${name}-service`);
  return {
    databaseUrl: connectionString,
    adminUrl: server.superuserConnectionString.replace('@/postgres?', '@/titular?'),
    nodes,
    environment: { DATABASE_URL: connectionString, TITULAR_DATA_DIR: data },
  };
}

/** Writes the environment file of a cell, for a command that is told of it. */
export async function writeEnvironment(stage: Stage, { environment }: Cell): Promise<string> {
  const file = join(stage.directory, 'cell.env');
  const lines = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return file;
}
