import type { Db } from '../database/connect.ts';
import { insertDeliveries, reopenDeliveries } from './delivery-store.ts';
import type { StoredEvent } from './event.ts';
import { listTargets } from './target-store.ts';

/**
 * Sends an event once more to every endpoint that wants it now, in the caller's database transaction: the same event with the
 * same id, so that a receiver who had it knows. Answers to how many.
 */
export async function resendEvent(trx: Db, tenantId: string, event: StoredEvent, at: Date): Promise<number> {
  const endpointIds = await listTargets(trx, tenantId, event.companyId, event.subject);
  const { eventId } = event;
  const known = new Set(await reopenDeliveries(trx, tenantId, { eventId, endpointIds }, at));
  const missing = endpointIds.filter((endpointId) => !known.has(endpointId));
  if (missing.length > 0) await insertDeliveries(trx, tenantId, { eventId, endpointIds: missing }, at);
  return endpointIds.length;
}
