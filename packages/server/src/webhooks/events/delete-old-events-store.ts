import { sql } from 'kysely';
import type { DeliveryId, EventId, TenantId } from '../../kernel/base/id.ts';
import { unindexed } from '../../kernel/database/by-index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { notHeld } from '../../kernel/database/not-held.ts';
import { listOutside } from '../../kernel/database/partitions/list-outside.ts';
import { deliveryAttempts } from '../../kernel/database/partitions/partitioned-tables.ts';

/** That an event has no delivery which still waits, and no legal hold keeps what it is about. */
const isOver = sql<boolean>`NOT EXISTS (
    SELECT FROM deliveries d
    WHERE d.tenant_id = events.tenant_id AND d.event_id = events.event_id AND ${unindexed('d.state')} = 'pending')
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

/** A delivery that is locked until the commit. */
export type LockedDelivery = { deliveryId: DeliveryId; eventId: EventId; isWaiting: boolean };

/** Locks all deliveries of the events until the commit, so that none begins to wait. */
export async function lockDeliveriesOf(
  trx: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
): Promise<LockedDelivery[]> {
  const rows = await trx
    .selectFrom('deliveries')
    .select(['delivery_id', 'event_id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('event_id', 'in', eventIds)
    .orderBy('delivery_id')
    .forUpdate()
    .execute();
  return rows.map(({ delivery_id: deliveryId, event_id: eventId, state }) => ({
    deliveryId,
    eventId,
    isWaiting: state === 'pending',
  }));
}

/**
 * Deletes attempts of these deliveries that no partition takes along when it is dropped, and those with a response: what an erasure cannot
 * find any more must not be there. The first statement holds the table until the commit, so that no partition is dropped in between.
 */
export async function deleteAttemptsOf(
  trx: Db,
  tenantId: TenantId,
  deliveryIds: readonly DeliveryId[],
): Promise<void> {
  await sql`
    DELETE FROM delivery_attempts
    WHERE tenant_id = ${tenantId} AND delivery_id = ANY (${[...deliveryIds]}::uuid[])
      AND response_excerpt IS NOT NULL`.execute(trx);
  const outside = await listOutside(trx, deliveryAttempts, deliveryIds);
  if (outside.length === 0) return;
  await sql`
    DELETE FROM delivery_attempts
    WHERE tenant_id = ${tenantId} AND delivery_id = ANY (${outside}::uuid[])`.execute(trx);
}

/** Deletes all deliveries of these events; attempts that are left go with their partition. */
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
