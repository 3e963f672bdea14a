const FIVE_DAYS_MS = 5 * 86_400_000;
const MIN_FAILURES = 10;

/** Decides whether an endpoint has failed long enough to be disabled: only failures for five days, and at least ten. One lost event of a quiet company is not enough. */
export const hasFailedTooLong = (failingSince: Date, failures: number, now: Date): boolean =>
  failures >= MIN_FAILURES && now.getTime() - failingSince.getTime() >= FIVE_DAYS_MS;

const FAILURES_WITHOUT_REST = 4;
/** The longest that an endpoint is left alone by itself, without Retry-After. */
export const MAX_BACK_OFF_SECONDS = 60;
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** Seconds for which an endpoint is left alone after failures in a row: none for the first four, then 1, 2, 4 and so on up to a minute. What it asks for with Retry-After counts up to an hour. */
export function backOffSeconds(failures: number, retryAfterSeconds: number): number {
  const inRow = failures - FAILURES_WITHOUT_REST;
  const rest = inRow > 0 ? Math.min(2 ** (inRow - 1), MAX_BACK_OFF_SECONDS) : 0;
  return Math.max(rest, Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS));
}
