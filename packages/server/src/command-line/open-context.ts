import { userInfo } from 'node:os';
import { systemClock } from '../base/clock.ts';
import type { Config } from '../config.ts';
import { connect, type Database } from '../database/connect.ts';
import { attachEmbeddedDatabase } from '../database/embedded/attach-embedded-database.ts';
import { DataDirectoryInUse } from '../database/embedded/home-lock.ts';
import { startEmbeddedDatabase } from '../database/embedded/start-embedded-database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabaseClock } from '../nodes/database-clock.ts';
import { type Closer, openDeployment } from '../open-database.ts';
import { StartRefused } from '../tenants/master-key.ts';
import type { CommandContext } from './command.ts';
import type { Progress } from './progress.ts';

const POOL_SIZE = 2;

/** Reaches the database: the configured one, the embedded one that a running service holds, or else starts it for as long as the command runs. */
async function findDatabase(config: Config, progress: Progress, closers: Closer[]): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  try {
    progress.say('Opening the database …');
    const embedded = await startEmbeddedDatabase({
      dataDirectory: config.dataDirectory,
      log: () => undefined,
    });
    closers.push(embedded.stop);
    return embedded.connectionString;
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return attachEmbeddedDatabase(config.dataDirectory);
  }
}

/** Refuses a database that is bound to the other environment before anything of it is changed; one that was never bound is as good as new. */
async function requireEnvironment({ pool }: Database, { environment }: Config): Promise<void> {
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

// A container may run a command as a user that has no name.
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid:${process.getuid?.() ?? 'unknown'}`;
  }
}

const readInput = async (): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
};

/** Opens what commands work with; what has to be closed goes to `closers`. */
export async function openContext(
  config: Config,
  progress: Progress,
  closers: Closer[],
): Promise<Omit<CommandContext, 'stopping'>> {
  const connectionString = await findDatabase(config, progress, closers);
  const database = connect(connectionString, POOL_SIZE, () => undefined);
  closers.push(database.close);
  await requireEnvironment(database, config);
  await migrate(connectionString);
  const masterKeys = await openDeployment(config, database);
  progress.end();
  const actor = `command-line:${operatorName()}`;
  const monotonicMs = (): number => performance.now();
  // What commands date is compared with what services date.
  const clock = await openDatabaseClock(database.db, { monotonicMs, wall: systemClock });
  return {
    config,
    operator: { db: database.db, clock, actor },
    masterKeys,
    progress,
    readInput,
  };
}
