/** What came of one try of a request: an HTTP answer, or none at all. */
export type TryResult =
  | { kind: 'answer'; status: number; retryAfterSeconds: number | undefined }
  | { kind: 'unreachable' };

/** Whether to try again and after how long. */
export type RetryDecision = { kind: 'use' } | { kind: 'retry'; delayMs: number } | { kind: 'give-up' };

/** Tries of a frame before the page gives up: about 90 s with the delays below. */
export const FRAME_TRIES = 21;
/** Tries of any other request: about 8 s with the delays below. */
export const REQUEST_TRIES = 5;

/** A limit that asks for a longer pause is not waited for: the person is told, and may try again later. */
const longestPauseSeconds = 600;
const firstDelayMs = 500;
const longestDelayMs = 5_000;
/** Timers of a browser run out at once beyond 2^31 ms. */
const longestTimerMs = 3_600_000;

/** Whether the same request may succeed later: no answer, too many requests, or a fault of the server. */
export function isPassing(result: TryResult): boolean {
  return result.kind === 'unreachable' || result.status === 429 || result.status >= 500;
}

/** Decides after try number `tries` (from 1); `chance` in [0, 1) spreads the pages of one outage over up to a quarter of the delay. */
export function decideRetry(
  result: TryResult,
  tries: number,
  maxTries: number,
  chance: number,
): RetryDecision {
  if (!isPassing(result)) return { kind: 'use' };
  if (tries >= maxTries) return { kind: 'give-up' };
  const askedSeconds = result.kind === 'answer' ? (result.retryAfterSeconds ?? 0) : 0;
  if (result.kind === 'answer' && result.status === 429 && askedSeconds > longestPauseSeconds)
    return { kind: 'give-up' };
  const asked = askedSeconds * 1000;
  const backOffMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (tries - 1));
  return {
    kind: 'retry',
    delayMs: Math.round(Math.max(Math.min(asked, 60_000), backOffMs * (1 - chance / 4))),
  };
}

/** Reads a `Retry-After` header in seconds; the date form and anything else count as absent. */
export function parseRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : undefined;
}

/** So long most decisions take; while that lasts the person is waited for, not the server spared. */
const briskMs = 4_000;

/** Delay before the next poll of a result: 0.4 s at first, then from 1 s to 3 s; undefined once `elapsedMs` passes 3 minutes and polling ends. */
export function pollDelayMs(elapsedMs: number): number | undefined {
  if (elapsedMs > 180_000) return undefined;
  if (elapsedMs < briskMs) return 400;
  return Math.min(3_000, 1_000 + Math.floor(elapsedMs / 10_000) * 500);
}

/** Delay before asking what became of the time to try again: until it is over and a little longer; never under 15 s, since the device's clock may be ahead. */
export function retryCheckDelayMs(until: string, nowMs: number): number {
  return Math.min(longestTimerMs, Math.max(15_000, Date.parse(until) + 2_000 - nowMs));
}

/** Delay before asking again what became of a link that was passed on: often while somebody looks, and seldom in the background. */
export const followDelayMs = (isHidden: boolean): number => (isHidden ? 10_000 : 2_000);
