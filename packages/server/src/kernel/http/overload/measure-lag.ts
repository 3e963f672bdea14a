/** Milliseconds between two timers: short beside any target, and nothing beside the cost of a request. */
const PERIOD_MS = 20;

/** Time as the gate uses it, so that tests can move it; `after` does not keep the process alive. */
export type Timer = { nowMs(): number; after(milliseconds: number, work: () => void): void };

/** The time of this process, which no change of the clock moves. */
export const processTimer: Timer = {
  nowMs: () => performance.now(),
  after: (milliseconds, work) => void setTimeout(work, milliseconds).unref(),
};

/** Measures by how much timers are late; an idle process measures nothing. */
export type LagMeasure = { begin(): void };

/** Makes the measure. Once begun it goes on until `observe` says that it need not. */
export function createLagMeasure(
  { nowMs, after }: Timer,
  observe: (lagMs: number, nowMs: number) => boolean,
): LagMeasure {
  let isRunning = false;
  const next = (): void => {
    const dueMs = nowMs() + PERIOD_MS;
    after(PERIOD_MS, () => {
      const now = nowMs();
      isRunning = observe(Math.max(0, now - dueMs), now);
      if (isRunning) next();
    });
  };
  return {
    begin() {
      if (isRunning) return;
      isRunning = true;
      next();
    },
  };
}
