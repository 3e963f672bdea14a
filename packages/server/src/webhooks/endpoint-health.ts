const FIVE_DAYS_MS = 5 * 86_400_000;
const LEAST_FAILURES = 10;

/** Whether an endpoint has failed for so long that it is switched off: nothing but failures for five days, and ten of them, so that one lost event of a quiet company is not enough. */
export const hasFailedTooLong = (failingSince: Date, failures: number, now: Date): boolean =>
  failures >= LEAST_FAILURES && now.getTime() - failingSince.getTime() >= FIVE_DAYS_MS;
