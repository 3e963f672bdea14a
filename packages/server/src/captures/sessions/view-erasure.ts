import type { DataErasure } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import type { CaptureSubject } from '../subjects/capture-subject.ts';
import type { CaptureSession } from './session-store.ts';

const DAY_SECONDS = 86_400;

/** Whether attempts of a subject, of which this is the latest, may have left pictures. */
export const mayHavePictures = ({ number, step }: Pick<Attempt, 'number' | 'step'>): boolean =>
  step > 0 || number > 1;

/** From when on a wish for deletion counts for what was captured last: an earlier one was about what was captured before it, and the person has agreed anew. */
export const requestsSince = ({ finishedAt, startedAt }: Pick<Attempt, 'finishedAt' | 'startedAt'>): Date =>
  finishedAt ?? startedAt;

/**
 * What the wish to have data deleted leads to: after the end, and before it once the consent was taken back. Then the end is still to come, at
 * the latest when the time is up. Only the page on which the capture was made may express it. The enrolled face is
 * only for who was confirmed with it there: nobody else may take it away. Evidence keeps its time (decisions 0029 and 0102).
 */
export function viewErasure(
  { state, finishedAt, expiresAt, erasureRequestedAt, dataNotice }: CaptureSubject,
  { sessionId }: CaptureSession,
  latest: Attempt | undefined,
): DataErasure | null {
  if (latest?.sessionId !== sessionId || state === 'processing') return null;
  const counts = erasureRequestedAt !== undefined && erasureRequestedAt >= requestsSince(latest);
  const requestedAt = counts ? erasureRequestedAt.toISOString() : null;
  const endsAt = state === 'awaiting' ? (counts ? expiresAt : undefined) : finishedAt;
  if (endsAt === undefined) return null;
  const inDays = (days: number): string => addSeconds(endsAt, days * DAY_SECONDS).toISOString();
  return {
    requestedAt,
    picturesUntil: inDays(dataNotice.pictureDays),
    recordUntil: inDays(dataNotice.personDays),
    includesFace: state === 'approved' && latest.outcome === 'completed',
  };
}
