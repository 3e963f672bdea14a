/** Waits in seconds where the service names none: doubled each time, and the last one for ever after. */
const FIRST_WAIT_SECONDS = 1;
const MAX_WAIT_SECONDS = 60;

/** A longer Retry-After is not waited for: the error comes at once and tells it. */
export const MAX_RETRY_AFTER_SECONDS = 300;

/** How much of a wait is added by chance, at most, so that clients that failed together do not come back together. */
export const JITTER = 0.25;

/** Milliseconds to wait before retry number `retry` (from 1): never shorter than Retry-After, else 1, 2, 4, 8 ... 60 s; `chance` is in [0, 1). */
export function waitMs(retry: number, retryAfterSeconds: number | undefined, chance: number): number {
  const spread = 1 + JITTER * chance;
  if (retryAfterSeconds !== undefined) return Math.ceil(retryAfterSeconds * 1000 * spread);
  const doubled = FIRST_WAIT_SECONDS * 2 ** Math.min(retry - 1, 16);
  return Math.round(Math.min(doubled * spread, MAX_WAIT_SECONDS) * 1000);
}

/** Seconds that a Retry-After header names, as a number or as a date (RFC 9110 section 10.2.3); undefined for anything else. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, Math.ceil((date - nowMs) / 1000)), 999_999_999);
}
