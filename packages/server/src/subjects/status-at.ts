import type { SubjectTable } from './subject-table.ts';

/** Status as it was written, and the times that may be over since. */
export type Timed<Status extends string> = { status: Status; expiresAt: Date; retryUntil: Date | undefined };

/** End that an open subject is due for: that of the time which was over first. */
export function dueEnd(
  { awaiting }: Pick<SubjectTable, 'awaiting'>,
  { status, expiresAt, retryUntil }: Timed<string>,
  now: Date,
): 'expire' | 'attempts-exhausted' | undefined {
  if (!awaiting.includes(status)) return undefined;
  if (retryUntil && retryUntil <= expiresAt) return retryUntil <= now ? 'attempts-exhausted' : undefined;
  return expiresAt <= now ? 'expire' : undefined;
}

/** Status that a subject has, or has as soon as somebody writes it down, because its time is over. */
export function statusAt<Status extends string>(
  of: Pick<SubjectTable<Status>, 'awaiting' | 'advance'>,
  timed: Timed<Status>,
  now: Date,
): Status {
  const event = dueEnd(of, timed, now);
  return (event && of.advance(timed.status, event)) ?? timed.status;
}

/** Whether a capture is awaited now. */
export const takesCapture = <Status extends string>(
  of: SubjectTable<Status>,
  timed: Timed<Status>,
  now: Date,
): boolean => of.awaiting.includes(statusAt(of, timed, now));
