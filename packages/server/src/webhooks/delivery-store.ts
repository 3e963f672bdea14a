import type { Db } from '../database/connect.ts';

/** One event on its way to one endpoint. */
export type Delivery = { deliveryId: string; eventId: string; endpointId: string; attempts: number };

/** One try, as it is kept. */
export type DeliveryAttempt = {
  deliveryId: string;
  number: number;
  startedAt: Date;
  durationMs: number;
  responseStatus: number | undefined;
  responseExcerpt: string | undefined;
  error: string | undefined;
};

/** Adds a delivery that waits for its first attempt. */
export async function insertDelivery(db: Db, tenantId: string, delivery: Delivery, at: Date): Promise<void> {
  await db
    .insertInto('deliveries')
    .values({
      tenant_id: tenantId,
      delivery_id: delivery.deliveryId,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      next_attempt_at: at,
      finished_at: null,
    })
    .execute();
}

/** A delivery that is not finished. */
export async function findPendingDelivery(
  db: Db,
  tenantId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .select(['delivery_id', 'event_id', 'endpoint_id', 'attempts'])
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return (
    row && {
      deliveryId: row.delivery_id,
      eventId: row.event_id,
      endpointId: row.endpoint_id,
      attempts: row.attempts,
    }
  );
}

/** Counts an attempt and sets what comes next; false when another worker counted the same attempt first. */
export async function updateDelivery(
  db: Db,
  tenantId: string,
  change: {
    deliveryId: string;
    attempts: number;
    state: 'pending' | 'delivered' | 'failed';
    nextAttemptAt: Date | undefined;
    at: Date;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('deliveries')
    .set({
      state: change.state,
      attempts: change.attempts,
      next_attempt_at: change.nextAttemptAt ?? null,
      finished_at: change.state === 'pending' ? null : change.at,
    })
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', change.deliveryId)
    .where('state', '=', 'pending')
    .where('attempts', '=', change.attempts - 1)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whether the person of the event's transaction was erased: what a receiver answers about it is then not kept. */
export async function isErased(db: Db, tenantId: string, eventId: string): Promise<boolean> {
  const row = await db
    .selectFrom('events as e')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.transaction_id', '=', 'e.transaction_id'),
    )
    .select('t.erased_at')
    .where('e.tenant_id', '=', tenantId)
    .where('e.event_id', '=', eventId)
    .executeTakeFirst();
  return row?.erased_at instanceof Date;
}

/** Keeps what happened at an attempt. */
export async function insertAttempt(db: Db, tenantId: string, attempt: DeliveryAttempt): Promise<void> {
  await db
    .insertInto('delivery_attempts')
    .values({
      tenant_id: tenantId,
      delivery_id: attempt.deliveryId,
      number: attempt.number,
      started_at: attempt.startedAt,
      duration_ms: attempt.durationMs,
      response_status: attempt.responseStatus ?? null,
      response_excerpt: attempt.responseExcerpt ?? null,
      error: attempt.error ?? null,
    })
    .execute();
}

/** Lets a delivery of this event to this endpoint be tried once more, whatever became of it; undefined when there is none. */
export async function reopenDelivery(
  db: Db,
  tenantId: string,
  { eventId, endpointId }: { eventId: string; endpointId: string },
  at: Date,
): Promise<{ deliveryId: string; attempts: number } | undefined> {
  const row = await db
    .updateTable('deliveries')
    .set({ state: 'pending', next_attempt_at: at, finished_at: null })
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .where('endpoint_id', '=', endpointId)
    .returning(['delivery_id', 'attempts'])
    .executeTakeFirst();
  return row && { deliveryId: row.delivery_id, attempts: row.attempts };
}
