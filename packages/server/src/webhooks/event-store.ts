import type { EventType, TransactionStatus } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { StoredEvent } from './event.ts';

/** An event to be kept, with whom it concerns. */
export type NewEvent = StoredEvent & { companyId: string };

/** Keeps an event. */
export async function insertEvent(db: Db, tenantId: string, event: NewEvent): Promise<void> {
  await db
    .insertInto('events')
    .values({
      tenant_id: tenantId,
      event_id: event.eventId,
      company_id: event.companyId,
      transaction_id: event.transactionId,
      type: event.type,
      sequence: event.sequence,
      status: event.status,
      created_at: event.createdAt,
    })
    .execute();
}

const COLUMNS = [
  'event_id',
  'company_id',
  'type',
  'transaction_id',
  'status',
  'sequence',
  'created_at',
] as const;

const toEvent = (row: Pick<Selectable<Tables['events']>, (typeof COLUMNS)[number]>): NewEvent => ({
  eventId: row.event_id,
  companyId: row.company_id,
  type: row.type as EventType,
  transactionId: row.transaction_id,
  status: row.status as TransactionStatus,
  sequence: row.sequence,
  createdAt: row.created_at,
});

/** One event of the tenant. */
export async function findEvent(db: Db, tenantId: string, eventId: string): Promise<StoredEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row && toEvent(row);
}

/** The last event of a transaction. */
export async function findLastEvent(
  db: Db,
  tenantId: string,
  transactionId: string,
): Promise<NewEvent | undefined> {
  const row = await db
    .selectFrom('events')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('transaction_id', '=', transactionId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toEvent(row);
}
