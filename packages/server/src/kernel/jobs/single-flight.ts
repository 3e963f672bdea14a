/** Work that is done one run at a time: `ask` asks for a run, and asking while one is under way leads to one more. */
export type SingleFlight = { ask(): void; done(): Promise<void>; isOver(): boolean };

/** Makes a turn of work that never throws. */
export function createSingleFlight(work: () => Promise<void>): SingleFlight {
  let running: Promise<void> | undefined;
  let isAsked = false;
  const run = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      await work();
    }
    running = undefined;
  };
  return {
    ask() {
      isAsked = true;
      running ??= run();
    },
    done: async () => running,
    isOver: () => running === undefined,
  };
}
