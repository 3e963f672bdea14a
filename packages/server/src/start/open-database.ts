import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  DataDirectoryUnusable,
  explainDataDirectory,
} from '@titular/embedded-postgres/home/data-directory-unusable.ts';
import { keepDatabaseRunning } from '@titular/embedded-postgres/process/keep-database-running.ts';
import type { Config, Environment } from '../config/config.ts';
import { rereadSecrets } from '../config/secret-files.ts';
import type { Log } from '../kernel/base/log.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import { awaitDatabase, explained } from '../kernel/database/await-database.ts';
import { connect, type Database, STATEMENT_TIMEOUT_MS } from '../kernel/database/connect.ts';
import { changingAddress, type DatabaseAddress, fixedAddress } from '../kernel/database/database-address.ts';
import type { MigrationEvent } from '../kernel/database/migrate/apply-migration.ts';
import { awaitSchema, requireSchema } from '../kernel/database/migrate/await-schema.ts';
import { migrate } from '../kernel/database/migrate/migrate.ts';
import { type Plan, readPlan } from '../kernel/database/migrate/plan.ts';
import { PORTAL_LIMIT_MS, PORTAL_POOL } from '../kernel/http/portal/portal-database.ts';
import {
  checkDeployment,
  loadMasterKeys,
  type MasterKeys,
  openMasterKeys,
  parseMasterKeys,
} from '../tenants/index.ts';

/** Ends one thing that was opened; called in the reverse order of opening. */
export type Closer = () => Promise<unknown>;

const MASTER_KEY_FILE = 'master.key';

/** Milliseconds that a start, and the step before it, wait for a database that is not there yet. */
export const DATABASE_WAIT_MS = 60_000;

/** Who hears that the start waits, and what ends that. */
export type Patience = { say?: ((sentence: string) => void) | undefined; signal?: AbortSignal | undefined };

/** What the embedded database says against its data directory becomes one sentence. */
export async function explainedDirectory<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DataDirectoryUnusable)) throw error;
    throw new StartRefused(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, {
      cause: error,
    });
  }
}

/** Starts the embedded database and keeps it running. */
async function startEmbedded(config: Config, log: Log, closers: Closer[]): Promise<string> {
  const embedded = await explainedDirectory(() =>
    keepDatabaseRunning({
      dataDirectory: config.dataDirectory,
      mayLieElsewhere: !config.isDataDirectoryGiven,
      log: (line) => log.info({ part: 'database' }, line),
    }),
  );
  closers.push(embedded.stop);
  return embedded.connectionString;
}

/** Refuses a database that is bound to the other environment before anything of it is changed; one that was never bound is as good as new. */
async function requireEnvironment({ pool }: Database, environment: Environment): Promise<void> {
  const bound = await pool.query("SELECT to_regclass('deployment') IS NOT NULL AS is_bound");
  if (!bound.rows[0]?.is_bound) return;
  const found = await pool.query('SELECT environment FROM deployment');
  const other = found.rows[0]?.environment ?? environment;
  if (other !== environment) {
    throw new StartRefused(
      `This database belongs to the ${other} environment; TITULAR_ENV says ${environment}.`,
    );
  }
}

/** Limits that each connection asks for, in milliseconds; what a pooler between may drop without a word. */
const LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/** Refuses a database behind a pooler that drops the limits of a connection, where a statement could run for ever; says so where one may run too long. */
async function requireLimits({ pool }: Database, say: (sentence: string) => void): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name DESC',
    [LIMITS],
  );
  const missing = rows.filter(({ setting }) => setting === '0').map(({ name }) => name);
  const longest = Number(rows.find(({ name }) => name === 'statement_timeout')?.setting);
  if (longest > STATEMENT_TIMEOUT_MS)
    say(
      `statement_timeout of the role is ${longest} ms: with more than ${STATEMENT_TIMEOUT_MS} ms, statements go on that were given up. ` +
        'docs/operations/high-availability.md has the line to set it.',
    );
  if (missing.length === 0) return;
  throw new StartRefused(
    `Connections to the database have no ${missing.join(' and no ')}: something between drops their settings. ` +
      'Set both for the role (ALTER ROLE … SET), as docs/operations/high-availability.md says.',
  );
}

