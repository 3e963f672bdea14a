import { type CompanyId, type EndpointId, type EventId, newId, type TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { insertDeliveries, insertSkippedDeliveries } from '../deliveries/delivery-store.ts';
import { listTargets, settleTargets, type Target } from '../queue/target-store.ts';
import type { EventSubject, StoredEvent } from './event.ts';
import { insertEvent } from './event-store.ts';

/** Something a company may want to know. */
export type Occurrence = { tenantId: TenantId; companyId: CompanyId; subject: EventSubject; at: Date };

/** Types that are kept, and can be listed, even when no endpoint wants them. */
const isAlwaysKept = (subject: EventSubject): boolean => subject.type !== 'transaction.changed';

async function keep(
  trx: Db,
  { tenantId, companyId, subject, at }: Occurrence,
  targets: readonly Target[],
): Promise<Omit<StoredEvent, 'orderNumber'>> {
  const event = { eventId: newId(at.getTime()), companyId, createdAt: at, subject };
  const { eventId } = event;
  await insertEvent(trx, tenantId, event);
  const those = (isOn: boolean) =>
    targets.filter(({ enabled }) => enabled === isOn).map(({ endpointId }) => endpointId);
  const [on, off] = [those(true), those(false)];
  if (on.length > 0) await insertDeliveries(trx, tenantId, { eventId, endpointIds: on }, at);
  if (off.length > 0) await insertSkippedDeliveries(trx, tenantId, { eventId, endpointIds: off }, at);
  return event;
}

/** Keeps the event and one delivery for each endpoint that wants it, for one that is switched off as skipped, all in the caller's database transaction. */
export async function recordEvent(trx: Db, occurrence: Occurrence): Promise<void> {
  const { tenantId, companyId, subject } = occurrence;
  const listed = await listTargets(trx, tenantId, companyId, subject);
  const [targets = []] = await settleTargets(trx, [{ tenantId, targets: listed }]);
  if (targets.length > 0 || isAlwaysKept(subject)) await keep(trx, occurrence, targets);
}

/** Keeps an event for these endpoints and no others, whatever they subscribe to; answers the id of the event. */
export async function recordEventTo(
  trx: Db,
  endpointIds: readonly EndpointId[],
  occurrence: Occurrence,
): Promise<EventId> {
  const targets = endpointIds.map((endpointId) => ({ endpointId, enabled: true }));
  return (await keep(trx, occurrence, targets)).eventId;
}
