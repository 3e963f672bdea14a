import path from 'node:path';
import { findClusterAccount } from '../cluster/cluster-account.ts';
import { createCluster, requireMajorVersion } from '../cluster/create-cluster.ts';
import { type DatabaseAccount, readDatabaseAccount } from '../cluster/database-account.ts';
import { readPlatformPackage } from '../cluster/platform-package.ts';
import { stageBinaries } from '../cluster/stage-binaries.ts';
import {
  type Credentials,
  readCredentials,
  roles,
  serviceDatabase,
  toConnectionString,
} from '../home/credentials.ts';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';
import { lockHome } from '../home/home-lock.ts';
import { defaultSystemDirectory, type Home, locateHome } from '../home/locate-home.ts';
import { buildSettings, type Settings } from '../home/settings.ts';
import { makeSocketDirectory, removeSocketDirectory } from '../home/socket-directory.ts';

/**
 * What to run and where. `dataDirectory` is created when missing; `durable: false` gives up surviving a crash of the machine for
 * speed. `log` receives what the launcher does, while the server's own log is the file `postgres.log` beside the cluster.
 * `mayLieElsewhere: false` refuses a data directory that is closed to the account, in place of a home outside of it.
 */
export type EmbeddedDatabaseOptions = {
  dataDirectory: string;
  log: (message: string) => void;
  durable?: boolean;
  extraSettings?: Settings;
  systemDirectory?: string;
  mayLieElsewhere?: boolean;
};

/** A locked data directory with all that starting its server takes; the lock holds until `release`. */
export type Instance = {
  account: DatabaseAccount;
  binaries: string;
  cluster: string;
  logFile: string;
  settings: Settings;
  credentials: Credentials;
  connectionString: string;
  superuserConnectionString: string;
  log: (message: string) => void;
  release(): Promise<void>;
};

// initdb hands its own path to a shell, between double quotes.
const NOT_FOR_SHELL = /["$`\\\n]/;

/** Locks the data directory for this process and puts binaries, cluster, passwords and socket directory in place. */
export async function openInstance(options: EmbeddedDatabaseOptions): Promise<Instance> {
  const unusable = NOT_FOR_SHELL.exec(path.resolve(options.dataDirectory))?.[0];
  if (unusable !== undefined) {
    throw new DataDirectoryUnusable(
      `the data directory ${options.dataDirectory} must have a path without ${JSON.stringify(unusable)}`,
    );
  }
  const preferred = readDatabaseAccount();
  const { systemDirectory = defaultSystemDirectory, mayLieElsewhere = true } = options;
  const dataDirectory = path.resolve(options.dataDirectory);
  const home = await locateHome({ dataDirectory, systemDirectory, account: preferred, mayLieElsewhere });
  const account = await findClusterAccount(path.join(home.directory, 'cluster'), preferred);
  const lock = lockHome(home.directory, options.dataDirectory);
  try {
    const furnished = await furnish(options, home, account);
    const release = async (): Promise<void> => {
      await removeSocketDirectory(home.directory, account);
      lock.release();
    };
    return { ...furnished, release };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function furnish(
  options: EmbeddedDatabaseOptions,
  home: Home,
  account: DatabaseAccount,
): Promise<Omit<Instance, 'release'>> {
  const { log, durable = true } = options;
  const platformPackage = readPlatformPackage();
  const binaries = await stageBinaries(home.stageParent, platformPackage);
  const credentials = await readCredentials(home.directory);
  const plan = { home: home.directory, binaries, account, superuserPassword: credentials.superuser, durable };
  if (await createCluster(plan)) log(`initialised a database in ${home.directory}`);
  const cluster = path.join(home.directory, 'cluster');
  await requireMajorVersion(cluster, platformPackage.version);
  const socketDirectory = await makeSocketDirectory(home.directory, account);
  return {
    account,
    binaries,
    cluster,
    logFile: path.join(home.directory, 'postgres.log'),
    settings: buildSettings(socketDirectory, durable, options.extraSettings),
    credentials,
    ...connectionStrings(socketDirectory, credentials),
    log,
  };
}

/** The connection strings of a server by where its socket is. */
export const connectionStrings = (socketDirectory: string, { superuser, service }: Credentials) => ({
  connectionString: toConnectionString(socketDirectory, {
    user: roles.service,
    password: service,
    database: serviceDatabase,
  }),
  superuserConnectionString: toConnectionString(socketDirectory, {
    user: roles.superuser,
    password: superuser,
    database: 'postgres',
  }),
});
