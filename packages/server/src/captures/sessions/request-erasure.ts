import type { SessionView } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { findLatestAttempt } from '../attempts/attempt-store.ts';
import { deleteDeviceUses } from '../devices/device-store.ts';
import type { CaptureSession } from './session-store.ts';
import { requestsSince, viewErasure } from './view-erasure.ts';
import { readSubject, type ViewDeps, viewSession } from './view-session.ts';

/** Keeps the person's wish to have their data deleted, and deletes on which devices they were, unless held; the same once more changes nothing. Refuses with 40064 where it cannot be expressed here. */
export async function requestErasure(deps: ViewDeps, session: CaptureSession): Promise<SessionView> {
  const { tenantId, subject: ref } = session;
  const latest = await findLatestAttempt(deps.db, tenantId, ref.id);
  const erasure = viewErasure(await readSubject(deps, session), session, latest);
  if (!erasure) throw new Refusal('40064');
  if (erasure.requestedAt === null && latest) {
    const facesUntil = erasure.includesFace ? new Date(erasure.picturesUntil) : undefined;
    const request = { facesUntil, since: requestsSince(latest), now: deps.clock.now() };
    await deps.db.transaction().execute(async (trx) => {
      await deps.subjects[ref.kind].requestErasure(trx, tenantId, ref.id, request);
      // The page deletes the cookie as well; under the lock of the subject, which a hold takes too.
      await deleteDeviceUses(trx, tenantId, ref.id);
    });
  }
  return viewSession(deps, session);
}
