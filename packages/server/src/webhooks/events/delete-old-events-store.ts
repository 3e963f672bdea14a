import { sql } from 'kysely';
import type { EventId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';

/** That an event has no delivery which still waits, and no legal hold keeps what it is about. */
const isOver = sql<boolean>`NOT EXISTS (
    SELECT FROM deliveries d
    WHERE d.tenant_id = events.tenant_id AND d.event_id = events.event_id AND d.state = 'pending')
  AND ${notHeld('events.transaction_id')} AND ${notHeld('events.subject_id')}`;

/** The tenants that have events which happened before `before` and are over; ids grow with time, and `highestId` bounds what is looked at. */
export async function listWithOldEvents(
  db: Db,
  { before, highestId }: { before: Date; highestId: string },
): Promise<TenantId[]> {
  const { rows } = await sql<{ tenant_id: TenantId }>`
    SELECT t.tenant_id FROM tenants t
    WHERE EXISTS (
      SELECT FROM events
      WHERE events.tenant_id = t.tenant_id AND events.event_id < ${highestId} AND events.created_at < ${before} AND ${isOver})
    ORDER BY t.tenant_id`.execute(db);
  return rows.map((row) => row.tenant_id);
}

/** Ids of up to `limit` events of the tenant that happened before `before` and are over, after an id. */
export async function listOldEvents(
  db: Db,
  tenantId: TenantId,
  { before, afterId, highestId }: { before: Date; afterId: EventId; highestId: EventId },
  limit: number,
): Promise<EventId[]> {
  const rows = await db
    .selectFrom('events')
    .select('event_id')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '>', afterId)
    .where('event_id', '<', highestId)
    .where('created_at', '<', before)
    .where(isOver)
    .orderBy('event_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.event_id);
}

/** Those of the events that have a delivery which still waits; holds all their deliveries until the commit, so that none begins to. */
export async function lockWaiting(
  trx: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
): Promise<EventId[]> {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['event_id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('event_id', 'in', eventIds)
    .orderBy('delivery_id')
    .forUpdate()
    .execute();
  return rows.filter(({ state }) => state === 'pending').map((row) => row.event_id);
}

/** Deletes the attempts of all deliveries of these events. */
export async function deleteAttemptsOf(
  trx: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
): Promise<void> {
  await sql`
    DELETE FROM delivery_attempts t USING deliveries d
    WHERE d.tenant_id = ${tenantId} AND d.event_id = ANY (${[...eventIds]}::uuid[])
      AND t.tenant_id = d.tenant_id AND t.delivery_id = d.delivery_id`.execute(trx);
}

/** Deletes all deliveries of these events, whose attempts are gone. */
export async function deleteDeliveriesOf(
  trx: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
): Promise<void> {
  await sql`DELETE FROM deliveries
    WHERE tenant_id = ${tenantId} AND event_id = ANY (${[...eventIds]}::uuid[])`.execute(trx);
}

/** Deletes events whose deliveries are gone. */
export async function deleteEvents(trx: Db, tenantId: TenantId, eventIds: readonly EventId[]): Promise<void> {
  await sql`DELETE FROM events
    WHERE tenant_id = ${tenantId} AND event_id = ANY (${[...eventIds]}::uuid[])`.execute(trx);
}
