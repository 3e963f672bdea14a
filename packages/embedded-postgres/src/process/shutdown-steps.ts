/**
 * How a postmaster is brought down: SIGINT ends sessions and writes a checkpoint; SIGQUIT leaves the rest to recovery at the next start.
 * SIGKILL is for one that is stopped or hangs, and is as safe, since its backends end when they find it gone.
 */
export const shutdownSteps = [
  { signal: 'SIGINT', waitMs: 20_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
] as const;
