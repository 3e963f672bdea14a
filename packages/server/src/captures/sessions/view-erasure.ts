import type { DataErasure } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import type { CaptureSubject } from '../subjects/capture-subject.ts';
import type { CaptureSession } from './session-store.ts';

const DAY_SECONDS = 86_400;

/**
 * What the wish to have data deleted leads to. Only the page on which the capture was made may express it. The enrolled face is
 * only for who was confirmed with it there: nobody else may take it away. Evidence keeps its time (decision 0029).
 */
export function viewErasure(
  { state, finishedAt, erasureRequestedAt, dataNotice }: CaptureSubject,
  { sessionId }: CaptureSession,
  latest: Attempt | undefined,
): DataErasure | null {
  if (state === 'open' || state === 'processing' || !finishedAt) return null;
  if (latest?.sessionId !== sessionId) return null;
  const inDays = (days: number): string => addSeconds(finishedAt, days * DAY_SECONDS).toISOString();
  return {
    requestedAt: erasureRequestedAt?.toISOString() ?? null,
    picturesUntil: inDays(dataNotice.pictureDays),
    recordUntil: inDays(dataNotice.personDays),
    includesFace: state === 'approved' && latest.outcome === 'completed',
  };
}
