import { constants, monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

/** The question that makes a serving child watch its event loop from now on. */
export const ASK_BEGIN_LOOP = { ask: 'begin-loop' } as const;

/** The question for what was seen since. */
export const ASK_LOOP = { ask: 'loop' } as const;

/** How late the event loop of a process ran its timers, in milliseconds, and the shares of the time that its garbage collection took. */
export type LoopTimes = {
  lagP50Ms: number;
  lagP99Ms: number;
  lagMaxMs: number;
  collectionShare: number;
  fullCollections: number;
};

const RESOLUTION_MS = 1;

/** Lets a serving child tell of its event loop when its parent asks. */
export function answerLoops(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let beganMs = 0;
  let collectionMs = 0;
  let fullCollections = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      collectionMs += entry.duration;
      const { kind } = (entry as PerformanceEntry & { detail: { kind: number } }).detail;
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) fullCollections += 1;
    }
  });

  const begin = (): true => {
    collectionMs = 0;
    fullCollections = 0;
    beganMs = performance.now();
    observer.observe({ entryTypes: ['gc'] });
    delay.reset();
    delay.enable();
    return true;
  };

  const end = (): LoopTimes => {
    delay.disable();
    observer.disconnect();
    // The histogram holds the whole interval of each timer, in nanoseconds.
    const lag = (ns: number): number => Math.max(0, ns / 1e6 - RESOLUTION_MS);
    return {
      lagP50Ms: lag(delay.percentile(50)),
      lagP99Ms: lag(delay.percentile(99)),
      lagMaxMs: lag(delay.max),
      collectionShare: collectionMs / (performance.now() - beganMs),
      fullCollections,
    };
  };

  process.on('message', ({ ask }: { ask?: string }) => {
    if (ask === ASK_BEGIN_LOOP.ask) process.send?.(begin());
    if (ask === ASK_LOOP.ask) process.send?.(end());
  });
}
