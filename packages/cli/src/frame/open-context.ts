import { userInfo } from 'node:os';
import { DataDirectoryInUse } from '@titular/embedded-postgres/home/home-lock.ts';
import { attachEmbeddedDatabase } from '@titular/embedded-postgres/process/attach-embedded-database.ts';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import type { Config } from '@titular/server/config/config.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { awaitDatabase, type Waiting } from '@titular/server/kernel/database/await-database.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { openDatabaseClock } from '@titular/server/nodes/index.ts';
import { withDatabase } from '@titular/server/start/deployment-facts.ts';
import {
  type Closer,
  checkFiles,
  explainedDirectory,
  openDeployment,
  prepareDatabase,
} from '@titular/server/start/open-database.ts';
import type { CommandContext } from './command.ts';
import type { Progress } from './progress.ts';

/** Opened as they are needed: an import works on as many rows at once. */
const POOL_SIZE = 4;

/** A person at a terminal is told at once. */
const AT_ONCE: Waiting = { waitMs: 0, say: () => undefined };

/** Reaches the database: the configured one, the embedded one that a running service holds, or else starts it for as long as the command runs. */
export async function findDatabase(
  config: Config,
  progress: Progress,
  closeAtEnd: (close: Closer) => void,
  waiting = AT_ONCE,
): Promise<string> {
  const { databaseUrl, dataDirectory, isDataDirectoryGiven } = config;
  if (databaseUrl) {
    await awaitDatabase(databaseUrl, waiting);
    return databaseUrl;
  }
  try {
    progress.say('Opening the database …');
    const embedded = await startEmbeddedDatabase({
      dataDirectory,
      mayLieElsewhere: !isDataDirectoryGiven,
      log: () => undefined,
    });
    closeAtEnd(embedded.stop);
    return embedded.connectionString;
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return (await attachEmbeddedDatabase(dataDirectory)).connectionString;
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

/** Opens what commands work with; what has to be closed goes to `closers`, and the address of the database to `reached`. */
export async function openContext(
  config: Config,
  progress: Progress,
  closers: Closer[],
  reached: (connectionString: string) => void,
): Promise<Omit<CommandContext, 'stopping'>> {
  await checkFiles(config);
  const closeAtEnd = (close: Closer): void => void closers.push(close);
  const connectionString = await explainedDirectory(() => findDatabase(config, progress, closeAtEnd));
  reached(connectionString);
  const database = connect(connectionString, POOL_SIZE, () => undefined);
  closers.push(database.close);
  await prepareDatabase(connectionString, database, config.environment, {
    // A person at a terminal is told at once, and waits for nobody.
    mode: config.migrate === 'auto' ? 'auto' : 'check',
    say: progress.say,
  });
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
    atLeisure: (work) => withDatabase(connectionString, work),
    report: (work) => withDatabase(config.reportDatabaseUrl ?? connectionString, work),
    readInput,
  };
}
