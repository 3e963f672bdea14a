import {
  type DeliveryRows,
  type FailedCount,
  MAX_COUNTED_BACKLOG,
  type SearchDeliveries,
} from '@titular/contract';
import { sql } from 'kysely';
import type { EndpointId, EventId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { listDeliveriesTo } from './delivery-log-store.ts';
import { type DeliveryLogDeps, toSummary } from './read-deliveries.ts';
import { listAttemptsOf } from './subject-log-store.ts';

const PAGE_SIZE = 20;
/** Deliveries that one narrowed page scans. */
const MAX_SCANNED_DELIVERIES = 10_000;

/** The event at which a scan of the deliveries before another one stops; undefined where it reaches the oldest. */
async function findEndOfScan(
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
  before: EventId | undefined,
): Promise<EventId | undefined> {
  const narrowed = before === undefined ? sql`` : sql`AND event_id < ${before}`;
  const result = await sql<{ event_id: EventId }>`
    SELECT event_id FROM deliveries
    WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} ${narrowed}
    ORDER BY event_id DESC OFFSET ${MAX_SCANNED_DELIVERIES - 1} LIMIT 1`.execute(db);
  return result.rows[0]?.event_id;
}

/** A page of the deliveries to an endpoint that match, newest first; a narrowed page may be empty and still have a next one. Refuses with 40002. */
export async function searchDeliveries(
  { db, clock }: DeliveryLogDeps,
  tenantId: TenantId,
  endpointId: EndpointId,
  { state, type, transaction, orderNumber, cursor, limit = PAGE_SIZE }: SearchDeliveries,
): Promise<DeliveryRows> {
  const beforeEventId = parseId('cursor', cursor);
  const subjectId = parseId('transaction', transaction);
  const isNarrowed = [state, type, subjectId, orderNumber].some((one) => one !== undefined);
  const fromEventId = isNarrowed ? await findEndOfScan(db, tenantId, endpointId, beforeEventId) : undefined;
  const filter = { state, type, subjectId, orderNumber, beforeEventId, fromEventId };
  // One more than asked for tells whether there is a next page.
  const found = await listDeliveriesTo(db, tenantId, endpointId, filter, clock.now(), limit + 1);
  const page = found.slice(0, limit);
  const nextCursor = found.length > limit ? page.at(-1)?.eventId : fromEventId;
  const attempts = await listAttemptsOf(
    db,
    tenantId,
    page.map(({ deliveryId }) => deliveryId),
    1,
  );
  const deliveries = page.map((one) => {
    const { responseStatus } = attempts.get(one.deliveryId)?.at(-1) ?? {};
    const eventTime = one.eventAt.toISOString();
    return { ...toSummary(one), eventTime, ...(responseStatus === undefined ? {} : { responseStatus }) };
  });
  return { deliveries, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** Counts, up to 10,000, what failed to reach an endpoint since a time. */
export async function countFailed(
  { db }: DeliveryLogDeps,
  tenantId: TenantId,
  endpointId: EndpointId,
  since: Date,
): Promise<FailedCount> {
  const result = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM deliveries WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId}
        AND state = 'failed' AND finished_at >= ${since} LIMIT ${MAX_COUNTED_BACKLOG + 1}
    ) AS failed`.execute(db);
  const count = result.rows[0]?.count ?? 0;
  return { deliveries: Math.min(count, MAX_COUNTED_BACKLOG), more: count > MAX_COUNTED_BACKLOG };
}
