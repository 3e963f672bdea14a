import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../kernel/base/log.ts';
import { RENEW_EVERY_MS } from './node-store.ts';

/** Renews the row of a node that starts, until the function it returns is called: a long start must not look like a process that died. */
export function startRenewing(renew: () => Promise<void>, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keepOn = async (): Promise<void> => {
    for (;;) {
      await pause(RENEW_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await renew().catch((error: unknown) => {
        log.debug({ err: error }, 'the row of this node could not be renewed');
      });
    }
  };
  const renewing = keepOn();
  return () => {
    stopping.abort();
    return renewing;
  };
}
