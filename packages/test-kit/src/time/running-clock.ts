import type { ManualClock } from './manual-clock.ts';

/** Makes a clock that goes as the machine's does and can be moved ahead besides: who has to wait for a service, such as a person who reacts, moves it instead. */
export function createRunningClock(): ManualClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advanceSeconds: (seconds) => {
      aheadMs += seconds * 1000;
    },
  };
}
