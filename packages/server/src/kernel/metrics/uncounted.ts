import { AsyncLocalStorage } from 'node:async_hooks';

const made = new AsyncLocalStorage<true>();

/** Does work that no counter and no histogram of this process sees, because it makes up what never happened. */
export const uncounted = <Result>(work: () => Promise<Result>): Promise<Result> => made.run(true, work);

/** Whether what goes on now is seen by counters and histograms. */
export const isCounted = (): boolean => made.getStore() === undefined;
