import { insertAuditEntry } from '../../audit/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import type { StoredEvent } from '../events/event.ts';
import { listTargets } from '../queue/target-store.ts';
import { insertDeliveries, reopenDeliveries } from './delivery-store.ts';

/** Who wants an event now; a test is for its endpoint alone, as it was the first time. */
async function targetsOf(
  trx: Db,
  tenantId: TenantId,
  { companyId, subject }: StoredEvent,
): Promise<string[]> {
  if (subject.type !== 'endpoint.test') {
    const targets = await listTargets(trx, tenantId, companyId, subject);
    return targets.filter(({ enabled }) => enabled).map(({ endpointId }) => endpointId);
  }
  const endpoint = await findEndpoint(trx, tenantId, subject.endpointId);
  return endpoint?.enabled ? [endpoint.endpointId] : [];
}

/**
 * Resends an event to every endpoint subscribed now, in the caller's database transaction. The event keeps its id, so
 * that receivers recognise duplicates. An audit entry of who asked goes with it. Answers to how many.
 */
export async function resendEvent(
  trx: Db,
  { tenantId, actor }: Actor,
  event: StoredEvent,
  clock: Clock,
): Promise<number> {
  const at = clock.now();
  const endpointIds = await targetsOf(trx, tenantId, event);
  const { eventId } = event;
  const known = new Set(await reopenDeliveries(trx, tenantId, { eventId, endpointIds }, at));
  const missing = endpointIds.filter((endpointId) => !known.has(endpointId));
  if (missing.length > 0) await insertDeliveries(trx, tenantId, { eventId, endpointIds: missing }, at);
  const resent = { action: 'webhook-event.resend', subject: `webhook-event/${eventId}` } as const;
  const after = { deliveries: endpointIds.length };
  await insertAuditEntry(trx, { clock, actor }, { tenantId, ...resent, after });
  return endpointIds.length;
}
