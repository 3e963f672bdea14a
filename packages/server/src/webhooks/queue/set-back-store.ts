import { sql } from 'kysely';
import type { AnyId, DeliveryId, EndpointId, TenantId } from '../../kernel/base/id.ts';
import { unindexed } from '../../kernel/database/by-index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type EndpointName, isFrozen } from './delivery-queue-store.ts';
import { PAUSES_SECONDS } from './schedule.ts';

/** A place in the order of everything that waits. */
export type QueuePlace = EndpointName & { dueAt: Date; deliveryId: DeliveryId };

const LOWEST_ID = '00000000-0000-0000-0000-000000000000' as AnyId;

/** The place before everything that waits. */
export const QUEUE_START: QueuePlace = {
  ...{ tenantId: LOWEST_ID, endpointId: LOWEST_ID, deliveryId: LOWEST_ID },
  dueAt: new Date(0),
};

/** A delivery whose due time was written under a clock that has been set back since, and the latest at which it would be due without that. */
export type AheadDelivery = EndpointName & { deliveryId: DeliveryId; attempts: number; dueAt: Date };

/** Clocks of two processes differ by less. */
const TOLERANCE_SECONDS = 2;

type Row = {
  tenant_id: TenantId;
  endpoint_id: EndpointId;
  delivery_id: DeliveryId;
  next_attempt_at: Date;
  attempts: number;
  due_at: Date | null;
};

/**
 * Looks at up to `limit` deliveries that wait, from a place on, by one step through the index of what is due. What was recorded, or tried last, later than now
 * was written ahead: it is due now, or a retry after its pause, so that looking again changes nothing. A tenant that is frozen for its move is left alone. `next` is undefined at the end.
 */
export async function findAhead(
  db: Db,
  now: Date,
  from: QueuePlace,
  limit: number,
): Promise<{ ahead: AheadDelivery[]; next: QueuePlace | undefined }> {
  const later = sql`${now}::timestamptz + make_interval(secs => ${TOLERANCE_SECONDS})`;
  const { rows } = await sql<Row>`
    WITH page AS MATERIALIZED (
      SELECT tenant_id, endpoint_id, next_attempt_at, delivery_id, event_id, attempts, schedule_from, reopened
      FROM deliveries WHERE state = 'pending' AND (tenant_id, endpoint_id, next_attempt_at, delivery_id)
        > (${from.tenantId}::uuid, ${from.endpointId}::uuid, ${from.dueAt}::timestamptz, ${from.deliveryId}::uuid)
      ORDER BY tenant_id, endpoint_id, next_attempt_at, delivery_id LIMIT ${limit}
    )
    SELECT p.tenant_id, p.endpoint_id, p.delivery_id, p.next_attempt_at, p.attempts,
      CASE WHEN p.next_attempt_at <= ${later} OR ${isFrozen('p')} THEN NULL
        WHEN p.attempts > p.schedule_from THEN (
          SELECT ${now}::timestamptz + make_interval(secs => coalesce(e.interval_seconds,
            (${[...PAUSES_SECONDS]}::integer[])[least(p.attempts - p.schedule_from, ${PAUSES_SECONDS.length}::integer)]))
          FROM delivery_attempts a
          JOIN webhook_endpoints e ON e.tenant_id = p.tenant_id AND e.endpoint_id = p.endpoint_id
          WHERE a.tenant_id = p.tenant_id AND a.delivery_id = p.delivery_id AND a.number = p.attempts
            AND a.started_at > ${later})
        WHEN p.reopened > 0 THEN ${now}::timestamptz
        ELSE (SELECT ${now}::timestamptz FROM events v
          WHERE v.tenant_id = p.tenant_id AND v.event_id = p.event_id AND v.created_at > ${later})
      END AS due_at
    FROM page p ORDER BY p.tenant_id, p.endpoint_id, p.next_attempt_at, p.delivery_id`.execute(db);
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    ahead: rows.flatMap(({ tenant_id, endpoint_id, delivery_id, next_attempt_at, attempts, due_at }) =>
      due_at && due_at < next_attempt_at
        ? [
            {
              ...{ tenantId: tenant_id, endpointId: endpoint_id, deliveryId: delivery_id },
              ...{ attempts, dueAt: due_at },
            },
          ]
        : [],
    ),
    next: last && {
      ...{ tenantId: last.tenant_id, endpointId: last.endpoint_id },
      ...{ dueAt: last.next_attempt_at, deliveryId: last.delivery_id },
    },
  };
}

/** Makes deliveries due earlier that still wait after as many attempts; those that somebody else has in hand are left to the next look. */
export async function setDue(trx: Db, ahead: readonly AheadDelivery[]): Promise<void> {
  await sql`
    WITH ahead AS (
      SELECT * FROM unnest(${ahead.map((one) => one.tenantId)}::uuid[], ${ahead.map((one) => one.deliveryId)}::uuid[],
        ${ahead.map((one) => one.attempts)}::int[], ${ahead.map((one) => one.dueAt.toISOString())}::timestamptz[])
        AS a (tenant_id, delivery_id, attempts, due_at)
    ), held AS MATERIALIZED (
      SELECT d.tenant_id, d.delivery_id, a.due_at FROM ahead a
      JOIN deliveries d ON d.tenant_id = a.tenant_id AND d.delivery_id = a.delivery_id
      WHERE ${unindexed('d.state')} = 'pending' AND d.attempts = a.attempts FOR NO KEY UPDATE OF d SKIP LOCKED
    )
    UPDATE deliveries d SET next_attempt_at = least(d.next_attempt_at, h.due_at) FROM held h
    WHERE d.tenant_id = h.tenant_id AND d.delivery_id = h.delivery_id`.execute(trx);
}

/** Leaves endpoints alone no longer than until a time; those in somebody's hands are left out. */
export async function shortenBackOffs(trx: Db, names: readonly EndpointName[], until: Date): Promise<void> {
  await sql`
    UPDATE webhook_endpoints SET rests_until = ${until}
    WHERE (tenant_id, endpoint_id) IN (
      SELECT e.tenant_id, e.endpoint_id FROM webhook_endpoints e
      WHERE (e.tenant_id, e.endpoint_id) IN (SELECT * FROM unnest(
        ${names.map((name) => name.tenantId)}::uuid[], ${names.map((name) => name.endpointId)}::uuid[]))
        AND e.rests_until > ${until} FOR NO KEY UPDATE SKIP LOCKED)`.execute(trx);
}
