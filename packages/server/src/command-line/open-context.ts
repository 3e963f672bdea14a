import { userInfo } from 'node:os';
import { systemClock } from '../base/clock.ts';
import type { Config } from '../config.ts';
import { connect } from '../database/connect.ts';
import { attachEmbeddedDatabase } from '../database/embedded/attach-embedded-database.ts';
import { DataDirectoryInUse } from '../database/embedded/home-lock.ts';
import { startEmbeddedDatabase } from '../database/embedded/start-embedded-database.ts';
import { migrate } from '../database/migrate.ts';
import { type Closer, openDeployment } from '../open-database.ts';
import type { CommandContext } from './command.ts';
import type { Progress } from './progress.ts';

const POOL_SIZE = 2;

/** Reaches the database: the configured one, the embedded one that a running service holds, or else starts it for as long as the command runs. */
async function findDatabase(config: Config, progress: Progress, closers: Closer[]): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  try {
    progress.say('Starting the database …');
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
): Promise<CommandContext> {
  const connectionString = await findDatabase(config, progress, closers);
  await migrate(connectionString);
  const database = connect(connectionString, POOL_SIZE, () => undefined);
  closers.push(database.close);
  const masterKeys = await openDeployment(config, database);
  progress.end();
  const actor = `command-line:${userInfo().username}`;
  return {
    config,
    operator: { db: database.db, clock: systemClock, actor },
    masterKeys,
    progress,
    readInput,
  };
}
