import { vi } from 'vitest';

// Long enough for a busy machine: no test asserts a time, so what never comes is all that this ends.
const PATIENCE = { timeout: 60_000, interval: 50 };

/** Looks again until `look` throws no more, and answers what it answered; fails with its last error after 60 seconds. */
export const eventually = <Result>(look: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(look, PATIENCE);
