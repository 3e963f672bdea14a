import {
  CONSENT_VERSION,
  type ConsentRequest,
  type SessionView,
  type StateIdentityRequest,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { Refusal } from '../base/refusal.ts';
import type { Tables } from '../database/tables.ts';
import { findLatestAttempt } from './attempt-store.ts';
import type { CaptureSubject, CaptureSubjects } from './capture-subject.ts';
import { type CaptureSession, updateConsent } from './session-store.ts';

/** What showing a session needs. */
export type ViewDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  subjects: CaptureSubjects;
  maximumAttempts: number;
};

const stageOf = (subject: CaptureSubject, consented: boolean): SessionView['stage'] =>
  subject.state === 'open' ? (consented ? 'camera' : 'consent') : subject.state;

/** The subject of a session; one that is gone is answered like a session that is gone. */
export async function readSubject(deps: ViewDeps, session: CaptureSession): Promise<CaptureSubject> {
  const subject = await deps.subjects.find(session.tenantId, session.transactionId, deps.clock.now());
  if (!subject) throw new Refusal('40310');
  return subject;
}

/** Attempts that remain after `used`; an attempt counts as soon as it has ended. */
export async function countAttemptsLeft(deps: ViewDeps, session: CaptureSession): Promise<number> {
  const latest = await findLatestAttempt(deps.db, session.tenantId, session.transactionId);
  const used = latest ? (latest.outcome ? latest.number : latest.number - 1) : 0;
  return Math.max(0, deps.maximumAttempts - used);
}

/** What the page may know now. */
export async function viewSession(deps: ViewDeps, session: CaptureSession): Promise<SessionView> {
  const subject = await readSubject(deps, session);
  return {
    stage: stageOf(subject, session.consented),
    companyName: subject.companyName,
    brandColour: subject.brandColour,
    orderNumber: subject.orderNumber,
    firstName: subject.firstName,
    maskedCard: subject.maskedCard,
    identityKey: subject.identityKey,
    maskedIdentity: subject.maskedIdentity,
    mayStateIdentity: subject.mayStateIdentity,
    isStatedIdentity: subject.isStatedIdentity,
    attemptsLeft: await countAttemptsLeft(deps, session),
    retryUntil: subject.state === 'open' ? (subject.retryUntil?.toISOString() ?? null) : null,
    consentVersion: CONSENT_VERSION,
    redirectUrl: subject.redirectUrl,
  };
}

/** Keeps the person's answer; agreement to a text that is no longer shown is refused with 40060. */
export async function answerConsent(
  deps: ViewDeps,
  session: CaptureSession,
  answer: ConsentRequest,
): Promise<SessionView> {
  if (answer.version !== CONSENT_VERSION) throw new Refusal('40060');
  const consent = answer.accepted
    ? { version: answer.version, language: answer.language, at: deps.clock.now() }
    : undefined;
  await updateConsent(deps.db, session.tenantId, session.sessionId, consent);
  return viewSession(deps, { ...session, consented: answer.accepted });
}

/** Keeps the identity under which the person says the card is theirs; the next capture is measured against it. */
export async function stateIdentity(
  deps: ViewDeps,
  session: CaptureSession,
  stated: StateIdentityRequest,
): Promise<SessionView> {
  await deps.subjects.stateIdentity(session.tenantId, session.transactionId, stated, deps.clock.now());
  return viewSession(deps, session);
}
