/** Times of the idle lock: what the person did last, and what the server was last told of it; milliseconds. */
export type IdleTimes = { lastInputMs: number; lastReportMs: number; idleMs: number };

/** What the page does now: nothing, tell the server that somebody is here, or lock. */
export type IdleDecision = { kind: 'wait'; forMs: number } | { kind: 'report' } | { kind: 'lock' };

/** Part of the idle time after which the server hears of a person who only types. */
const REPORT_PART = 1 / 3;

/** Decides what is due; the server counts calls alone, and the person may only be typing. */
export function decideIdle(nowMs: number, { lastInputMs, lastReportMs, idleMs }: IdleTimes): IdleDecision {
  if (nowMs - lastInputMs >= idleMs) return { kind: 'lock' };
  const reportAtMs = lastReportMs + idleMs * REPORT_PART;
  if (lastInputMs > lastReportMs && nowMs >= reportAtMs) return { kind: 'report' };
  const lockAtMs = lastInputMs + idleMs;
  const nextMs = lastInputMs > lastReportMs ? Math.min(lockAtMs, reportAtMs) : lockAtMs;
  return { kind: 'wait', forMs: Math.max(1, nextMs - nowMs) };
}
