/** How often a result is asked for before the process is given up: for most of an hour. */
export const MAX_TRIES = 60;

const MAX_SECONDS = 60;

/**
 * Seconds until a result is fetched again after `tries` failed tries, 1 and up. Doubles up to a minute, with jitter
 * over the upper half by `random` in [0, 1), and not before the platform's Retry-After.
 */
export function retrySeconds(tries: number, random: number, retryAfterSeconds: number): number {
  const usual = Math.min(2 ** Math.min(tries - 1, 10), MAX_SECONDS);
  return Math.max(usual * (0.5 + random / 2), retryAfterSeconds);
}
