import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../cluster/create-cluster.ts';
import { runAs } from '../cluster/database-account.ts';
import { prepareServiceDatabase } from '../cluster/prepare-service-database.ts';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';
import { toArguments } from '../home/settings.ts';
import { endWithProgram } from './end-with-program.ts';
import type { Instance } from './open-instance.ts';
import { openServerLog, readLogTail } from './server-log.ts';
import { shutdownSteps } from './shutdown-steps.ts';
import { takeOverPostmaster } from './take-over-postmaster.ts';

/** How a server process ended: its exit code, or the signal that killed it. */
export type PostmasterExit = { code: number | null; signal: NodeJS.Signals | null };

/** A server that accepts connections; `exited` resolves whenever and however it ends, and `stop` may be called more than once. */
export type Postmaster = { exited: Promise<PostmasterExit>; stop(): Promise<void> };

type Launch = { child: ChildProcess; exited: Promise<PostmasterExit>; readTail(): string };
type Start = { kind: 'ready' } | { kind: 'ended'; exit: PostmasterExit };

const READY_POLL_MS = 5;
// Recovery after a crash replays at most a few checkpoints' worth of log.
const READY_TIMEOUT_MS = 300_000;
const OLD_BACKENDS_TIMEOUT_MS = 30_000;
const OLD_BACKENDS_POLL_MS = 100;
const OLD_BACKENDS = /pre-existing shared memory block|lock file ".*" already exists/;

/**
 * Starts the server of the instance and returns when it accepts connections. A leftover server is shut down first, and backends of a
 * killed one are waited for, 30 s at most. Throws with the last lines of the server's log; an aborted signal ends the attempt.
 */
export async function runPostmaster(instance: Instance, signal?: AbortSignal): Promise<Postmaster> {
  const deadline = performance.now() + OLD_BACKENDS_TIMEOUT_MS;
  for (;;) {
    await takeOverPostmaster(instance.cluster, instance.log);
    const launch = launchPostmaster(instance);
    const start = await waitUntilReady(instance, launch, signal);
    if (start.kind === 'ready') return { exited: launch.exited, stop: () => stopPostmaster(launch) };
    const tail = launch.readTail();
    if (!OLD_BACKENDS.test(tail) || performance.now() > deadline) {
      throw new DataDirectoryUnusable(`PostgreSQL did not start (${describeExit(start.exit)}):\n${tail}`);
    }
    await delay(OLD_BACKENDS_POLL_MS, undefined, signal ? { signal } : {});
  }
}

/** The exit in words, for messages. */
export const describeExit = ({ code, signal }: PostmasterExit): string =>
  signal === null ? `exit code ${code}` : `killed by ${signal}`;

// Detached: in a process group of its own, a Ctrl-C in the terminal reaches us alone and we end the server in order.
function launchPostmaster(instance: Instance): Launch {
  const { descriptor, startOffset } = openServerLog(instance.logFile);
  try {
    const args = ['-D', instance.cluster, ...toArguments(instance.settings)];
    const child = spawn(path.join(instance.binaries, 'bin', 'postgres'), args, {
      cwd: '/',
      env: childEnvironment,
      detached: true,
      stdio: ['ignore', descriptor, descriptor],
      ...runAs(instance.account),
    });
    return { child, exited: watchExit(child), readTail: () => readLogTail(instance.logFile, startOffset) };
  } finally {
    closeSync(descriptor);
  }
}

// When we end without having stopped it, the server is at least told to shut down.
function watchExit(child: ChildProcess): Promise<PostmasterExit> {
  const release = endWithProgram(() => {
    child.kill('SIGINT');
  });
  const exited = new Promise<PostmasterExit>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  exited.then(release, release);
  return exited;
}

async function waitUntilReady(instance: Instance, launch: Launch, signal?: AbortSignal): Promise<Start> {
  const ended = launch.exited.then((exit): Start => ({ kind: 'ended', exit }));
  const deadline = performance.now() + READY_TIMEOUT_MS;
  try {
    for (;;) {
      signal?.throwIfAborted();
      if (performance.now() > deadline)
        throw new DataDirectoryUnusable(`PostgreSQL was not ready in ${READY_TIMEOUT_MS} ms`);
      const start = await Promise.race([ended, tryToPrepare(instance)]);
      if (start !== undefined) return start;
    }
  } catch (error) {
    if (launch.child.pid !== undefined) await stopPostmaster(launch);
    throw error;
  }
}

async function tryToPrepare(instance: Instance): Promise<Start | undefined> {
  if (await prepareServiceDatabase(instance.superuserConnectionString, instance.credentials.service)) {
    return { kind: 'ready' };
  }
  return delay(READY_POLL_MS, undefined);
}

async function stopPostmaster(launch: Launch): Promise<void> {
  for (const { signal, waitMs } of shutdownSteps) {
    if (launch.child.exitCode !== null || launch.child.signalCode !== null) return;
    launch.child.kill(signal);
    if (await endsWithin(launch.exited, waitMs)) return;
  }
  throw new Error(`the PostgreSQL server, process ${launch.child.pid}, does not stop`);
}

async function endsWithin(exited: Promise<unknown>, waitMs: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    const timeout = delay(waitMs, false, { signal: timer.signal });
    timeout.catch(() => undefined);
    return await Promise.race([exited.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}
