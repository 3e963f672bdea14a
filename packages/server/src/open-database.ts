import { join } from 'node:path';
import type { Log } from './base/log.ts';
import type { Config } from './config.ts';
import { connect, type Database } from './database/connect.ts';
import { keepDatabaseRunning } from './database/embedded/keep-database-running.ts';
import { migrate } from './database/migrate.ts';
import { checkDeployment } from './tenants/check-deployment.ts';
import { type MasterKeys, openMasterKeys, parseMasterKeys } from './tenants/master-key.ts';
import { loadMasterKeys } from './tenants/master-key-file.ts';

/** Ends one thing that was opened; called in the reverse order of opening. */
export type Closer = () => Promise<unknown>;

const MASTER_KEY_FILE = 'master.key';

/** Opens the configured database, or starts the embedded one and keeps it running, and brings its schema up to date. */
export async function openDatabase(config: Config, log: Log, closers: Closer[]): Promise<Database> {
  let connectionString = config.databaseUrl;
  if (!connectionString) {
    const embedded = await keepDatabaseRunning({
      dataDirectory: config.dataDirectory,
      log: (line) => log.info({ part: 'database' }, line),
    });
    closers.push(embedded.stop);
    connectionString = embedded.connectionString;
  }
  await migrate(connectionString);
  const database = connect(connectionString, config.databasePoolSize, (error) => {
    // The error drags the whole client along; its words are enough.
    log.warn(
      { code: (error as { code?: string }).code, reason: error.message },
      'a database connection was lost',
    );
  });
  closers.push(database.close);
  return database;
}

/** The file of the master keys; undefined when they stand in the configuration itself. */
export const masterKeyFile = (config: Config): string | undefined =>
  config.masterKey === undefined
    ? (config.masterKeyFile ?? join(config.dataDirectory, MASTER_KEY_FILE))
    : undefined;

/** Opens the master keys, making the first in `test`, and binds the database to them or refuses to go on; a node that is to stay tells in `enter` which keys it has. */
export async function openDeployment(
  config: Config,
  database: Database,
  enter: (masterKeys: MasterKeys) => Promise<void> = async () => undefined,
): Promise<MasterKeys> {
  const file = masterKeyFile(config);
  const isOurs = config.masterKeyFile === undefined;
  const readKeys = async () =>
    file === undefined ? parseMasterKeys(config.masterKey ?? '') : loadMasterKeys(file, isOurs);
  const masterKeys = await openMasterKeys(readKeys, () => performance.now());
  await enter(masterKeys);
  await checkDeployment(database.db, config.environment, masterKeys);
  return masterKeys;
}
