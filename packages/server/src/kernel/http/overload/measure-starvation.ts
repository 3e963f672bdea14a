import { openQuota, type Periods } from './processor-quota.ts';

/** Long enough for two periods of a quota, and short beside any time that a caller waits. */
export const WINDOW_MS = 200;
const PERIOD_MS = 25;
/** Where no timer of a window is late by less, work waits in the event loop for as long. */
const LATE_MS = 50;
/** A process that is stopped by its quota in so many periods of a window wants more than it may have. */
const THROTTLED_SHARE = 0.75;

/** Time as the gate uses it, so that tests can move it; `after` does not keep the process alive. */
export type Timer = {
  nowMs(): number;
  after(milliseconds: number, work: () => void): void;
  /** Gives what reads the counters of the quota. */
  openQuota(): () => Periods | undefined;
};

/** The time of this process, which no change of the clock moves. */
export const processTimer: Timer = {
  nowMs: () => performance.now(),
  after: (milliseconds, work) => void setTimeout(work, milliseconds).unref(),
  openQuota,
};

/** How a process fared for some 200 ms. */
export type Window = { nowMs: number; elapsedMs: number; isStarved: boolean };

/** Watches whether the process gets the processor time that it wants. */
export type StarvationMeasure = { begin(): void };

function isThrottled(before: Periods | undefined, now: Periods | undefined): boolean {
  if (!before || !now || now.all <= before.all) return false;
  return now.throttled - before.throttled >= THROTTLED_SHARE * (now.all - before.all);
}

/** Makes the measure. Once begun it goes on until `observe` says that it need not; an idle process measures nothing. */
export function createStarvationMeasure(
  { nowMs, after, openQuota: open }: Timer,
  observe: (window: Window) => boolean,
): StarvationMeasure {
  let isRunning = false;
  let sinceMs = 0;
  let read: () => Periods | undefined = () => undefined;
  let before: Periods | undefined;
  let leastLagMs = Number.POSITIVE_INFINITY;

  function close(now: number): void {
    const periods = read();
    // As in CoDel (RFC 8289) the least lag counts: one timer in time says that the queue was empty.
    const isStarved = leastLagMs > LATE_MS || isThrottled(before, periods);
    const elapsedMs = now - sinceMs;
    [sinceMs, before, leastLagMs] = [now, periods, Number.POSITIVE_INFINITY];
    isRunning = observe({ nowMs: now, elapsedMs, isStarved });
  }

  function next(): void {
    const dueMs = nowMs() + PERIOD_MS;
    after(PERIOD_MS, () => {
      const now = nowMs();
      leastLagMs = Math.min(leastLagMs, now - dueMs);
      if (now - sinceMs >= WINDOW_MS) close(now);
      if (isRunning) next();
    });
  }

  return {
    begin() {
      if (isRunning) return;
      isRunning = true;
      read = open();
      [sinceMs, before, leastLagMs] = [nowMs(), read(), Number.POSITIVE_INFINITY];
      next();
    },
  };
}
