import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDatabaseAccount } from '@titular/embedded-postgres/cluster/database-account.ts';
import { readPlatformPackage } from '@titular/embedded-postgres/cluster/platform-package.ts';
import { stageBinaries } from '@titular/embedded-postgres/cluster/stage-binaries.ts';
import type { Stage } from '../../stage/children.ts';
import { addressOf, type Server, startServer } from '../../stage/embedded-pair.ts';
import { UnreadableRunError } from './run-facts.ts';

/** Where the database of a run stays, below its directory. */
const KEPT = 'kept-database';
const END_LIMIT_MS = 20_000;
const LOOK_MS = 50;
/** What a database that was killed leaves running for a moment. */
const BACKENDS_MS = 1_000;
const PID_FILE = 'postmaster.pid';
const COPY = { stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } } as const;

/** Ends a database in order; one that does not end within the limit is killed, and recovers from its log once it is judged. */
async function endServer({ process }: Server): Promise<void> {
  const endMs = performance.now() + END_LIMIT_MS;
  process.signal('SIGINT');
  while (!process.isOver() && performance.now() < endMs) await delay(LOOK_MS);
  if (process.isOver()) return;
  await process.kill();
  await delay(BACKENDS_MS);
}

/** Copies a directory with its owners. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  execFileSync('cp', ['-a', `${from}/.`, to], COPY);
}

/** Ends the database of a run and keeps its files, from which it can be started again. */
export async function keepDatabase(stage: Stage, server: Server, data: string): Promise<void> {
  await endServer(server);
  await copy(data, join(stage.directory, KEPT));
  stage.keepDirectory(KEPT);
}

/** Starts a copy of the database that a run kept, whose own files stay as they are; gives its address as the superuser. */
export async function startKept(stage: Stage, directory: string): Promise<string> {
  const from = join(directory, KEPT);
  if (!existsSync(from))
    throw new UnreadableRunError(
      `${directory} has no ${KEPT}: a run keeps its database where it found a violation, or with --keep; run its seed again with --keep`,
    );
  const account = readDatabaseAccount();
  const programs = join(await stageBinaries(stage.directory, readPlatformPackage()), 'bin');
  const data = join(stage.directory, 'database');
  await copy(from, data);
  await rm(join(data, PID_FILE), { force: true });
  // Whoever moved it may own it by now.
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, data], COPY);
  await chmod(data, 0o700);
  try {
    const { port } = await startServer(stage, 'postgres', { programs, data, account });
    return addressOf(port, 'postgres');
  } catch (error) {
    throw new UnreadableRunError(
      `the database of ${directory} does not start (${error}): run its seed again with --keep`,
    );
  }
}