/** How a database is prepared, who hears of it, and what ends a wait. */
type Preparation = {
  mode: Config['migrate'];
  say: (sentence: string) => void;
  report?: ((event: MigrationEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
};

type Prepare = (connectionString: string, database: Database, preparation: Preparation) => Promise<void>;

const WAITS: Partial<Record<MigrationEvent['kind'], string>> = {
  waiting: 'Waiting for another process that brings the schema up to date.',
  paced: 'Waiting, as often as needed, for a standby that is far behind: rows are being filled in.',
};

/** Says each reason for a wait once. */
function sayOnce(say: (sentence: string) => void): (event: MigrationEvent) => void {
  const said = new Set<string>();
  return ({ kind }) => {
    const sentence = WAITS[kind];
    if (sentence === undefined || said.has(kind)) return;
    said.add(kind);
    say(sentence);
  };
}

/** Who brings the schema up to date: this process, or another that this one relies on or waits for. */
const PREPARE: Readonly<Record<Config['migrate'], Prepare>> = {
  auto: (connectionString, _database, { say, report, signal }) => {
    const tell = sayOnce(say);
    return migrate(connectionString, {
      signal,
      report: (event) => {
        tell(event);
        report?.(event);
      },
    });
  },
  check: (_connectionString, { pool }) => requireSchema(pool),
  wait: (_connectionString, { pool }, preparation) => awaitSchema(pool, preparation),
};

/** Looks at the environment of a database that serves, and sees to its schema; what is against that is one sentence. */
export async function prepareDatabase(
  connectionString: string,
  database: Database,
  environment: Environment,
  preparation: Preparation,
): Promise<void> {
  await explained(connectionString, async () => {
    await requireLimits(database, preparation.say);
    await requireEnvironment(database, environment);
    await PREPARE[preparation.mode](connectionString, database, preparation);
  });
}

/** Reads what the schema of a database lacks, after a look at its environment; nothing is changed. */
export const planDatabase = (
  connectionString: string,
  database: Database,
  environment: Environment,
): Promise<Plan> =>
  explained(connectionString, async () => {
    await requireEnvironment(database, environment);
    return readPlan(database.pool);
  });

/** The address of the database, which follows the file of DATABASE_URL where there is one. */
function addressIn(config: Config, connectionString: string): DatabaseAddress {
  if (!config.secretFiles.some(({ setting }) => setting.key === 'databaseUrl'))
    return fixedAddress(connectionString);
  const reread = (): void => void rereadSecrets(config, 'databaseUrl');
  return changingAddress(() => config.databaseUrl ?? connectionString, reread);
}

/** Opens the configured database, waiting for it, or starts the embedded one and keeps it running, and sees to its schema. */
export async function openDatabase(
  config: Config,
  log: Log,
  closers: Closer[],
  { say = (sentence) => log.warn(sentence), signal }: Patience = {},
): Promise<Database> {
  if (config.databaseUrl) await awaitDatabase(config.databaseUrl, { waitMs: DATABASE_WAIT_MS, say, signal });
  const connectionString = config.databaseUrl ?? (await startEmbedded(config, log, closers));
  const database = connect(addressIn(config, connectionString), config.databasePoolSize, (error) => {
    // The error drags the whole client along; its words are enough.
    log.warn(
      { code: (error as { code?: string }).code, reason: error.message },
      'a database connection was lost',
    );
  });
  closers.push(database.close);
  const report = (event: MigrationEvent): void => {
    if (event.kind === 'begun')
      log.info({ part: 'database', migration: event.migration.name }, 'a migration begins');
  };
  const { environment, migrate: mode } = config;
  await prepareDatabase(connectionString, database, environment, { mode, say, report, signal });
  return database;
}

/** Opens the portal's own connections, on the database that is open already; undefined where the portal is off. */
export function openPortalDatabase(
  config: Config,
  database: Database,
  log: Log,
  closers: Closer[],
): Database | undefined {
  if (config.portalUrl === undefined) return undefined;
  const onError = (error: Error): void =>
    log.warn({ reason: error.message }, 'a connection of the portal was lost');
  // A plan made while a table was small would be kept for the life of the connection.
  const options = { limitMs: PORTAL_LIMIT_MS, isByIndex: true };
  const opened = connect(database.address, PORTAL_POOL, onError, options);
  closers.push(opened.close);
  return opened;
}

/** The file of the master keys; undefined when they stand in the configuration itself. */
export const masterKeyFile = (config: Config): string | undefined =>
  config.masterKey === undefined
    ? (config.masterKeyFile ?? join(config.dataDirectory, MASTER_KEY_FILE))
    : undefined;

const findKind = (path: string): Promise<Stats | undefined> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw explainDataDirectory(error, { dataDirectory: path });
  });

/** Looks, before anything is started, at what a start cannot do without: the data directory, and master keys that are there to be read. */
export async function checkFiles(config: Config): Promise<void> {
  const { dataDirectory } = config;
  if ((await explainedDirectory(() => findKind(dataDirectory)))?.isDirectory() === false)
    throw new StartRefused(`The data directory ${dataDirectory} is a file: name a directory.`);
  const file = masterKeyFile(config);
  if (file === undefined) parseMasterKeys(config.masterKey ?? '');
  else if (config.masterKeyFile !== undefined || (await findKind(file))) await loadMasterKeys(file, false);
}

/** The directory itself, or the nearest above it that is there. */
async function nearestExisting(directory: string): Promise<string> {
  for (let nearest = resolve(directory); ; nearest = dirname(nearest))
    if ((await findKind(nearest)) || nearest === dirname(nearest)) return nearest;
}

/** Refuses a data directory in which nothing can be written, or made, before a start that writes there does anything. */
export const requireWritableData = ({ dataDirectory }: Config): Promise<void> =>
  explainedDirectory(async () => {
    await access(await nearestExisting(dataDirectory), constants.W_OK).catch((error: unknown) => {
      throw explainDataDirectory(error, { dataDirectory });
    });
  });

/** Opens the master keys, making the first in `test`, and binds the database to them or refuses to go on. A node that is to stay tells in `enter` which keys it has. */
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
