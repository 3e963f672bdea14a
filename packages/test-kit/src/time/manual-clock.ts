import type { Clock } from '@titular/server/kernel/base/clock.ts';

/** A clock that stands until it is moved; starts at the real present so that database rows made by `now()` are near. */
export type ManualClock = Clock & { advanceSeconds(seconds: number): void };

/** Makes a clock standing at `start`. */
export function createManualClock(start: Date = new Date()): ManualClock {
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    advanceSeconds: (seconds) => {
      nowMs += seconds * 1000;
    },
  };
}
