/** How long no timer may have been in time before the process counts as overloaded. */
export const WINDOW_MS = 200;
/** A limit that no overload has confirmed for so long is gone. */
export const RECOVERY_MS = 5_000;
/** So many requests at once keep any process busy; no limit is below. */
export const MIN_LIMIT = 8;
/** What a window of overload leaves of the limit. */
const CUT = 0.7;
/** What a window in time adds to a limit that was reached. */
const GROWTH = 0.05;
/** One late timer may be a single long stretch of work; two in a row are a queue. */
const MIN_LATE = 2;

/** Decides from the lags of a process how many requests may be under way at once. */
export type OverloadLimit = {
  /** Takes a lag that was measured just now, with how many requests of merchants are under way. */
  observe(lagMs: number, nowMs: number, underWay: number): void;
  /** Says that a request found the limit reached, so that it may grow. */
  noteReached(): void;
  /** Undefined while the process keeps up. */
  value(): number | undefined;
  /** Forgets late timers, because none is set for a while. */
  pause(): void;
};

/**
 * Makes the limit by AIMD. As in CoDel (RFC 8289), the least lag of a window counts: one good timer says that the queue was empty. So a
 * process that a quota stops for most of the time is not overloaded as long as it catches up each time it runs.
 */
export function createOverloadLimit(targetMs: number): OverloadLimit {
  let limit: number | undefined;
  let late = 0;
  let lateSinceMs = 0;
  let changedMs = 0;
  let overloadedMs = 0;
  let isReached = false;

  function cut(nowMs: number, underWay: number): void {
    limit = Math.max(MIN_LIMIT, Math.floor((limit ?? underWay) * CUT));
    changedMs = nowMs;
    overloadedMs = nowMs;
    isReached = false;
  }

  function relax(nowMs: number): void {
    if (limit === undefined) return;
    if (nowMs - overloadedMs >= RECOVERY_MS) limit = undefined;
    else if (isReached && nowMs - changedMs >= WINDOW_MS) {
      limit += Math.max(1, Math.floor(limit * GROWTH));
      changedMs = nowMs;
      isReached = false;
    }
  }

  return {
    observe(lagMs, nowMs, underWay) {
      if (lagMs <= targetMs) {
        late = 0;
        relax(nowMs);
        return;
      }
      if (late === 0) lateSinceMs = nowMs - lagMs;
      late += 1;
      const sinceMs = limit === undefined ? lateSinceMs : Math.max(lateSinceMs, changedMs);
      if (late >= MIN_LATE && nowMs - sinceMs >= WINDOW_MS) cut(nowMs, underWay);
    },
    noteReached: () => {
      isReached = true;
    },
    value: () => limit,
    pause: () => {
      late = 0;
    },
  };
}
