import { newId } from '../base/id.ts';
import type { Db } from '../database/connect.ts';
import { insertDeliveries } from './delivery-store.ts';
import type { EventSubject, StoredEvent } from './event.ts';
import { insertEvent } from './event-store.ts';
import { listTargets } from './target-store.ts';

/** Something a company may want to know. */
export type Occurrence = { tenantId: string; companyId: string; subject: EventSubject; at: Date };

/** Types that are kept, and can be listed, even when no endpoint wants them. */
const isAlwaysKept = (subject: EventSubject): boolean => subject.type !== 'transaction.changed';

async function keep(
  trx: Db,
  { tenantId, companyId, subject, at }: Occurrence,
  endpointIds: readonly string[],
): Promise<Omit<StoredEvent, 'orderNumber'>> {
  const event = { eventId: newId(at.getTime()), companyId, createdAt: at, subject };
  await insertEvent(trx, tenantId, event);
  if (endpointIds.length > 0)
    await insertDeliveries(trx, tenantId, { eventId: event.eventId, endpointIds }, at);
  return event;
}

/** Keeps the event and one delivery for each endpoint that wants it, all in the caller's database transaction. */
export async function recordEvent(trx: Db, occurrence: Occurrence): Promise<void> {
  const { tenantId, companyId, subject } = occurrence;
  const endpointIds = await listTargets(trx, tenantId, companyId, subject);
  if (endpointIds.length > 0 || isAlwaysKept(subject)) await keep(trx, occurrence, endpointIds);
}

/** Keeps an event for one endpoint alone, whatever it subscribes to; answers the id of the event. */
export async function recordEventFor(trx: Db, endpointId: string, occurrence: Occurrence): Promise<string> {
  return recordEventTo(trx, [endpointId], occurrence);
}

/** Keeps an event for these endpoints and no others, whatever they subscribe to; answers the id of the event. */
export async function recordEventTo(
  trx: Db,
  endpointIds: readonly string[],
  occurrence: Occurrence,
): Promise<string> {
  return (await keep(trx, occurrence, endpointIds)).eventId;
}
