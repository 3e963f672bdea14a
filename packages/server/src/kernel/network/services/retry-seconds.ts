const MAX_SECONDS = 60;

/**
 * Seconds until a service is asked again after `tries` failed tries, 1 and up. Doubles up to a minute, with jitter
 * over the upper half by `random` in [0, 1), and not before its Retry-After.
 */
export function retrySeconds(tries: number, random: number, retryAfterSeconds: number): number {
  const usual = Math.min(2 ** Math.min(tries - 1, 10), MAX_SECONDS);
  return Math.max(usual * (0.5 + random / 2), retryAfterSeconds);
}
