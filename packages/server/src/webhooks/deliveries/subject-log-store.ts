import type { CaseDelivery, DeliveryState, EventType } from '@titular/contract';
import { sql } from 'kysely';
import type { DeliveryId, EndpointId, EventId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { StoredEvent } from '../events/event.ts';
import { EVENT_COLUMNS, toEvent } from '../events/event-store.ts';
import type { LoggedAttempt, LoggedDelivery } from './delivery-log-store.ts';

/** The newest `limit` events about a transaction or process, whichever column names it. */
export async function listEventsAbout(
  db: Db,
  tenantId: TenantId,
  { kind, id }: SubjectRef,
  limit: number,
): Promise<StoredEvent[]> {
  const columns = sql.join(EVENT_COLUMNS.map((column) => sql.ref(column)));
  const named = sql`SELECT ${columns} FROM events WHERE tenant_id = ${tenantId} AND subject_id = ${id}`;
  const told = sql`SELECT ${columns} FROM events WHERE tenant_id = ${tenantId} AND transaction_id = ${id}`;
  const { rows } = await sql<Parameters<typeof toEvent>[0]>`
    SELECT * FROM (${kind === 'transaction' ? sql`${told} UNION ALL ${named}` : named}) AS about
    ORDER BY event_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(toEvent);
}

/** Counts the deliveries about a transaction, whichever column of their events names it, up to `limit`. */
export async function countDeliveriesAbout(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) FROM (
      SELECT FROM (
        SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND transaction_id = ${transactionId}
        UNION ALL SELECT event_id FROM events WHERE tenant_id = ${tenantId} AND subject_id = ${transactionId}
      ) AS e JOIN deliveries d ON d.tenant_id = ${tenantId} AND d.event_id = e.event_id LIMIT ${limit}) AS about`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** A delivery with the address of its endpoint, and whether that can still be sent to. */
export type AddressedDelivery = LoggedDelivery & { url: string; endpoint: CaseDelivery['endpoint'] };

type DeliveryRow = {
  delivery_id: DeliveryId;
  endpoint_id: EndpointId;
  event_id: EventId;
  type: string;
  event_at: Date;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date | null;
  finished_at: Date | null;
  skipped: boolean;
  url: string;
  endpoint: CaseDelivery['endpoint'];
};

/** The newest `limit` deliveries of some events of the tenant, with where each goes. */
export async function listDeliveriesAbout(
  db: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
  now: Date,
  limit: number,
): Promise<AddressedDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT d.delivery_id, d.endpoint_id, d.event_id, e.type, e.created_at AS event_at, d.attempts, d.next_attempt_at,
      d.finished_at, d.skipped, w.url,
      CASE WHEN w.deleted_at IS NOT NULL THEN 'deleted' WHEN w.enabled THEN 'enabled' ELSE 'disabled' END AS endpoint,
      CASE WHEN d.state = 'pending' AND EXISTS (SELECT FROM delivery_claims c
        WHERE c.tenant_id = d.tenant_id AND c.delivery_id = d.delivery_id AND c.expires_at > ${now})
      THEN 'sending' ELSE d.state END AS state
    FROM deliveries d
    JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
    JOIN webhook_endpoints w ON w.tenant_id = d.tenant_id AND w.endpoint_id = d.endpoint_id
    WHERE d.tenant_id = ${tenantId} AND d.event_id = ANY (${[...eventIds]}::uuid[])
    ORDER BY d.event_id DESC, d.delivery_id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type as EventType,
    eventAt: row.event_at,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'pending' ? (row.next_attempt_at ?? undefined) : undefined,
    finishedAt: row.finished_at ?? undefined,
    skipped: row.skipped,
    url: row.url,
    endpoint: row.endpoint,
  }));
}

type AttemptRow = {
  delivery_id: DeliveryId;
  number: number;
  started_at: Date;
  duration_ms: number;
  response_status: number | null;
  response_excerpt: string | null;
  error: string | null;
};

/** The last `limit` attempts of each of some deliveries, the oldest of them first. With the ids said twice, only partitions of their weeks are planned for. */
export async function listAttemptsOf(
  db: Db,
  tenantId: TenantId,
  deliveryIds: readonly string[],
  limit: number,
): Promise<Map<string, LoggedAttempt[]>> {
  const { rows } = await sql<AttemptRow>`
    SELECT a.* FROM unnest(${[...deliveryIds]}::uuid[]) AS asked (delivery_id) CROSS JOIN LATERAL (
      SELECT delivery_id, number, started_at, duration_ms, response_status, response_excerpt, error FROM delivery_attempts
      WHERE tenant_id = ${tenantId} AND delivery_id = asked.delivery_id AND delivery_id = ANY (${[...deliveryIds]}::uuid[])
      ORDER BY number DESC LIMIT ${limit}
    ) a ORDER BY a.delivery_id, a.number`.execute(db);
  const found = new Map<string, LoggedAttempt[]>();
  for (const row of rows) {
    const attempt = {
      number: row.number,
      startedAt: row.started_at,
      durationMs: row.duration_ms,
      responseStatus: row.response_status ?? undefined,
      response: row.response_excerpt ?? undefined,
      error: row.error ?? undefined,
    };
    found.set(row.delivery_id, [...(found.get(row.delivery_id) ?? []), attempt]);
  }
  return found;
}
