import { sql } from 'kysely';
import type { DeliveryId, EndpointId, EventId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { wakeOf } from '../deliveries/delivery-store.ts';
import { type StoredEvent, toColumns } from './event.ts';

/** An event of any tenant that is still to be kept. */
export type NewEvent = Omit<StoredEvent, 'orderNumber'> & { tenantId: TenantId };

/** Keeps events of several tenants in one statement, in their order, as `insertEvent` does with one. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(({ tenantId, eventId, companyId, createdAt, subject }, place) => {
    const { type, transactionId, status, sequence, subjectId, detail } = toColumns(subject);
    return {
      place,
      tenantId,
      eventId,
      companyId,
      createdAt,
      type,
      transactionId,
      status,
      sequence,
      subjectId,
      detail,
    };
  });
  await sql`
    INSERT INTO events (tenant_id, event_id, company_id, transaction_id, type, sequence, status, created_at,
      subject_id, detail, order_number)
    SELECT e."tenantId", e."eventId", e."companyId", e."transactionId", e.type, e.sequence, e.status, e."createdAt",
      e."subjectId", e.detail,
      (SELECT t.order_number FROM transactions t
       JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
       WHERE t.tenant_id = e."tenantId" AND t.transaction_id = e."transactionId"
         AND c.webhook_order_number = 'include' AND t.erased_at IS NULL)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (place integer, "tenantId" uuid, "eventId" uuid,
      "companyId" uuid, "transactionId" uuid, type text, sequence integer, status text, "createdAt" timestamptz,
      "subjectId" uuid, detail text)
    ORDER BY e.place`.execute(db);
}

/** A delivery of any tenant; one that is `skipped` waits until its endpoint is switched on and somebody sends it. */
export type NewDelivery = {
  tenantId: TenantId;
  deliveryId: DeliveryId;
  eventId: EventId;
  endpointId: EndpointId;
  skipped: boolean;
};

/** Adds deliveries of new events in one statement, due at once, and wakes whoever sends after the caller's database transaction commits. */
export async function insertDeliveriesOf(
  db: Db,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, skipped, next_attempt_at, finished_at)
      SELECT d."tenantId", d."deliveryId", d."eventId", d."endpointId",
        CASE WHEN d.skipped THEN 'failed' ELSE 'pending' END, d.skipped,
        CASE WHEN NOT d.skipped THEN ${at}::timestamptz END, CASE WHEN d.skipped THEN ${at}::timestamptz END
      FROM json_to_recordset(${JSON.stringify(deliveries)}::json)
        AS d ("tenantId" uuid, "deliveryId" uuid, "eventId" uuid, "endpointId" uuid, skipped boolean)
      RETURNING tenant_id, endpoint_id, skipped
    )
    ${wakeOf(sql`made WHERE NOT skipped`)}`.execute(db);
}
