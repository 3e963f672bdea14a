import { vi } from 'vitest';

// Long enough for a busy machine: no test asserts a time, so what never comes is all that this ends.
const PATIENCE_MS = 60_000;

/** Looks again until `look` throws no more, and answers what it answered; fails with its last error after 60 seconds, or as many milliseconds as given. */
export const eventually = <Result>(
  look: () => Result | Promise<Result>,
  timeout: number = PATIENCE_MS,
): Promise<Result> => vi.waitFor(look, { timeout, interval: 50 });
