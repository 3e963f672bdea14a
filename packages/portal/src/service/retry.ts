import { Refused } from './failures.ts';

const MAX_WAIT_SECONDS = 30;

/** Wait before try number `tries` + 1 while the server is away: 1, 2, 4 … 30 seconds. */
export const awayDelayMs = (tries: number): number =>
  1_000 * Math.min(MAX_WAIT_SECONDS, 2 ** Math.max(0, tries - 1));

const BUSY_TRIES = 3;

/** The wait that a busy service asks for, as far as a page waits. */
const busyDelayMs = (seconds: number): number => 1_000 * Math.min(MAX_WAIT_SECONDS, seconds);

/** Whether a read is asked again, and after how many milliseconds; `tries` counts from 1. */
export function decideReadRetry(
  failure: { kind: 'unreachable' } | { kind: 'refused'; status: number; retryAfterSeconds?: number },
  tries: number,
): number | undefined {
  if (failure.kind === 'unreachable') return awayDelayMs(tries);
  const isBusy = failure.status === 429;
  if (!isBusy || tries >= BUSY_TRIES) return undefined;
  return busyDelayMs(failure.retryAfterSeconds ?? tries);
}

/** Reads a `Retry-After` header in seconds; the date form and anything else count as absent. */
export const parseRetryAfter = (header: string | null): number | undefined =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : undefined;

/** After how many milliseconds it is asked again whose session it is; undefined where the service said that there is none. */
function sessionRetryMs(failure: unknown, tries: number): number | undefined {
  if (!(failure instanceof Refused) || failure.status >= 500) return awayDelayMs(tries);
  if (failure.status !== 429) return undefined;
  return Math.max(awayDelayMs(tries), busyDelayMs(failure.retryAfterSeconds ?? 0));
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => window.setTimeout(resolve, ms));

/** Asks for the session of this browser until the service says whose it is, or that there is none: undefined. One that is away, faulty or busy ends nobody's. */
export async function askForSession<Session>(
  ask: () => Promise<Session>,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<Session | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (failure) {
      const waitMs = sessionRetryMs(failure, tries);
      if (waitMs === undefined) return undefined;
      await wait(waitMs);
    }
  }
}
