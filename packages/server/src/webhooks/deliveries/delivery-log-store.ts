import type { DeliveryState, EventType, WebhookState } from '@titular/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AnyId, DeliveryId, EndpointId, EventId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { listTenantsOf } from '../../kernel/database/tenants-of.ts';

/** A delivery as it is shown; one that a process holds right now is `sending`, and next due no more. */
export type LoggedDelivery = {
  deliveryId: DeliveryId;
  endpointId: EndpointId;
  eventId: EventId;
  type: EventType;
  /** When the event happened. */
  eventAt: Date;
  state: DeliveryState;
  attempts: number;
  nextAttemptAt: Date | undefined;
  finishedAt: Date | undefined;
  skipped: boolean;
};

/** A row of `deliveryColumns`. */
export type DeliveryRow = {
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
};

/** Columns of a delivery `d` with its event `e`; one with a claim that has not ended at `now` is `sending`. */
export const deliveryColumns = (now: Date): RawBuilder<unknown> => sql`
  d.delivery_id, d.endpoint_id, d.event_id, e.type, e.created_at AS event_at, d.attempts, d.next_attempt_at,
  d.finished_at, d.skipped,
  CASE WHEN d.state = 'pending' AND EXISTS (SELECT FROM delivery_claims c
    WHERE c.tenant_id = d.tenant_id AND c.delivery_id = d.delivery_id AND c.expires_at > ${now})
  THEN 'sending' ELSE d.state END AS state`;

/** Reads a row as the delivery that it is. */
export const toLoggedDelivery = (row: DeliveryRow): LoggedDelivery => ({
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
});

/** Each delivery looks up its own event: a join would read all events of the tenant for the few that a page scans. */
async function select(
  db: Db,
  which: RawBuilder<unknown>,
  now: Date,
  limit: number,
): Promise<LoggedDelivery[]> {
  const result = await sql<DeliveryRow>`
    SELECT ${deliveryColumns(now)}
    FROM deliveries d CROSS JOIN LATERAL (
      SELECT type, created_at, transaction_id, subject_id, order_number FROM events
      WHERE events.tenant_id = d.tenant_id AND events.event_id = d.event_id OFFSET 0
    ) e
    WHERE ${which} ORDER BY d.event_id DESC LIMIT ${limit}`.execute(db);
  return result.rows.map(toLoggedDelivery);
}

/** What a list of the deliveries to an endpoint is narrowed to; `beforeEventId` goes on after the last of the page before. */
export type DeliveryFilter = {
  state: 'pending' | 'delivered' | 'failed' | undefined;
  beforeEventId: EventId | undefined;
  type?: EventType | undefined;
  /** About this transaction or process. */
  subjectId?: AnyId | undefined;
  /** Beside a subject, what either names. */
  orderNumber?: string | undefined;
  /** Looks no further back than this event. */
  fromEventId?: EventId | undefined;
};

/** Up to `limit` deliveries to an endpoint, those of the newest events first. */
export const listDeliveriesTo = (
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  { state, beforeEventId, type, subjectId, orderNumber, fromEventId }: DeliveryFilter,
  now: Date,
  limit: number,
): Promise<LoggedDelivery[]> => {
  // Written out, so that a statement which is planned once for all states still finds the index of one.
  const ofState = state === undefined ? sql`` : sql`AND d.state = ${sql.lit(state)}`;
  const before = beforeEventId === undefined ? sql`` : sql`AND d.event_id < ${beforeEventId}`;
  const ofType = type === undefined ? sql`` : sql`AND e.type = ${type}`;
  const ofSubject =
    subjectId && sql`e.transaction_id = ${subjectId}::uuid OR e.subject_id = ${subjectId}::uuid`;
  const ofOrder = orderNumber === undefined ? undefined : sql`e.order_number = ${orderNumber}`;
  const named = [ofSubject, ofOrder].filter((one) => one !== undefined);
  const about = named.length === 0 ? sql`` : sql`AND (${sql.join(named, sql` OR `)})`;
  const from = fromEventId === undefined ? sql`` : sql`AND d.event_id >= ${fromEventId}`;
  const narrowed = sql`${ofState} ${before} ${ofType} ${about} ${from}`;
  return select(db, sql`d.tenant_id = ${tenantId} AND d.endpoint_id = ${endpointId} ${narrowed}`, now, limit);
};

/** Up to `limit` deliveries of an event. */
export const listDeliveriesOf = (
  db: Db,
  tenantId: TenantId,
  eventId: EventId,
  now: Date,
  limit: number,
): Promise<LoggedDelivery[]> =>
  select(db, sql`d.tenant_id = ${tenantId} AND d.event_id = ${eventId}`, now, limit);

/** One delivery of the tenant. */
export const findDelivery = async (
  db: Db,
  tenantId: TenantId,
  deliveryId: DeliveryId,
  now: Date,
): Promise<LoggedDelivery | undefined> =>
  (await select(db, sql`d.tenant_id = ${tenantId} AND d.delivery_id = ${deliveryId}`, now, 1))[0];

/** What became of the deliveries of each of some events, taken together; an event without any is left out. */
export async function summarizeDeliveries(
  db: Db,
  tenantId: TenantId,
  eventIds: readonly EventId[],
): Promise<Map<EventId, WebhookState>> {
  const { rows } = await sql<{ event_id: EventId; webhooks: WebhookState }>`
    SELECT event_id, CASE WHEN bool_or(state = 'failed') THEN 'failed' WHEN bool_or(state = 'pending') THEN 'pending'
      ELSE 'delivered' END AS webhooks
    FROM deliveries WHERE tenant_id = ${tenantId} AND event_id = ANY (${[...eventIds]}::uuid[])
    GROUP BY event_id`.execute(db);
  return new Map(rows.map((row) => [row.event_id, row.webhooks]));
}

/** One attempt that is over, as it was kept. */
export type LoggedAttempt = {
  number: number;
  startedAt: Date;
  durationMs: number;
  responseStatus: number | undefined;
  response: string | undefined;
  error: string | undefined;
};

/** Columns of an attempt as it is shown. */
export const ATTEMPT_COLUMNS = [
  'number',
  'started_at',
  'duration_ms',
  'response_status',
  'response_excerpt',
  'error',
] as const;

/** A row of these columns. */
export type AttemptRow = Pick<Selectable<Tables['delivery_attempts']>, (typeof ATTEMPT_COLUMNS)[number]>;

/** Reads a row as the attempt that it is. */
export const toLoggedAttempt = (row: AttemptRow): LoggedAttempt => ({
  number: row.number,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  responseStatus: row.response_status ?? undefined,
  response: row.response_excerpt ?? undefined,
  error: row.error ?? undefined,
});

/** The last `limit` attempts of a delivery, the oldest of them first. */
export async function listAttempts(
  db: Db,
  tenantId: TenantId,
  deliveryId: DeliveryId,
  limit: number,
): Promise<LoggedAttempt[]> {
  const rows = await db
    .selectFrom('delivery_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(toLoggedAttempt);
}

/** The tenants that have an endpoint, a delivery or an event of one of these ids. */
export async function listTenantsOfWebhooks(db: Db, ids: readonly string[]): Promise<TenantId[]> {
  const found = await Promise.all([
    listTenantsOf(db, 'webhook_endpoints', 'endpoint_id', ids),
    listTenantsOf(db, 'deliveries', 'delivery_id', ids),
    listTenantsOf(db, 'events', 'event_id', ids),
  ]);
  return found.flat();
}
