import type { EventResentResponse, EventRows, EventView, SearchEvents } from '@titular/contract';
import { type CaseScope, companiesOf, hideUnknown, isWithin, type Member } from '../../cases/index.ts';
import { parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import {
  type EndpointDeps,
  type EventSearchDeps,
  eventBody,
  findEvent,
  readSentDeliveries,
  resendEventById,
  type StoredEvent,
  searchEventsOf,
  summarizeDeliveries,
  toRecord,
} from '../../webhooks/index.ts';
import { readCompanyNames } from './show-endpoints.ts';

/** What reading the log of events needs. */
export type ShowEventDeps = EventSearchDeps;

/** A page of the events that the caller sees, newest first; refuses with 40002. */
export async function searchSeenEvents(
  deps: ShowEventDeps,
  scope: CaseScope,
  { company, ...asked }: SearchEvents,
): Promise<EventRows> {
  const { tenantId } = scope;
  const companyIds = companiesOf(scope, parseId('company', company));
  const { found, nextCursor } = await searchEventsOf(deps, tenantId, companyIds, asked);
  const names = await readCompanyNames(deps.db, tenantId);
  const events = found.map(({ event, webhooks }) => ({
    ...event,
    companyName: names.get(event.companyId) ?? '',
    webhooks,
  }));
  return { events, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** An event of a company that the caller sees; refuses with 40420 any other id. */
async function requireSeenEvent(
  { db }: Pick<EndpointDeps, 'db'>,
  scope: CaseScope,
  id: string,
): Promise<StoredEvent> {
  const eventId = parseUuid(id);
  const event = eventId && (await findEvent(db, scope.tenantId, eventId));
  if (!event || !isWithin(scope, event.companyId)) throw new Refusal('40420');
  return event;
}

/** One event that the caller sees, with its body and its deliveries to each endpoint; refuses with 40420. */
export async function showSeenEvent(deps: ShowEventDeps, scope: CaseScope, id: string): Promise<EventView> {
  const { db, clock, environment } = deps;
  const { tenantId } = scope;
  const event = await requireSeenEvent(deps, scope, id);
  const deliveries = await readSentDeliveries({ db, now: clock.now(), environment }, tenantId, event);
  const states = await summarizeDeliveries(db, tenantId, [event.eventId]);
  const names = await readCompanyNames(db, tenantId);
  return {
    ...toRecord(event, environment),
    companyName: names.get(event.companyId) ?? '',
    webhooks: states.get(event.eventId) ?? 'none',
    request: eventBody(event, environment),
    deliveries,
  };
}

/** Sends an event that the caller sees to every endpoint that wants it now; refuses with 40420. */
export async function resendSeenEvent(
  deps: Pick<EndpointDeps, 'db' | 'clock'>,
  member: Member,
  id: string,
): Promise<EventResentResponse> {
  const { tenantId, actor } = member;
  const { eventId } = await requireSeenEvent(deps, member, id);
  return hideUnknown(() => resendEventById(deps, { tenantId, actor }, eventId));
}
