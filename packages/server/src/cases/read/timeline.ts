import {
  ATTEMPT_STARTED,
  type CaptureAttempt,
  type CaseDelivery,
  type DecisionView,
  type ListedApiCall,
  TIMELINE_SOURCES,
  type TimelineEntry,
} from '@titular/contract';
import { accountOf, type RecordedAuditEntry } from '../../audit/index.ts';
import type { StoredEvent } from '../../webhooks/index.ts';
import type { RecordedLink, RecordedSession } from './page-store.ts';

/** A step of a transaction or process, as its history tells it. */
export type TimelineStep = {
  version: number;
  event: string;
  actor: string;
  reasons: readonly string[];
  at: string;
  status?: string;
  state?: string;
  transactionId?: string;
};

/** All that a timeline is made of: steps and attempts oldest first, the other lists newest first as they are read. */
export type TimelineParts = {
  steps: readonly TimelineStep[];
  links: readonly RecordedLink[];
  sessions: readonly RecordedSession[];
  attempts: readonly CaptureAttempt[];
  decision: { view: DecisionView; result: string } | undefined;
  events: readonly StoredEvent[];
  deliveries: readonly CaseDelivery[];
  calls: readonly ListedApiCall[];
  staff: readonly RecordedAuditEntry[];
  /** Names of people by id. */
  names: ReadonlyMap<string, string>;
};

type Details = NonNullable<TimelineEntry['details']>;

const present = (details: Readonly<Record<string, unknown>>): Details =>
  Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value)
        ? [[name, value as string | number | boolean]]
        : [],
    ),
  );

const ofSteps = ({ steps }: TimelineParts): TimelineEntry[] =>
  steps.map(({ at, event, actor, reasons, version, status, state, transactionId }) => ({
    ...{ at, source: 'step', code: event, actor, reasons: [...reasons] },
    details: present({ version, status, state, transactionId }),
  }));

/** An entry for each of some moments that has come. */
const moments = (
  source: TimelineEntry['source'],
  named: Readonly<Record<string, Date | undefined>>,
  rest: Pick<TimelineEntry, 'ref' | 'details'>,
): TimelineEntry[] =>
  Object.entries(named).flatMap(([code, at]) =>
    at ? [{ at: at.toISOString(), source, code, ...rest }] : [],
  );

const ofLinks = ({ links }: TimelineParts): TimelineEntry[] =>
  links.toReversed().flatMap(({ purpose, createdAt: issued, usedAt: opened, endedAt: revoked, expiresAt }) =>
    moments(
      'link',
      { issued, opened, revoked },
      // A link has no id to show: when it was issued joins its lines.
      { details: { purpose, issuedAt: issued.toISOString(), expiresAt: expiresAt.toISOString() } },
    ),
  );

const ofPages = ({ sessions }: TimelineParts): TimelineEntry[] =>
  sessions
    .toReversed()
    .flatMap(
      ({ sessionId: ref, opening, createdAt: opened, consentedAt: consented, endedAt: ended, expiresAt }) =>
        moments(
          'page',
          { opened, consented, ended },
          { ref, details: { purpose: opening, expiresAt: expiresAt.toISOString() } },
        ),
    );

const ofAttempts = ({ attempts }: TimelineParts): TimelineEntry[] =>
  attempts.flatMap(({ id: ref, number, movement, startedAt, finishedAt, outcome }) => [
    { at: startedAt, source: 'attempt' as const, code: ATTEMPT_STARTED, ref, details: { number, movement } },
    ...(finishedAt && outcome
      ? [{ at: finishedAt, source: 'attempt' as const, code: outcome, ref, details: { number, movement } }]
      : []),
  ]);

const ofDecision = ({ decision }: TimelineParts): TimelineEntry[] =>
  decision
    ? [{ at: decision.view.at, source: 'decision', code: decision.result, reasons: decision.view.reasons }]
    : [];

const ofEvents = ({ events }: TimelineParts): TimelineEntry[] =>
  events.toReversed().map(({ eventId, createdAt, subject }) => ({
    ...{ at: createdAt.toISOString(), source: 'event', code: subject.type, ref: eventId },
    details: present({ ...subject, about: undefined }),
  }));

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300;

const ofDeliveries = ({ deliveries }: TimelineParts): TimelineEntry[] =>
  deliveries.toReversed().flatMap(({ id: ref, history, endpointId, eventId }) =>
    history.map(({ startedAt, durationMs, responseStatus, error, number }) => ({
      at: new Date(Date.parse(startedAt) + durationMs).toISOString(),
      source: 'delivery' as const,
      code: isSuccess(responseStatus) ? 'delivered' : 'failed',
      ref,
      details: present({ number, endpointId, eventId, durationMs, responseStatus, error }),
    })),
  );

const ofCalls = ({ calls }: TimelineParts): TimelineEntry[] =>
  calls.toReversed().map(({ at, operation, account, requestId, status, code, durationMs, repeated }) => ({
    ...{ at, source: 'call', code: operation, actor: account, ref: requestId },
    details: present({ status, code, durationMs, repeated }),
  }));

const ofStaff = ({ staff, names }: TimelineParts): TimelineEntry[] =>
  staff.toReversed().map(({ at, action, actor, entryId, after }) => {
    const name = names.get(accountOf(actor) ?? '');
    return {
      ...{ at: at.toISOString(), source: 'staff', code: action, actor, ref: entryId },
      ...(name === undefined ? {} : { actorName: name }),
      details: present({ ...after }),
    };
  });

const SOURCES: Readonly<Record<TimelineEntry['source'], (parts: TimelineParts) => TimelineEntry[]>> = {
  step: ofSteps,
  link: ofLinks,
  page: ofPages,
  attempt: ofAttempts,
  decision: ofDecision,
  event: ofEvents,
  delivery: ofDeliveries,
  call: ofCalls,
  staff: ofStaff,
};

/** Most lines of a timeline: the newest. */
const MAX_ENTRIES = 1_000;

/** One timeline of everything, oldest first; what happened at the same instant stands in the order of the sources, and of one source as it was written. */
export function mergeTimeline(parts: TimelineParts): { timeline: TimelineEntry[]; isCut: boolean } {
  const all = TIMELINE_SOURCES.flatMap((source) => SOURCES[source](parts));
  const timeline = all.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return { timeline: timeline.slice(-MAX_ENTRIES), isCut: timeline.length > MAX_ENTRIES };
}
