import type { SubjectTable } from './subject-table.ts';

/** Status as it was written, and the times that may be over since. */
export type Timed<Status extends string> = { status: Status; expiresAt: Date; retryUntil: Date | undefined };

/** Status that a subject has, or has as soon as somebody writes it down, because its time is over. */
export function statusAt<Status extends string>(
  { open, advance }: SubjectTable<Status>,
  { status, expiresAt, retryUntil }: Timed<Status>,
  now: Date,
): Status {
  if (!open.includes(status)) return status;
  if (expiresAt <= now) return advance(status, 'expire') ?? status;
  return retryUntil && retryUntil <= now ? (advance(status, 'attempts-exhausted') ?? status) : status;
}

/** Whether a capture is awaited now. */
export const takesCapture = <Status extends string>(
  of: SubjectTable<Status>,
  timed: Timed<Status>,
  now: Date,
): boolean => of.open.includes(statusAt(of, timed, now));
