import type { Window } from './measure-starvation.ts';

/** A limit that nobody reached for so long is gone. */
export const UNREACHED_MS = 5_000;
/** So is one that was reached, where the process got what it wanted for so long nevertheless. */
export const RECOVERY_MS = 10_000;
/** So many at once keep any process busy, and are enough to share statements: with fewer, each costs more, and less is carried out. No limit is below. */
export const MIN_LIMIT = 48;
/** One starved window may be a single long stretch of work. */
const MIN_STARVED = 2;
/** Weight of a window in the rate that it raises. */
const WEIGHT = 0.3;
/** What a window leaves of a rate that it does not reach: half in a minute. A low rate may come from the limit itself, which must not follow it down. */
const MEMORY = 0.998;
/** What a window without starvation adds to a limit that was reached; one request at least. */
const GROWTH = 0.1;

/** What came of the requests of merchants in a window. The demand is what is under way at its end. `isStill`: they waited for a database that gave no answer. */
export type Served = Window & { carriedOut: number; demand: number; isStill: boolean };

/** Decides how many requests may be under way at once. */
export type OverloadLimit = {
  observe(served: Served): void;
  /** Says that a request found the limit reached. */
  noteReached(): void;
  /** Undefined while the process keeps up. */
  value(): number | undefined;
};

/**
 * Makes the limit by Little's law: at the rate at which a starved process carries requests out, so many under way take `targetMs` on average.
 * A process that is not starved has none, however many requests wait in it for a database or for another service. Neither has a starved
 * one, as long as the demand fits. None is below `least`. A window in which the database stood still says nothing of the process: what waits then is no
 * demand, and what was carried out no rate.
 */
export function createOverloadLimit(targetMs: number, least = MIN_LIMIT): OverloadLimit {
  let limit: number | undefined;
  let rate: number | undefined;
  let starved = 0;
  let starvedMs = 0;
  let reachedMs = 0;
  let isReached = false;

  function tighten({ nowMs, elapsedMs, carriedOut, demand }: Served): void {
    starved += 1;
    starvedMs = nowMs;
    const present = carriedOut / elapsedMs;
    if (rate === undefined) rate = present;
    else rate = present > rate ? rate + WEIGHT * (present - rate) : Math.max(present, rate * MEMORY);
    const fitting = Math.max(least, Math.ceil(rate * targetMs));
    if (limit === undefined && (starved < MIN_STARVED || demand <= fitting)) return;
    if (limit === undefined) reachedMs = nowMs;
    limit = fitting;
  }

  function relax({ nowMs }: Served): void {
    starved = 0;
    if (limit === undefined) rate = undefined;
    else if (nowMs - starvedMs >= RECOVERY_MS) limit = undefined;
    else if (isReached) limit += Math.max(1, Math.floor(limit * GROWTH));
  }

  return {
    observe(served) {
      if (isReached) reachedMs = served.nowMs;
      if (!served.isStarved) relax(served);
      else if (!served.isStill) tighten(served);
      isReached = false;
      if (limit !== undefined && served.nowMs - reachedMs >= UNREACHED_MS) limit = undefined;
    },
    noteReached: () => {
      isReached = true;
    },
    value: () => limit,
  };
}
