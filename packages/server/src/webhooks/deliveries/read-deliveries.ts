import {
  type BacklogResponse,
  type DeliveryAttempt,
  type DeliveryResponse,
  type DeliverySummary,
  type ListDeliveriesQuery,
  type ListDeliveriesResponse,
  MAX_COUNTED_BACKLOG,
  SHOWN_ATTEMPTS,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import type { EventId, TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseId, parsePathId } from '../../kernel/http/body/parse-query.ts';
import { readEndpoint } from '../endpoints/read-endpoint.ts';
import { countWaiting, findOldestDue } from './backlog-store.ts';
import {
  findDelivery,
  type LoggedAttempt,
  type LoggedDelivery,
  listAttempts,
  listDeliveriesOf,
  listDeliveriesTo,
} from './delivery-log-store.ts';

/** What reading deliveries needs. */
export type DeliveryLogDeps = { db: Kysely<Tables>; clock: Clock };

const PAGE_SIZE = 20;

/** A delivery as the contract shows it. */
export const toSummary = ({
  deliveryId,
  nextAttemptAt,
  finishedAt,
  skipped,
  eventAt: _eventAt,
  ...delivery
}: LoggedDelivery): DeliverySummary => ({
  id: deliveryId,
  ...delivery,
  ...(nextAttemptAt === undefined ? {} : { nextAttemptAt: nextAttemptAt.toISOString() }),
  ...(finishedAt === undefined ? {} : { finishedAt: finishedAt.toISOString() }),
  ...(skipped ? { skipped } : {}),
});

/** An attempt as the contract shows it. */
export const toAttempt = ({ number, startedAt, durationMs, ...rest }: LoggedAttempt): DeliveryAttempt => ({
  number,
  startedAt: startedAt.toISOString(),
  durationMs,
  ...(rest.responseStatus === undefined ? {} : { responseStatus: rest.responseStatus }),
  ...(rest.response === undefined ? {} : { response: rest.response }),
  ...(rest.error === undefined ? {} : { error: rest.error }),
});

/** A page of the deliveries to an endpoint of the tenant, those of the newest events first; refuses with 40006 what is no id, and with 40406. */
export async function listDeliveries(
  { db, clock }: DeliveryLogDeps,
  tenantId: TenantId,
  id: string,
  query: ListDeliveriesQuery,
): Promise<ListDeliveriesResponse> {
  const { endpointId } = await readEndpoint(db, tenantId, id);
  const filter = { state: query.state, beforeEventId: parseId('cursor', query.cursor) };
  const limit = query.limit === undefined ? PAGE_SIZE : Number(query.limit);
  // One more than asked for tells whether there is a next page.
  const found = await listDeliveriesTo(db, tenantId, endpointId, filter, clock.now(), limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: page.map(toSummary),
    ...(found.length > limit && last ? { nextCursor: last.eventId } : {}),
  };
}

/** Up to `limit` deliveries of an event of the tenant, to all of its endpoints. */
export async function listEventDeliveries(
  { db, clock }: DeliveryLogDeps,
  tenantId: TenantId,
  eventId: EventId,
  limit: number,
): Promise<DeliverySummary[]> {
  return (await listDeliveriesOf(db, tenantId, eventId, clock.now(), limit)).map(toSummary);
}

/** A delivery of the tenant with its last attempts; refuses with 40006 what is no id, and with 40408. */
export async function readDelivery(
  { db, clock }: DeliveryLogDeps,
  tenantId: TenantId,
  id: string,
): Promise<DeliveryResponse> {
  const deliveryId = parsePathId(id);
  const delivery = deliveryId && (await findDelivery(db, tenantId, deliveryId, clock.now()));
  if (!delivery) throw new Refusal('40408');
  const attempts = await listAttempts(db, tenantId, delivery.deliveryId, SHOWN_ATTEMPTS);
  return { ...toSummary(delivery), history: attempts.map(toAttempt) };
}

/** For how long, in whole seconds, something has been due. */
export const overdueSeconds = (dueAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - dueAt.getTime()) / 1000));

/** What waits for an endpoint of the tenant (R49); refuses with 40006 what is no id, and with 40406. */
export async function readBacklog(
  { db, clock }: DeliveryLogDeps,
  tenantId: TenantId,
  id: string,
): Promise<BacklogResponse> {
  const { endpointId } = await readEndpoint(db, tenantId, id);
  const now = clock.now();
  const name = { tenantId, endpointId };
  const waiting = await countWaiting(db, name, MAX_COUNTED_BACKLOG + 1);
  const oldest = await findOldestDue(db, name, now);
  return {
    waiting: Math.min(waiting, MAX_COUNTED_BACKLOG),
    more: waiting > MAX_COUNTED_BACKLOG,
    ...(oldest === undefined ? {} : { oldestDueSeconds: overdueSeconds(oldest, now) }),
  };
}
