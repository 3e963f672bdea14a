import {
  HAND_OVER_PURPOSES,
  type HandOverLink,
  type HandOverRequest,
  type Objection,
  type SessionView,
} from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { choicesOf } from '../sessions/choices.ts';
import { type CaptureSession, endSessions } from '../sessions/session-store.ts';
import { readSubject, type ViewDeps, viewSession } from '../sessions/view-session.ts';
import { newLinkCode, unopenedLinkEnd } from './link.ts';
import { countLinks, endUnusedLinks, insertLink } from './link-store.ts';

/** What passing a link on needs. */
export type HandOverDeps = ViewDeps & { publicUrl: string; unopenedLinkSeconds: number | undefined };

/** So many that nobody who mistypes a number is stuck, and few enough that a transaction is no source of links. */
const MAX_HAND_OVERS = 10;

/** A link to the phone in one's hand is opened at once or not at all; one to somebody else lives as long as the merchant's. */
const PHONE_LINK_SECONDS = 600;

/** The link to pass on. A link ends what an earlier one of the same purpose opened, unless a selfie is being taken there. One to the cardholder is reported to the merchant as `shared`. */
export async function createHandOver(
  deps: HandOverDeps,
  session: CaptureSession,
  { purpose, isSuggested = false }: HandOverRequest,
): Promise<HandOverLink> {
  const { tenantId, subject: ref } = session;
  const now = deps.clock.now();
  const subject = await readSubject(deps, session);
  if (!choicesOf(subject, session.opening).includes(purpose)) throw new Refusal('40064');
  const life = { ofCompany: subject.linkLifetimeSeconds, ofDeployment: deps.unopenedLinkSeconds };
  const latest = unopenedLinkEnd(life, now, subject.expiresAt);
  const phoneEnd = addSeconds(now, PHONE_LINK_SECONDS);
  const expiresAt = purpose === 'phone' && phoneEnd < latest ? phoneEnd : latest;
  const { code, codeHash } = newLinkCode();
  await deps.db.transaction().execute(async (trx) => {
    if (!(await deps.subjects[ref.kind].shareLink(trx, tenantId, ref.id, purpose, now)))
      throw new Refusal('40064');
    const made = await countLinks(trx, tenantId, ref.id, HAND_OVER_PURPOSES);
    if (made >= MAX_HAND_OVERS) throw new Refusal('40065');
    await endUnusedLinks(trx, tenantId, ref.id, { purpose }, now);
    await endSessions(trx, tenantId, ref.id, purpose, now);
    const madeBy = session.sessionId;
    const link = { subject: ref, codeHash, expiresAt, purpose, isSuggested, madeBy, createdAt: now };
    await insertLink(trx, tenantId, link);
  });
  return { purpose, link: `${deps.publicUrl}/c/${code}`, expiresAt: expiresAt.toISOString() };
}

/** Ends the transaction in the person's words; the same once more changes nothing, what cannot be said now is refused with 40064. */
export async function raiseObjection(
  deps: ViewDeps,
  session: CaptureSession,
  objection: Objection,
): Promise<SessionView> {
  const { tenantId, subject: ref } = session;
  const subject = await readSubject(deps, session);
  const isOffered = choicesOf(subject, session.opening).includes(objection);
  const isDone =
    subject.state === 'awaiting'
      ? isOffered && (await deps.subjects[ref.kind].object(tenantId, ref.id, objection, deps.clock.now()))
      : subject.objection === objection;
  if (!isDone) throw new Refusal('40064');
  return viewSession(deps, session);
}
