import {
  CONSENT_VERSION,
  type ConsentRequest,
  DEVICE_CONSENT_VERSION,
  type SessionView,
} from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import { type Attempt, endAttempt, findLatestAttempt } from '../attempts/attempt-store.ts';
import { deleteDeviceUses } from '../devices/device-store.ts';
import { endUnusedLinks } from '../links/link-store.ts';
import { endCapture } from '../subjects/end-capture.ts';
import { attemptsEnded } from '../subjects/subject-metrics.ts';
import { type CaptureSession, updateConsent } from './session-store.ts';
import { mayHavePictures, requestsSince } from './view-erasure.ts';
import { noticeOf, readSubject, type ViewDeps, viewSession } from './view-session.ts';

const CONSENT_VERSIONS: readonly string[] = [CONSENT_VERSION, DEVICE_CONSENT_VERSION];

/** Keeps the person's answer. Agreement to an unknown text is refused with 40060, and to one that names the cookie where the page names none. Whoever does not agree may have read any. */
export async function answerConsent(
  deps: ViewDeps,
  session: CaptureSession,
  answer: ConsentRequest,
): Promise<SessionView> {
  await (answer.accepted ? giveConsent(deps, session, answer) : withdrawConsent(deps, session));
  const event = answer.accepted ? 'consent' : undefined;
  return viewSession(deps, { ...session, consented: answer.accepted }, event);
}

async function giveConsent(
  deps: ViewDeps,
  session: CaptureSession,
  { version, language }: ConsentRequest,
): Promise<void> {
  if (!CONSENT_VERSIONS.includes(version)) throw new Refusal('40060');
  if (version === DEVICE_CONSENT_VERSION) {
    const { deviceDays } = noticeOf(session, await readSubject(deps, session));
    if (deviceDays === null) throw new Refusal('40060');
  }
  const { tenantId, sessionId, subject } = session;
  const at = deps.clock.now();
  await deps.db.transaction().execute(async (trx) => {
    // A code that the screen showed until now must not open the page for somebody who photographed it.
    await endUnusedLinks(trx, tenantId, subject.id, { purpose: 'phone', madeBy: sessionId }, at);
    await updateConsent(trx, tenantId, sessionId, { version, language, at });
  });
}

/**
 * Takes the consent back. While a capture is awaited, the attempt of this page that is under way ends, so that no frame of it is kept any
 * more. Where it or one before may have left pictures, the wish for their deletion is kept as well (decision 0102).
 */
async function withdrawConsent(deps: ViewDeps, session: CaptureSession): Promise<void> {
  const { tenantId, sessionId, subject } = session;
  const { state } = await readSubject(deps, session);
  const withdraw = async (trx: Db): Promise<boolean> => {
    // Whoever begins or ends an attempt takes this lock first, too.
    await deps.subjects[subject.kind].lock(trx, tenantId, subject.id);
    const latest = await findLatestAttempt(trx, tenantId, subject.id);
    const isOwn = latest?.sessionId === sessionId && latest.outcome !== 'completed';
    const isEnded = isOwn && state === 'awaiting' ? await withdrawAttempt(deps, trx, session, latest) : false;
    await updateConsent(trx, tenantId, sessionId, undefined);
    return isEnded;
  };
  const isEnded = await withRetries(() => deps.db.transaction().execute(withdraw));
  if (isEnded) attemptsEnded.add({ outcome: 'timeout' });
}

/** Ends an attempt whose person takes the consent back, unless it had ended, and keeps the wish for the deletion of what was captured. */
async function withdrawAttempt(
  deps: ViewDeps,
  trx: Db,
  session: CaptureSession,
  latest: Attempt,
): Promise<boolean> {
  const { tenantId, subject } = session;
  const now = deps.clock.now();
  const isEnded = await endAttempt(trx, tenantId, latest.attemptId, 'timeout', now);
  if (mayHavePictures(latest)) {
    const request = { facesUntil: undefined, since: requestsSince(latest), now };
    await deps.subjects[subject.kind].requestErasure(trx, tenantId, subject.id, request);
    await deleteDeviceUses(trx, tenantId, subject.id);
  }
  if (isEnded && latest.number >= deps.maximumAttempts)
    await endCapture(deps, trx, session, latest, 'timeout', now);
  return isEnded;
}
