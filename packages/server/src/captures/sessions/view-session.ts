import {
  CONSENT_VERSION,
  type HandOver,
  type SessionView,
  type StateIdentityRequest,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { leftBefore } from '../attempts/attempt-limits.ts';
import { type Attempt, findLatestAttempt } from '../attempts/attempt-store.ts';
import { findLastHandOver } from '../links/link-store.ts';
import type { CaptureSubject, CaptureSubjects } from '../subjects/capture-subject.ts';
import { latestRetry } from '../subjects/prolong-retry.ts';
import { countEvent } from '../subjects/subject-metrics.ts';
import { choicesOf } from './choices.ts';
import type { CaptureSession } from './session-store.ts';
import { viewErasure } from './view-erasure.ts';

/** What showing a session needs. */
export type ViewDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  subjects: CaptureSubjects;
  maximumAttempts: number;
  retrySeconds: number;
};

const isRedirected = ({ opening, embedder }: CaptureSession): boolean =>
  opening === 'sdk' && embedder === undefined;

const stageOf = (subject: CaptureSubject, consented: boolean): SessionView['stage'] =>
  subject.state === 'awaiting' ? (consented ? 'camera' : 'consent') : subject.state;

/** The subject of a session; one that is gone is answered like a session that is gone. */
export async function readSubject(deps: ViewDeps, session: CaptureSession): Promise<CaptureSubject> {
  const { kind, id } = session.subject;
  const subject = await deps.subjects[kind].find(session.tenantId, id, deps.clock.now());
  if (!subject) throw new Refusal('40310');
  return subject;
}

const attemptsLeft = (latest: Attempt | undefined, maximum: number): number =>
  Math.max(0, maximum - (latest ? (latest.outcome ? latest.number : latest.number - 1) : 0));

/** Attempts that remain; an attempt counts as soon as it has ended. */
export async function countAttemptsLeft(deps: ViewDeps, session: CaptureSession): Promise<number> {
  const latest = await findLatestAttempt(deps.db, session.tenantId, session.subject.id);
  return attemptsLeft(latest, deps.maximumAttempts);
}

/** How the last attempt failed where none is left; of a capture that was complete nothing is told, which would help who tries faces. */
const failureOf = (
  { state }: CaptureSubject,
  latest: Attempt | undefined,
  maximum: number,
): SessionView['failure'] => {
  const isOver = state === 'not_approved' || attemptsLeft(latest, maximum) === 0;
  return isOver && latest?.outcome && latest.outcome !== 'completed' ? latest.outcome : null;
};

/** Whether a selfie is being taken: an attempt that was begun and left is none. */
const isUnderWay = ({ outcome, stepStartedAt, unhurried }: Attempt, now: Date): boolean =>
  !outcome && stepStartedAt > leftBefore(now, unhurried);

/** What became of the link that this page passed on last. */
async function viewHandOver(
  deps: ViewDeps,
  session: CaptureSession,
  latest: Attempt | undefined,
): Promise<HandOver | null> {
  const { tenantId, sessionId } = session;
  const page = { subjectId: session.subject.id, sessionId };
  const now = deps.clock.now();
  const last = await findLastHandOver(deps.db, tenantId, page, now);
  if (!last) return null;
  const isBusy = latest !== undefined && isUnderWay(latest, now) && latest.sessionId !== sessionId;
  const state = last.isAlive
    ? last.isUsed
      ? isBusy
        ? 'busy'
        : 'opened'
      : 'sent'
    : isBusy
      ? 'busy'
      : 'expired';
  const { purpose, isSuggested, expiresAt } = last;
  return { purpose, state, isSuggested, expiresAt: expiresAt.toISOString() };
}

const mayProlong = (
  { retrySeconds }: ViewDeps,
  { retryUntil, expiresAt }: CaptureSubject,
  latest: Attempt | undefined,
): boolean =>
  retryUntil !== undefined && retryUntil < latestRetry(latest?.finishedAt, retrySeconds, expiresAt);

/** What a page tells of the data. In a frame, browsers keep no cookie: there is none to ask about. */
export const noticeOf = (
  { embedder }: CaptureSession,
  { dataNotice }: CaptureSubject,
): SessionView['dataNotice'] => (embedder ? { ...dataNotice, deviceDays: null } : dataNotice);

/** What the page may know now; with an event, which is counted under the module of the subject. */
export async function viewSession(
  deps: ViewDeps,
  session: CaptureSession,
  event?: 'open' | 'consent',
): Promise<SessionView> {
  const subject = await readSubject(deps, session);
  if (event) countEvent(session.subject.kind, event, subject.module);
  const latest = await findLatestAttempt(deps.db, session.tenantId, session.subject.id);
  return {
    stage: stageOf(subject, session.consented),
    subject: subject.subject,
    transactionId: session.subject.id,
    pageId: session.sessionId,
    status: subject.status,
    opening: session.opening,
    companyName: subject.companyName,
    brandColour: subject.brandColour,
    logoPath: subject.logoPath,
    introduction: subject.introduction,
    phoneFirst: subject.phoneFirst,
    stepFeedback: subject.stepFeedback,
    purpose: subject.purpose,
    orderNumber: subject.orderNumber,
    firstName: subject.firstName,
    maskedCard: subject.maskedCard,
    cardBrand: subject.cardBrand,
    cardKind: subject.cardKind,
    identityKey: subject.identityKey,
    maskedIdentity: subject.maskedIdentity,
    mayStateIdentity: subject.mayStateIdentity,
    isStatedIdentity: subject.isStatedIdentity,
    choices: choicesOf(subject, session.opening),
    movements: [...subject.movements],
    handOver: await viewHandOver(deps, session, latest),
    attemptsLeft: attemptsLeft(latest, deps.maximumAttempts),
    retryUntil: subject.state === 'awaiting' ? (subject.retryUntil?.toISOString() ?? null) : null,
    mayProlongRetry: subject.state === 'awaiting' && mayProlong(deps, subject, latest),
    consentVersion: CONSENT_VERSION,
    // Only the merchant's own page goes back to the merchant: elsewhere nobody has a basket to return to.
    redirectUrl: session.opening === 'merchant' || isRedirected(session) ? subject.redirectUrl : null,
    dataNotice: noticeOf(session, subject),
    purchase: subject.purchase,
    failure: failureOf(subject, latest, deps.maximumAttempts),
    erasure: viewErasure(subject, session, latest),
    language: subject.language,
    theme: subject.theme,
  };
}

/** Keeps the identity under which the person says the card is theirs; the next capture is measured against it. */
export async function stateIdentity(
  deps: ViewDeps,
  session: CaptureSession,
  stated: StateIdentityRequest,
): Promise<SessionView> {
  const { kind, id } = session.subject;
  await deps.subjects[kind].stateIdentity(session.tenantId, id, stated, deps.clock.now());
  return viewSession(deps, session);
}
