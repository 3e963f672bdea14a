import type { Clock } from '../src/http/clock.ts';

/** A wait that stands until the test ends it. */
type Standing = { ms: number; end(): void };

/** A clock on which waits are over at once and noted, but for the deadline of a call and those of `standing` milliseconds, which the test ends. */
export type TestClock = Clock & {
  /** The waits that were over at once, in milliseconds and in their order. */
  slept: number[];
  advance(ms: number): void;
  /** Sets the time of day, as a machine does that finds its own wrong; no time passes. */
  set(ms: number): void;
  /** Ends the oldest wait of so many milliseconds that still stands. */
  fire(ms: number): void;
};

/** The limit of one request of a test's client, unlike any pause. */
export const TIMEOUT_MS = 29_999;

/** The limit of a call without one of its own. */
export const DEADLINE_MS = 600_000;

/** Makes a clock that stands at a moment of the present, so that assertions signed by it are good. */
export function createTestClock(standing: readonly number[] = [TIMEOUT_MS], startMs = Date.now()): TestClock {
  let nowMs = startMs;
  let stepMs = 0;
  const slept: number[] = [];
  const waits = new Set<Standing>();
  return {
    slept,
    now: () => nowMs + stepMs,
    elapsed: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (ms) => {
      stepMs = ms - nowMs;
    },
    fire: (ms) => {
      const wait = [...waits].find((one) => one.ms === ms);
      if (!wait) throw new Error(`no wait of ${ms} ms stands`);
      wait.end();
    },
    sleep: (ms, signal) => {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (ms !== DEADLINE_MS && !standing.includes(ms)) {
        slept.push(ms);
        nowMs += ms;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const wait: Standing = {
          ms,
          end: () => {
            waits.delete(wait);
            nowMs += ms;
            resolve();
          },
        };
        waits.add(wait);
        signal?.addEventListener('abort', () => {
          waits.delete(wait);
          reject(signal.reason);
        });
      });
    },
  };
}
