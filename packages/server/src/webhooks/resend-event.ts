import { newId } from '../base/id.ts';
import type { Db } from '../database/connect.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { insertDelivery, reopenDelivery } from './delivery-store.ts';
import { listEndpointIds } from './endpoint-store.ts';
import type { StoredEvent } from './event.ts';
import { findLastEvent } from './event-store.ts';

/**
 * Sends the last event of a transaction once more to every endpoint that wants it now, in the caller's database transaction:
 * the same event with the same id, so that a receiver who had it knows. Undefined when nothing has happened yet.
 */
export async function resendLastEvent(
  trx: Db,
  tenantId: string,
  transactionId: string,
  at: Date,
): Promise<{ event: StoredEvent; deliveries: number } | undefined> {
  const event = await findLastEvent(trx, tenantId, transactionId);
  if (!event) return undefined;
  const endpointIds = await listEndpointIds(trx, tenantId, event.companyId, event.status);
  for (const endpointId of endpointIds) {
    const known = await reopenDelivery(trx, tenantId, { eventId: event.eventId, endpointId }, at);
    const delivery = known ?? { deliveryId: newId(at.getTime()), attempts: 0 };
    if (!known) await insertDelivery(trx, tenantId, { ...delivery, eventId: event.eventId, endpointId }, at);
    const payload = { tenantId, deliveryId: delivery.deliveryId, attempt: delivery.attempts + 1 };
    // One job at a time waits for it, however often it is asked for.
    await enqueueJob(trx, 'deliver-webhook', payload, { jobKey: `deliver/${delivery.deliveryId}` });
  }
  return { event, deliveries: endpointIds.length };
}
