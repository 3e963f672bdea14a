import { type RawBuilder, sql } from 'kysely';
import {
  type DeliveryId,
  type EndpointId,
  type EventId,
  newId,
  type TenantId,
} from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The channel on which processes hear that an endpoint has something to send; the payload is tenant and endpoint, parted by a slash. */
export const DELIVERIES_CHANNEL = 'titular_deliveries';

/** The statement that wakes whoever sends to the endpoints of these rows, once the relay hands it over after the commit. */
export const wakeOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    INSERT INTO wake_outbox (channel, payload)
    SELECT DISTINCT ${DELIVERIES_CHANNEL}::text, tenant_id || '/' || endpoint_id FROM ${rows}`;

/** Adds one delivery of an event for each endpoint, due at once, and wakes whoever sends after the caller's database transaction commits. An endpoint to which another commit has just added one keeps that. */
export async function insertDeliveries(
  db: Db,
  tenantId: TenantId,
  { eventId, endpointIds }: { eventId: EventId; endpointIds: readonly string[] },
  at: Date,
): Promise<void> {
  const deliveryIds = endpointIds.map(() => newId(at.getTime()));
  await sql`
    WITH made AS (
      INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at)
      SELECT ${tenantId}::uuid, requested.delivery_id, ${eventId}::uuid, requested.endpoint_id, ${at}
      FROM unnest(${deliveryIds}::uuid[], ${[...endpointIds]}::uuid[]) AS requested (delivery_id, endpoint_id)
      ON CONFLICT (tenant_id, event_id, endpoint_id) DO NOTHING
      RETURNING tenant_id, endpoint_id
    )
    ${wakeOf(sql`made`)}`.execute(db);
}

/** Keeps that an event was not sent to endpoints which are switched off, so that it can be sent when they are on again. */
export async function insertSkippedDeliveries(
  db: Db,
  tenantId: TenantId,
  { eventId, endpointIds }: { eventId: EventId; endpointIds: readonly string[] },
  at: Date,
): Promise<void> {
  const deliveryIds = endpointIds.map(() => newId(at.getTime()));
  await sql`
    INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, skipped, finished_at)
    SELECT ${tenantId}::uuid, requested.delivery_id, ${eventId}::uuid, requested.endpoint_id, 'failed', true, ${at}
    FROM unnest(${deliveryIds}::uuid[], ${[...endpointIds]}::uuid[]) AS requested (delivery_id, endpoint_id)`.execute(
    db,
  );
}

/** Who asks for something to be sent does not wait until its endpoint has rested, nor for the next sweep. */
const awake = (reopened: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    awake AS (
      UPDATE webhook_endpoints e SET rests_until = NULL
      FROM (SELECT DISTINCT tenant_id, endpoint_id FROM ${reopened}) AS r
      WHERE e.tenant_id = r.tenant_id AND e.endpoint_id = r.endpoint_id AND e.rests_until IS NOT NULL
    ), woken AS (${wakeOf(reopened)})`;

/** Makes the deliveries of one event to these endpoints due at once, whatever became of them, each with its whole schedule before it; answers the endpoints that had one. */
export async function reopenDeliveries(
  db: Db,
  tenantId: TenantId,
  { eventId, endpointIds }: { eventId: EventId; endpointIds: readonly string[] },
  at: Date,
): Promise<string[]> {
  const result = await sql<{ endpoint_id: EndpointId }>`
    WITH reopened AS (
      UPDATE deliveries
      SET state = 'pending', next_attempt_at = ${at}, finished_at = NULL, schedule_from = attempts,
        reopened = reopened + 1, skipped = false
      WHERE tenant_id = ${tenantId} AND event_id = ${eventId} AND endpoint_id = ANY (${[...endpointIds]}::uuid[])
      RETURNING tenant_id, endpoint_id
    ), ${awake(sql`reopened`)}
    SELECT endpoint_id FROM reopened`.execute(db);
  return result.rows.map((row) => row.endpoint_id);
}

/** The same for one delivery; answers whether there is one. */
export async function reopenDelivery(
  db: Db,
  tenantId: TenantId,
  deliveryId: DeliveryId,
  at: Date,
): Promise<boolean> {
  const result = await sql`
    WITH reopened AS (
      UPDATE deliveries
      SET state = 'pending', next_attempt_at = ${at}, finished_at = NULL, schedule_from = attempts,
        reopened = reopened + 1, skipped = false
      WHERE tenant_id = ${tenantId} AND delivery_id = ${deliveryId}
      RETURNING tenant_id, endpoint_id
    ), ${awake(sql`reopened`)}
    SELECT endpoint_id FROM reopened`.execute(db);
  return result.rows.length > 0;
}

/** The same for up to `limit` deliveries to one endpoint that failed from `since` on and before `at`, the oldest failures first; answers how many. */
export async function reopenFailed(
  db: Db,
  tenantId: TenantId,
  { endpointId, since, limit }: { endpointId: EndpointId; since: Date; limit: number },
  at: Date,
): Promise<number> {
  const result = await sql<{ count: number }>`
    WITH failed AS (
      SELECT delivery_id FROM deliveries
      WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND state = 'failed'
        AND finished_at >= ${since} AND finished_at < ${at}
      ORDER BY finished_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), reopened AS (
      UPDATE deliveries d
      SET state = 'pending', next_attempt_at = ${at}, finished_at = NULL, schedule_from = attempts,
        reopened = reopened + 1, skipped = false
      FROM failed WHERE d.tenant_id = ${tenantId} AND d.delivery_id = failed.delivery_id
      RETURNING d.tenant_id, d.endpoint_id, d.delivery_id
    ), ${awake(sql`reopened`)}
    SELECT count(*)::int AS count FROM reopened`.execute(db);
  return result.rows[0]?.count ?? 0;
}
