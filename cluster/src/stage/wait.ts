import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

/** Waits until work succeeds with something truthy; after the limit, or Ctrl-C, it throws with the last error. */
export async function waitFor<T>(
  what: string,
  limitMs: number,
  signal: AbortSignal,
  work: () => Promise<T | undefined | false>,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  let last: unknown;
  while (performance.now() < endMs) {
    signal.throwIfAborted();
    try {
      const result = await work();
      if (result) return result;
    } catch (error) {
      last = error;
    }
    await delay(POLL_MS, undefined, { signal });
  }
  throw new Error(`${what}: not within ${limitMs / 1_000} s${last ? ` (${last})` : ''}`);
}
