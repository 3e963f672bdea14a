import { setTimeout as wait } from 'node:timers/promises';

/** Waits so many milliseconds, or until it is stopped; answers whether to go on. */
export async function pause(milliseconds: number, stopping: AbortSignal): Promise<boolean> {
  await wait(milliseconds, undefined, { signal: stopping }).catch(() => undefined);
  return !stopping.aborted;
}
