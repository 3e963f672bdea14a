import type { CaptureAttempt, CaseDelivery, LinkView, ListedApiCall, TimelineEntry } from '@titular/contract';
import type { Kysely } from 'kysely';
import { accountOf, listEntriesAbout, type RecordedAuditEntry } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { searchCalls } from '../../request-log/index.ts';
import { readSubjectLog } from '../../webhooks/index.ts';
import { type CaseScope, isWithin } from '../case-scope.ts';
import { findCompanyOf } from '../find/id-store.ts';
import type { CaseDeps, CaseReader } from './case-deps.ts';
import { MAX_CALLS, MAX_ENTRIES, MAX_LINKS } from './limits.ts';
import { toLinkView } from './link-view.ts';
import { listLinks, listSessions } from './page-store.ts';
import { mergeTimeline, type TimelineParts } from './timeline.ts';

/** Refuses with 40420 a subject that is not there, or not within what the reader may see: both alike. */
export async function refuseUnseen(
  deps: Pick<CaseDeps, 'db'>,
  scope: CaseScope,
  subject: SubjectRef,
): Promise<void> {
  const companyId = await findCompanyOf(deps.db, scope.tenantId, subject);
  if (companyId === undefined || !isWithin(scope, companyId)) throw new Refusal('40420');
}

/** Entries about a subject, its events and its deliveries, as far as the reader may see them. */
async function listStaff(
  trx: Kysely<Tables>,
  { tenantId, actor, extent }: CaseReader,
  subjects: readonly string[],
): Promise<RecordedAuditEntry[]> {
  const seen = extent('audit:read');
  if (seen === undefined) return [];
  const whose = { tenantId, actor: seen === 'all' ? undefined : actor };
  return listEntriesAbout(trx, whose, subjects, MAX_ENTRIES + 1);
}

async function listCalls(
  deps: CaseDeps,
  trx: Kysely<Tables>,
  { tenantId, extent }: CaseReader,
  { kind, id }: SubjectRef,
): Promise<{ calls: ListedApiCall[]; isCut: boolean }> {
  if (extent('calls:read') === undefined) return { calls: [], isCut: false };
  const query = { [kind]: id, limit: String(MAX_CALLS) };
  const { calls, nextCursor } = await searchCalls({ ...deps, db: trx }, tenantId, query);
  return { calls, isCut: nextCursor !== undefined };
}

/** What is known of a subject before its shared parts are read. */
export type SharedFacts = {
  subject: SubjectRef;
  /** For which subject the links are: its own. */
  attempts: readonly CaptureAttempt[];
  isReuse: boolean;
  steps: TimelineParts['steps'];
  decision: TimelineParts['decision'];
  isAwaited: boolean;
  hasLink: boolean;
};

/** What every case has, whatever it is about. */
export type SharedParts = {
  link: LinkView;
  timeline: TimelineEntry[];
  isTimelineCut: boolean;
  deliveries: CaseDelivery[];
  calls: ListedApiCall[];
};

/** Reads links, pages, events, deliveries, calls and staff acts of a subject, and merges them into one timeline. */
export async function readSharedParts(
  deps: CaseDeps,
  trx: Kysely<Tables>,
  reader: CaseReader,
  facts: SharedFacts,
  now: Date,
): Promise<SharedParts> {
  const { tenantId } = reader;
  const { subject, attempts, isReuse, isAwaited, hasLink } = facts;
  const links = await listLinks(trx, tenantId, subject.id, MAX_LINKS + 1);
  const sessions = await listSessions(trx, tenantId, subject.id, MAX_LINKS + 1);
  const log = await readSubjectLog({ db: trx, now, environment: deps.environment }, tenantId, subject);
  const { calls, isCut: areCallsCut } = await listCalls(deps, trx, reader, subject);
  const staff = await listStaff(trx, reader, [
    `${subject.kind}/${subject.id}`,
    ...log.events.map(({ eventId }) => `webhook-event/${eventId}`),
    ...log.deliveries.map(({ id }) => `webhook-delivery/${id}`),
  ]);
  const userIds = staff.flatMap(({ actor }) => accountOf(actor) ?? []);
  const names =
    userIds.length === 0 ? new Map<string, string>() : await deps.findNames(trx, [...new Set(userIds)]);
  const isCapturing = !isReuse && attempts.some(({ outcome }) => outcome === undefined);
  const { timeline, isCut } = mergeTimeline({
    ...{ steps: facts.steps, decision: facts.decision, attempts, names, calls },
    ...{ events: log.events, deliveries: log.deliveries },
    links: links.slice(0, MAX_LINKS),
    sessions: sessions.slice(0, MAX_LINKS),
    staff: staff.slice(0, MAX_ENTRIES),
  });
  const areCut = [links, sessions].some(({ length }) => length > MAX_LINKS) || staff.length > MAX_ENTRIES;
  return {
    link: toLinkView({ links, sessions, isAwaited, isCapturing, hasLink, now }),
    timeline,
    isTimelineCut: isCut || areCut || areCallsCut || log.isCut,
    deliveries: log.deliveries,
    calls,
  };
}
