import { chmod, chown, mkdtemp, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import pg from 'pg';

/** What workers need to clone the template: Vitest hands it over by `provide` and `inject`. */
export type DatabaseServer = {
  ownerConnectionString: string;
  superuserConnectionString: string;
  /** Where the clones' files live. */
  tablespace: string;
};

/** The server every test of a run shares; its data lives as long as the run. */
export type TestServer = DatabaseServer & { stop(): Promise<void> };

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
  }
}

/** The migrated database that `cloneDatabase` copies; it accepts no connections, so that copying never finds it in use. */
export const templateDatabase = 'titular_template';

/** The role that owns template and clones; it is what the service signs in as, no superuser. */
export const ownerRole = 'titular';

const SETTINGS = {
  max_connections: '300',
  autovacuum: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  // Passwords of 256 random bits need no stretching, and a run opens connections by the thousand.
  scram_iterations: '1',
};

/** Memory as a file system, where the machine has it, and the room that the clones of a run may need there. */
const MEMORY = '/dev/shm';
const CLONES_BYTES = 2 * 2 ** 30;

type Cluster = { connectionString: string; superuserConnectionString: string };

/** Starts a server in a fresh temporary directory and fills the template by `migrate`; `stop` removes every trace. */
export async function startTestServer(
  migrate: (connectionString: string) => Promise<void>,
): Promise<TestServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'titular-test-'));
  // Lets the account that runs PostgreSQL for root pass through.
  await chmod(directory, 0o711);
  const directories = [directory];
  const removeDirectories = async (): Promise<void> => {
    for (const one of directories) await rm(one, { recursive: true, force: true });
  };
  try {
    const dataDirectory = path.join(directory, 'data');
    const systemDirectory = path.join(directory, 'system');
    const log = (): void => undefined;
    const server = await startEmbeddedDatabase({
      dataDirectory,
      systemDirectory,
      log,
      durable: false,
      extraSettings: SETTINGS,
    });
    const stop = (): Promise<void> => server.stop().finally(removeDirectories);
    try {
      await migrate(server.connectionString);
      await makeTemplate(server);
      const memory = await openMemory(server);
      if (memory) directories.push(memory);
      return {
        ownerConnectionString: server.connectionString,
        superuserConnectionString: server.superuserConnectionString,
        tablespace: memory ? 'memory' : 'pg_default',
        stop,
      };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    await removeDirectories();
    throw error;
  }
}

// The service's own database becomes the template once it is migrated.
const makeTemplate = (server: Cluster): Promise<void> =>
  asSuperuser(server, async (client) => {
    // The superuser's was set by initdb, before the setting above held.
    const password = client.escapeLiteral(client.password ?? '');
    await client.query(`ALTER ROLE ${client.escapeIdentifier(client.user ?? '')} PASSWORD ${password}`);
    await client.query(`ALTER DATABASE titular RENAME TO ${templateDatabase}`);
    await client.query(`ALTER DATABASE ${templateDatabase} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    await client.query('CHECKPOINT');
  });

/** Makes the tablespace `memory`, where there is room for it; a clone has a thousand files, which a disk takes many times as long to copy and to remove. */
async function openMemory(server: Cluster): Promise<string | undefined> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room < CLONES_BYTES) return undefined;
  const directory = await mkdtemp(path.join(MEMORY, 'titular-test-'));
  await asSuperuser(server, async (client) => {
    const { rows } = await client.query<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
    const { uid, gid } = await stat(rows[0]?.data ?? '');
    await chown(directory, uid, gid);
    await client.query(`CREATE TABLESPACE memory LOCATION ${client.escapeLiteral(directory)}`);
  });
  return directory;
}

/** Runs the statements on one superuser connection to the `postgres` database. */
export async function asSuperuser<T>(
  server: Pick<DatabaseServer, 'superuserConnectionString'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: server.superuserConnectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
