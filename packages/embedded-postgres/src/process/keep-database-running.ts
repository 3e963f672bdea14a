import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedDatabaseOptions, type Instance, openInstance } from './open-instance.ts';
import { describeExit, type Postmaster, runPostmaster } from './run-postmaster.ts';
import type { EmbeddedDatabase } from './start-embedded-database.ts';

const FIRST_BACK_OFF_MS = 50;
const MAX_BACK_OFF_MS = 2_000;
// A server that lived this long did not die of being started.
const HEALTHY_AFTER_MS = 10_000;

/** A server that comes back after it dies; its connection strings stay the same, so a pool reconnects by itself. */
export type SupervisedDatabase = Omit<EmbeddedDatabase, 'exited'>;

/**
 * Like `startEmbeddedDatabase`, and starts the server again whenever it ends before `stop`: after 50 ms, then with pauses that double
 * up to 2 s while it does not last. Only the first start throws; later failures go to the log.
 */
export async function keepDatabaseRunning(options: EmbeddedDatabaseOptions): Promise<SupervisedDatabase> {
  const instance = await openInstance(options);
  const stopping = new AbortController();
  const first = await runPostmaster(instance).catch(async (error: unknown) => {
    await instance.release();
    throw error;
  });
  const finished = supervise(instance, first, stopping.signal).finally(instance.release);
  // Whoever calls `stop` hears of it; until then nobody may be listening.
  finished.catch(() => undefined);
  const { connectionString, superuserConnectionString } = instance;
  const stop = (): Promise<void> => {
    stopping.abort();
    return finished;
  };
  return { connectionString, superuserConnectionString, stop };
}

async function supervise(instance: Instance, first: Postmaster, stopping: AbortSignal): Promise<void> {
  const asked = new Promise<undefined>((resolve) => {
    stopping.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  let postmaster: Postmaster | undefined = first;
  let readyAtMs = performance.now();
  let backOffMs = FIRST_BACK_OFF_MS;
  for (;;) {
    const exit = await Promise.race([postmaster?.exited, asked]);
    if (stopping.aborted) return postmaster?.stop();
    if (exit) instance.log(`the PostgreSQL server ended (${describeExit(exit)}); restarting it`);
    if (exit && performance.now() - readyAtMs > HEALTHY_AFTER_MS) backOffMs = FIRST_BACK_OFF_MS;
    postmaster = await startAfter(backOffMs, instance, stopping);
    readyAtMs = performance.now();
    backOffMs = Math.min(2 * backOffMs, MAX_BACK_OFF_MS);
  }
}

async function startAfter(
  pauseMs: number,
  instance: Instance,
  stopping: AbortSignal,
): Promise<Postmaster | undefined> {
  try {
    await delay(pauseMs, undefined, { signal: stopping });
    return await runPostmaster(instance, stopping);
  } catch (error) {
    if (!stopping.aborted) instance.log(`PostgreSQL did not restart: ${(error as Error).message}`);
    return undefined;
  }
}
