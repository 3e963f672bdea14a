import type { PageEventsCounted, ReportPageEventsRequest } from '@titular/contract';
import type { CaptureSession } from '../sessions/session-store.ts';
import { readSubject, type ViewDeps } from '../sessions/view-session.ts';
import { pageEvents } from '../subjects/subject-metrics.ts';
import { addPageEvents, lockToldEvents, updateToldEvents } from './page-event-store.ts';
import { tellEvents } from './told-events.ts';

/** More than any person's way through a page has; a page that tells without end is not listened to beyond. */
export const MAX_EVENTS_OF_A_SESSION = 300;

/** Adds what a page tells to the company's sums of the day; answers how many were counted, none once the session has told its share. */
export async function recordPageEvents(
  deps: ViewDeps,
  session: CaptureSession,
  { browser, events }: ReportPageEventsRequest,
): Promise<PageEventsCounted> {
  const { tenantId, sessionId } = session;
  const { companyId } = await readSubject(deps, session);
  const day = deps.clock.now().toISOString().slice(0, 10);
  const counted = await deps.db.transaction().execute(async (trx) => {
    const before = await lockToldEvents(trx, tenantId, sessionId);
    if (!before) return 0;
    const kept = events.slice(0, Math.max(0, MAX_EVENTS_OF_A_SESSION - before.counted));
    if (kept.length === 0) return 0;
    const { told, firsts } = tellEvents(before.told, kept);
    // A visit counts where it began, also over midnight: each of its steps stands beside those before it.
    const place = before.place ?? { day, browser };
    const after = { counted: before.counted + kept.length, told, place };
    await updateToldEvents(trx, tenantId, sessionId, after);
    await addPageEvents(trx, tenantId, companyId, { day, browser, events: kept }, { ...place, firsts });
    return kept.length;
  });
  for (const event of events.slice(0, counted)) pageEvents.add({ event, browser });
  return { counted };
}
