import { setTimeout as delay } from 'node:timers/promises';

/** Each process is asked 20 times a second: one alone already gets twice what the tenant may have (I8). */
const EVERY_MS = 50;
/** More under way are none of a merchant's. */
const MAX_UNDER_WAY = 100;

/** Has one tenant ask for more than its limit at every process, whatever comes back. */
export function startEager(
  processes: number,
  ask: (number: number, node: number) => Promise<void>,
): { stop(): Promise<void> } {
  const waiting = new Set<Promise<void>>();
  const sinceMs = performance.now();
  let isOver = false;
  const work = (async () => {
    for (let number = 0; !isOver; await delay(EVERY_MS / 2))
      for (; number < (performance.now() - sinceMs) / EVERY_MS; number += 1)
        for (let node = 0; node < processes && waiting.size < MAX_UNDER_WAY; node += 1) {
          const one = ask(number, node).finally(() => waiting.delete(one));
          waiting.add(one);
        }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      await Promise.all(waiting);
    },
  };
}
