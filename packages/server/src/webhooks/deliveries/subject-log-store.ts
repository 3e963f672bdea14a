import type { CaseDelivery } from '@titular/contract';
import { sql } from 'kysely';
import type { DeliveryId, EventId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { StoredEvent } from '../events/event.ts';
import { EVENT_COLUMNS, toEvent } from '../events/event-store.ts';
import {
  ATTEMPT_COLUMNS,
  type AttemptRow,
  type DeliveryRow,
  deliveryColumns,
  type LoggedAttempt,
  type LoggedDelivery,
  toLoggedAttempt,
  toLoggedDelivery,
} from './delivery-log-store.ts';

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

type AddressedRow = DeliveryRow & Pick<AddressedDelivery, 'url' | 'endpoint'>;

/** The newest `limit` deliveries of some events of the tenant, with where each goes. */
export async function listDeliveriesAbout(
  db: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
  now: Date,
  limit: number,
): Promise<AddressedDelivery[]> {
  const { rows } = await sql<AddressedRow>`
    SELECT ${deliveryColumns(now)}, w.url,
      CASE WHEN w.deleted_at IS NOT NULL THEN 'deleted' WHEN w.enabled THEN 'enabled' ELSE 'disabled' END AS endpoint
    FROM deliveries d
    JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
    JOIN webhook_endpoints w ON w.tenant_id = d.tenant_id AND w.endpoint_id = d.endpoint_id
    WHERE d.tenant_id = ${tenantId} AND d.event_id = ANY (${[...eventIds]}::uuid[])
    ORDER BY d.event_id DESC, d.delivery_id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ ...toLoggedDelivery(row), url: row.url, endpoint: row.endpoint }));
}

/** The last `limit` attempts of each of some deliveries, the oldest of them first. With the ids said twice, only partitions of their weeks are planned for. */
export async function listAttemptsOf(
  db: Db,
  tenantId: TenantId,
  deliveryIds: readonly string[],
  limit: number,
): Promise<Map<string, LoggedAttempt[]>> {
  const columns = sql.join(ATTEMPT_COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<AttemptRow & { delivery_id: DeliveryId }>`
    SELECT a.* FROM unnest(${[...deliveryIds]}::uuid[]) AS asked (delivery_id) CROSS JOIN LATERAL (
      SELECT delivery_id, ${columns} FROM delivery_attempts
      WHERE tenant_id = ${tenantId} AND delivery_id = asked.delivery_id AND delivery_id = ANY (${[...deliveryIds]}::uuid[])
      ORDER BY number DESC LIMIT ${limit}
    ) a ORDER BY a.delivery_id, a.number`.execute(db);
  const found = new Map<string, LoggedAttempt[]>();
  for (const row of rows)
    found.set(row.delivery_id, [...(found.get(row.delivery_id) ?? []), toLoggedAttempt(row)]);
  return found;
}
