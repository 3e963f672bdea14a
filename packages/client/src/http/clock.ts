/** How the client tells and waits time; a test gives one that stands until it is moved. */
export type Clock = {
  /** Milliseconds since 1970, for assertions and for dates in headers. */
  now(): number;
  /** Milliseconds since any instant, for limits: no change of the machine's time moves it. */
  elapsed(): number;
  /** Waits; once the signal aborts it rejects with the signal's reason, at once. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The most a timer holds (2^31 - 1 ms, 24.8 days); a longer one would end at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, MAX_TIMER_MS),
      );
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** A signal that aborts when one of the given does, or when `abort` is called; `release` lets go of the given ones. */
export type LinkedSignal = { signal: AbortSignal; abort(reason: unknown): void; release(): void };

/** Links signals, in place of AbortSignal.any, which Node.js before 20.3 and older browsers lack. */
export function linkSignals(...signals: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const given = signals.filter((one) => one !== undefined);
  const follow = (event: Event): void => controller.abort((event.target as AbortSignal).reason);
  for (const one of given) {
    if (one.aborted) controller.abort(one.reason);
    else one.addEventListener('abort', follow, { once: true });
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      for (const one of given) one.removeEventListener('abort', follow);
    },
  };
}

/** Does work under a signal that aborts when the given one does, or with `late` after so many milliseconds; Infinity is no limit. */
export async function withLimit<Value>(
  clock: Clock,
  ms: number,
  late: Error,
  signal: AbortSignal | undefined,
  work: (limited: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = linkSignals(signal);
  const timer = linkSignals();
  if (ms !== Number.POSITIVE_INFINITY)
    clock.sleep(ms, timer.signal).then(
      () => limit.abort(late),
      () => undefined,
    );
  try {
    return await work(limit.signal);
  } finally {
    timer.abort(undefined);
    limit.release();
  }
}

/** Waits for a promise, or rejects with the signal's reason as soon as it aborts; the promise goes on for others. */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    // Also of a promise that nobody waits for any more the rejection has to be taken.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
