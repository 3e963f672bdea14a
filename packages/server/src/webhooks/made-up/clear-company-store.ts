import { sql } from 'kysely';
import type { CompanyId, EndpointId, EventId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { deleteDeliveriesOf, deleteEvents, lockDeliveriesOf } from '../events/delete-old-events-store.ts';

/** Deletes up to `limit` events of companies with deliveries, claims and every attempt; answers how many events. */
export async function deleteEventsOfCompanies(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ event_id: EventId }>`
    SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[])
    ORDER BY company_id, event_id LIMIT ${limit}`.execute(trx);
  const eventIds = rows.map((row) => row.event_id);
  if (eventIds.length === 0) return 0;
  const deliveryIds = (await lockDeliveriesOf(trx, tenantId, eventIds)).map(({ deliveryId }) => deliveryId);
  await sql`DELETE FROM delivery_attempts
    WHERE tenant_id = ${tenantId} AND delivery_id = ANY (${deliveryIds}::uuid[])`.execute(trx);
  await sql`DELETE FROM delivery_claims
    WHERE tenant_id = ${tenantId} AND delivery_id = ANY (${deliveryIds}::uuid[])`.execute(trx);
  await deleteDeliveriesOf(trx, tenantId, eventIds);
  await deleteEvents(trx, tenantId, eventIds);
  return eventIds.length;
}

/** Deletes up to `limit` endpoints of companies whose events are gone; answers their ids. */
export async function deleteEndpointsOfCompanies(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<EndpointId[]> {
  const { rows } = await sql<{ endpoint_id: EndpointId }>`
    DELETE FROM webhook_endpoints WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM webhook_endpoints
      WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[]) LIMIT ${limit}))
    RETURNING endpoint_id`.execute(trx);
  return rows.map((row) => row.endpoint_id);
}
