import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import pg from 'pg';

/** What workers need to clone the template: Vitest hands it over by `provide` and `inject`. */
export type DatabaseServer = { ownerConnectionString: string; superuserConnectionString: string };

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

const SETTINGS = { max_connections: '300', autovacuum: 'off', max_wal_size: '4GB', checkpoint_timeout: '1h' };

/** Starts a server in a fresh temporary directory and fills the template by `migrate`; `stop` removes every trace. */
export async function startTestServer(
  migrate: (connectionString: string) => Promise<void>,
): Promise<TestServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'titular-test-'));
  // Lets the account that runs PostgreSQL for root pass through.
  await chmod(directory, 0o711);
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true, force: true });
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
    const stop = (): Promise<void> => server.stop().finally(removeDirectory);
    await makeTemplate(server, migrate).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return {
      ownerConnectionString: server.connectionString,
      superuserConnectionString: server.superuserConnectionString,
      stop,
    };
  } catch (error) {
    await removeDirectory();
    throw error;
  }
}

// The service's own database becomes the template once it is migrated.
async function makeTemplate(
  server: { connectionString: string; superuserConnectionString: string },
  migrate: (connectionString: string) => Promise<void>,
): Promise<void> {
  await migrate(server.connectionString);
  await asSuperuser(server, async (client) => {
    await client.query(`ALTER DATABASE titular RENAME TO ${templateDatabase}`);
    await client.query(`ALTER DATABASE ${templateDatabase} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
    await client.query('CHECKPOINT');
  });
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
