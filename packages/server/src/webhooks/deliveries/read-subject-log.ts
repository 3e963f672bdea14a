import {
  type CaseDelivery,
  type DeliveryResponse,
  type DeliveryView,
  SHOWN_ATTEMPTS,
} from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import { eventBody, type StoredEvent } from '../events/event.ts';
import { sentHeaders } from '../sender/sent-headers.ts';
import { toAttempt, toSummary } from './read-deliveries.ts';
import {
  type AddressedDelivery,
  listAttemptsOf,
  listDeliveriesAbout,
  listEventsAbout,
} from './subject-log-store.ts';

/** Events and deliveries about one transaction or process that are shown; a subject has a handful. */
const MAX_SHOWN = 50;

/** What was told about one transaction or process, newest first; `isCut` when older ones are left out. */
export type SubjectLog = { events: StoredEvent[]; deliveries: CaseDelivery[]; isCut: boolean };

/** An address without its query, which may hold a credential. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

/** Reads events and deliveries about a transaction or process, each delivery with what was sent and every attempt. */
export async function readSubjectLog(
  { db, now, environment }: { db: Db; now: Date; environment: Environment },
  tenantId: TenantId,
  subject: SubjectRef,
): Promise<SubjectLog> {
  const events = await listEventsAbout(db, tenantId, subject, MAX_SHOWN + 1);
  const shown = events.slice(0, MAX_SHOWN);
  const byId = new Map(shown.map((event) => [event.eventId, event]));
  const found = await listDeliveriesAbout(db, tenantId, [...byId.keys()], now, MAX_SHOWN + 1);
  const deliveries = found.slice(0, MAX_SHOWN);
  const ids = deliveries.map(({ deliveryId }) => deliveryId);
  const attempts = await listAttemptsOf(db, tenantId, ids, SHOWN_ATTEMPTS);
  const toCase = ({ url, endpoint, ...delivery }: AddressedDelivery): CaseDelivery[] => {
    const event = byId.get(delivery.eventId);
    if (!event) return [];
    return [
      {
        ...toSummary(delivery),
        history: (attempts.get(delivery.deliveryId) ?? []).map(toAttempt),
        url: withoutQuery(url),
        endpoint,
        eventTime: event.createdAt.toISOString(),
        request: eventBody(event, environment),
      },
    ];
  };
  return {
    events: shown,
    deliveries: deliveries.flatMap(toCase),
    isCut: events.length > MAX_SHOWN || found.length > MAX_SHOWN,
  };
}

/** What was sent, and to which endpoint. */
type SentTo = Pick<AddressedDelivery, 'url' | 'endpoint'> & { event: StoredEvent; environment: Environment };

/** A delivery with the headers of each attempt that was answered; of another nobody knows what was sent. The body and where it goes are those of now. */
export function toSent(
  delivery: DeliveryResponse,
  { event, url, endpoint, environment }: SentTo,
): DeliveryView {
  const { eventId } = event;
  const body = eventBody(event, environment);
  const history = delivery.history.map((attempt) =>
    attempt.responseStatus === undefined
      ? attempt
      : { ...attempt, headers: sentHeaders({ eventId, body, startedAt: new Date(attempt.startedAt) }) },
  );
  const eventTime = event.createdAt.toISOString();
  return { ...delivery, history, url: withoutQuery(url), endpoint, eventTime, request: body };
}

/** Reads the newest deliveries of an event, each with every attempt, what was answered, and the request of those that were. */
export async function readSentDeliveries(
  { db, now, environment }: { db: Db; now: Date; environment: Environment },
  tenantId: TenantId,
  event: StoredEvent,
): Promise<DeliveryView[]> {
  const found = await listDeliveriesAbout(db, tenantId, [event.eventId], now, MAX_SHOWN);
  const ids = found.map(({ deliveryId }) => deliveryId);
  const attempts = await listAttemptsOf(db, tenantId, ids, SHOWN_ATTEMPTS);
  return found.map(({ url, endpoint, ...delivery }) => {
    const history = (attempts.get(delivery.deliveryId) ?? []).map(toAttempt);
    return toSent({ ...toSummary(delivery), history }, { event, url, endpoint, environment });
  });
}
