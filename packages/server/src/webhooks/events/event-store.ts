import type { EventType, TransactionStatus } from '@titular/contract';
import { type Selectable, sql } from 'kysely';
import type { EventId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { fromColumns, type StoredEvent, toColumns } from './event.ts';

/** Added to a place to name the lock of whoever takes the next, as `take_event_position` does. */
const PLACES_LOCK = String(0x7457n << 48n);

/** Keeps an event, with the order number of its transaction where the company wants its webhooks to carry it. */
export async function insertEvent(
  db: Db,
  tenantId: TenantId,
  event: Omit<StoredEvent, 'orderNumber'>,
): Promise<void> {
  const { type, transactionId, status, sequence, subjectId, detail } = toColumns(event.subject);
  await sql`
    INSERT INTO events (tenant_id, event_id, company_id, transaction_id, type, sequence, status, created_at,
      subject_id, detail, order_number)
    SELECT ${tenantId}::uuid, ${event.eventId}::uuid, ${event.companyId}::uuid, ${transactionId ?? null}::uuid, ${type}::text,
      ${sequence ?? null}::integer, ${status ?? null}::text, ${event.createdAt}::timestamptz, ${subjectId ?? null}::uuid,
      ${detail ?? null}::text,
      (SELECT t.order_number FROM transactions t
       JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
       WHERE t.tenant_id = ${tenantId}::uuid AND t.transaction_id = ${transactionId ?? null}::uuid
         AND c.webhook_order_number = 'include' AND t.erased_at IS NULL)`.execute(db);
}

/** The columns of an event, as its store reads them. */
export const EVENT_COLUMNS = [
  'event_id',
  'company_id',
  'type',
  'transaction_id',
  'status',
  'sequence',
  'created_at',
  'subject_id',
  'detail',
  'order_number',
] as const;

/** A row of events to the event; a row that no release wrote is a fault. */
export function toEvent(
  row: Pick<Selectable<Tables['events']>, (typeof EVENT_COLUMNS)[number]>,
): StoredEvent {
  const subject = fromColumns({
    type: row.type as EventType,
    transactionId: row.transaction_id ?? undefined,
    status: (row.status as TransactionStatus | null) ?? undefined,
    sequence: row.sequence ?? undefined,
    subjectId: row.subject_id ?? undefined,
    detail: row.detail ?? undefined,
  });
  invariant(subject, 'an event has what its type asks for');
  return {
    eventId: row.event_id,
    companyId: row.company_id,
    createdAt: row.created_at,
    subject,
    orderNumber: row.order_number ?? undefined,
  };
}

/** One event of the tenant. */
export async function findEvent(
  db: Db,
  tenantId: TenantId,
  eventId: EventId,
): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row && toEvent(row);
}

/** The last event of a transaction. */
export async function findLastEvent(
  db: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .select(EVENT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toEvent(row);
}

/**
 * The place up to which no event can still come: the last that was taken, or less while somebody who took one may yet commit.
 * Read before the events themselves, in a statement of its own.
 */
export async function readEventHorizon(db: Db): Promise<string> {
  // A sequence that nobody has asked yet tells the number that it will give first.
  const taken = await sql<{ last_value: string }>`
    SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last_value FROM event_positions`.execute(
    db,
  );
  const last = taken.rows[0]?.last_value ?? '0';
  const result = await sql<{ horizon: string }>`
    SELECT least(${last}::bigint, min(place - CASE WHEN place = 1 THEN 1 ELSE 0 END)) AS horizon
    FROM (
      SELECT (classid::bigint << 32 | objid::bigint) - ${PLACES_LOCK}::bigint AS place FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND granted AND mode = 'ShareLock'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND classid::bigint >> 16 = ${PLACES_LOCK}::bigint >> 48
    ) AS held`.execute(db);
  return result.rows[0]?.horizon ?? last;
}
