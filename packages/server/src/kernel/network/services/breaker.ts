/** Failures in a row after which nothing is asked for a while. */
export const FAILURES_IN_A_ROW = 5;

/** For how long nothing is asked then, in milliseconds. */
export const PAUSE_MS = 30_000;

/** The longest wish of a service that is heeded, in milliseconds. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

/** While one call tries whether the service is back, the others may come again so soon. */
const WHILE_TRYING_MS = 1_000;

/** What is known of a service: failures in a row, before when nothing may be asked, and whether one call tries it after a pause. */
export type Breaker = { failures: number; notBeforeMs: number; isTrying: boolean };

/** Of one that was never asked. */
export const UNTRIED: Breaker = { failures: 0, notBeforeMs: 0, isTrying: false };

/** Whether a call may be made now; if not, after how many milliseconds it may be worth asking again. */
export type Admission = { kind: 'admitted'; breaker: Breaker } | { kind: 'refused'; waitMs: number };

/** Lets a call through, unless the service asked for a pause or failed too often; after a pause one call goes ahead of all others. */
export function admitCall(breaker: Breaker, nowMs: number): Admission {
  const waitMs = breaker.notBeforeMs - nowMs;
  // Nobody is made to wait longer than that: the clock was set back meanwhile.
  if (waitMs > 0 && waitMs <= MAX_RETRY_AFTER_MS) return { kind: 'refused', waitMs };
  if (breaker.failures < FAILURES_IN_A_ROW) return { kind: 'admitted', breaker };
  if (breaker.isTrying) return { kind: 'refused', waitMs: WHILE_TRYING_MS };
  return { kind: 'admitted', breaker: { ...breaker, isTrying: true } };
}

/** After a call that was answered as it should be; a pause that another call was asked for stays. */
export const noteSuccess = ({ notBeforeMs }: Breaker): Breaker => ({ ...UNTRIED, notBeforeMs });

/** After a call that was not; `retryAfterMs` is the pause that the answer asked for. */
export function noteFailure(breaker: Breaker, nowMs: number, retryAfterMs = 0): Breaker {
  const failures = breaker.failures + 1;
  const ownMs = failures < FAILURES_IN_A_ROW ? 0 : PAUSE_MS;
  const pauseMs = Math.max(ownMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
  return { failures, notBeforeMs: Math.max(breaker.notBeforeMs, nowMs + pauseMs), isTrying: false };
}
