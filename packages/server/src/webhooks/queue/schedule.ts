const SECOND = 1;
const MINUTE = 60;
const HOUR = 3600;

/** Pause before the next attempt after the n-th failed one, in seconds (Standard Webhooks, deliverability); the last row repeats. */
export const PAUSES_SECONDS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
] as const;

const JITTER = 0.1;
const MAX_RETRY_AFTER_SECONDS = 24 * HOUR;

/** Seconds until the next attempt after `failures` failed ones, 1 and up: the standard schedule, or an interval of the owner's. `random` in [0, 1) spreads it by a tenth, and a receiver's wish may lengthen it up to a day. */
export function pauseSeconds(
  failures: number,
  random: number,
  {
    intervalSeconds,
    retryAfterSeconds = 0,
  }: { intervalSeconds?: number | undefined; retryAfterSeconds?: number | undefined } = {},
): number {
  const standard = PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length) - 1] ?? PAUSES_SECONDS[0];
  const spread = (intervalSeconds ?? standard) * (1 + JITTER * (2 * random - 1));
  return Math.max(spread, Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS));
}
