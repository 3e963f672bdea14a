import { Refusal } from '../base/refusal.ts';

/** Runs work in the order in which it came. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue that runs at most `atOnce` at a time, and refuses with 42906 when `waiting` wait already. */
export function createBoundedQueue(max: { atOnce: number; waiting: number }): BoundedQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= max.atOnce) {
      if (waiting.length >= max.waiting) throw new Refusal('42906');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
