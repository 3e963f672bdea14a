import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DeliveryId, EndpointId, ProcessId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Endpoint, SealedEndpoint } from '../endpoints/endpoint.ts';
import { ENDPOINT_COLUMNS, SEALED_COLUMNS, toEndpoint, toSealed } from '../endpoints/endpoint-store.ts';
import type { EVENT_COLUMNS } from '../events/event-store.ts';

/** An endpoint of any tenant, by its names alone. */
export type EndpointName = { tenantId: TenantId; endpointId: EndpointId };

/**
 * Sets the caller's database transaction up for work on the queue: rows are found by index whatever the statistics say, which for a
 * queue are always of another hour. What is losable is committed without waiting for the disk: a claim that is lost in a crash
 * is a delivery sent once more.
 */
export async function settleForQueue(trx: Db, { isLosable }: { isLosable: boolean }): Promise<void> {
  await sql`
    SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true),
      set_config('synchronous_commit', CASE WHEN ${isLosable}::boolean THEN 'off' ELSE
        current_setting('synchronous_commit') END, true)`.execute(trx);
}

/** The endpoints that have something waiting, each with the time of the first of it, found by jumping from one to the next: what each has waiting costs nothing. */
const WAITING = sql`
    WITH RECURSIVE waiting AS (
      (SELECT tenant_id, endpoint_id, next_attempt_at FROM deliveries WHERE state = 'pending'
       ORDER BY tenant_id, endpoint_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT further.tenant_id, further.endpoint_id, further.next_attempt_at FROM waiting CROSS JOIN LATERAL (
        SELECT tenant_id, endpoint_id, next_attempt_at FROM deliveries
        WHERE state = 'pending' AND (tenant_id, endpoint_id) > (waiting.tenant_id, waiting.endpoint_id)
        ORDER BY tenant_id, endpoint_id, next_attempt_at LIMIT 1
      ) AS further
    )`;

/** Whether the tenant of a row is frozen for its move: who writes to one is refused. */
export const isFrozen = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM tenant_moves m WHERE m.tenant_id = ${sql.ref(`${alias}.tenant_id`)} AND m.phase = 'frozen')`;

type NameRow = { tenant_id: TenantId; endpoint_id: EndpointId };
const toName = (row: NameRow): EndpointName => ({ tenantId: row.tenant_id, endpointId: row.endpoint_id });

/** The endpoints that have a delivery due; of those that are switched off or rest nothing is due. */
export async function listDueEndpoints(db: Db, now: Date): Promise<EndpointName[]> {
  const result = await sql<NameRow>`${WAITING}
    SELECT w.tenant_id, w.endpoint_id FROM waiting w
    JOIN webhook_endpoints e ON e.tenant_id = w.tenant_id AND e.endpoint_id = w.endpoint_id
    WHERE w.next_attempt_at <= ${now} AND e.enabled AND (e.rests_until IS NULL OR e.rests_until <= ${now})`.execute(
    db,
  );
  return result.rows.map(toName);
}

/** Reads for how many seconds the oldest delivery is due, of endpoints that are on and not backing off; 0 without one. */
export async function readOldestDueSeconds(db: Db, now: Date): Promise<number> {
  const result = await sql<{ seconds: number }>`${WAITING}
    SELECT coalesce(extract(epoch FROM ${now}::timestamptz - min(w.next_attempt_at)), 0)::float8 AS seconds FROM waiting w
    JOIN webhook_endpoints e ON e.tenant_id = w.tenant_id AND e.endpoint_id = w.endpoint_id
    WHERE w.next_attempt_at <= ${now} AND e.enabled AND (e.rests_until IS NULL OR e.rests_until <= ${now})`.execute(
    db,
  );
  return result.rows[0]?.seconds ?? 0;
}

/** Locks the endpoints that are switched off, or deleted, and still have something waiting: a switch-on waits for what ends that, or came first. Those of a tenant that is frozen for its move may not be written to. */
export async function lockClosedEndpoints(db: Db): Promise<EndpointName[]> {
  const result = await sql<NameRow>`${WAITING}
    SELECT w.tenant_id, w.endpoint_id FROM waiting w
    JOIN webhook_endpoints e ON e.tenant_id = w.tenant_id AND e.endpoint_id = w.endpoint_id
    WHERE NOT e.enabled AND NOT ${isFrozen('w')} FOR SHARE OF e SKIP LOCKED`.execute(db);
  return result.rows.map(toName);
}

/** An endpoint while its queue is in one process's hands. */
export type LockedEndpoint = EndpointName & { endpoint: Endpoint; sealed: SealedEndpoint };

/** Takes the queues of these endpoints into the caller's database transaction; those that another process holds, that are switched off or that rest are left out. */
export async function lockEndpoints(
  trx: Db,
  names: readonly EndpointName[],
  now: Date,
): Promise<LockedEndpoint[]> {
  const rows = await trx
    .selectFrom('webhook_endpoints')
    .select(['tenant_id', ...ENDPOINT_COLUMNS, ...SEALED_COLUMNS])
    .where(
      sql<boolean>`(tenant_id, endpoint_id) IN (SELECT * FROM unnest(
        ${names.map((name) => name.tenantId)}::uuid[], ${names.map((name) => name.endpointId)}::uuid[]))`,
    )
    .where('enabled', '=', true)
    .where(sql<boolean>`(rests_until IS NULL OR rests_until <= ${now})`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    endpoint: toEndpoint(row),
    sealed: toSealed(row),
  }));
}

/** How many deliveries of an endpoint this process may take: `atMost` for its own sake, `atOnce` counted over all processes, none of them longer than until `expiresAt`. */
export type Claim = EndpointName & { atMost: number; atOnce: number; expiresAt: Date };

/** A delivery that this process alone sends now; its event is still a row, because one that cannot be read must not hold up the others. */
export type ClaimedDelivery = EndpointName & {
  deliveryId: DeliveryId;
  attempts: number;
  scheduleFrom: number;
  /** How often it had been sent again by hand. */
  reopened: number;
  /** Until when no other process sends it, by which this claim is told from a later one. */
  claimEndsAt: Date;
  event: Pick<Selectable<Tables['events']>, (typeof EVENT_COLUMNS)[number]>;
};

type ClaimedRow = ClaimedDelivery['event'] & {
  tenant_id: TenantId;
  delivery_id: DeliveryId;
  endpoint_id: EndpointId;
  attempts: number;
  schedule_from: number;
  reopened: number;
  expires_at: Date;
};

/** Takes what is due of locked endpoints, the longest waiting first; what another process has taken and still holds is left out. */
export async function claimDeliveries(
  trx: Db,
  processId: string,
  claims: readonly Claim[],
  now: Date,
): Promise<ClaimedDelivery[]> {
  const result = await sql<ClaimedRow>`
    WITH requested AS (
      SELECT * FROM unnest(${claims.map((claim) => claim.tenantId)}::uuid[],
        ${claims.map((claim) => claim.endpointId)}::uuid[], ${claims.map((claim) => claim.atMost)}::int[],
        ${claims.map((claim) => claim.atOnce)}::int[],
        ${claims.map((claim) => claim.expiresAt.toISOString())}::timestamptz[])
        AS w (tenant_id, endpoint_id, at_most, at_once, expires_at)
    ), due AS (
      SELECT d.*, w.expires_at FROM requested w CROSS JOIN LATERAL (
        SELECT tenant_id, delivery_id, endpoint_id, event_id, attempts, schedule_from, reopened FROM deliveries q
        WHERE q.tenant_id = w.tenant_id AND q.endpoint_id = w.endpoint_id AND q.state = 'pending'
          AND q.next_attempt_at <= ${now}
          AND NOT EXISTS (SELECT FROM delivery_claims c
            WHERE c.tenant_id = q.tenant_id AND c.delivery_id = q.delivery_id AND c.expires_at > ${now})
        ORDER BY q.next_attempt_at
        LIMIT greatest(0, least(w.at_most, w.at_once - (SELECT count(*) FROM delivery_claims c
          WHERE c.tenant_id = w.tenant_id AND c.endpoint_id = w.endpoint_id AND c.expires_at > ${now})))
      ) AS d
    ), claimed AS (
      INSERT INTO delivery_claims (tenant_id, endpoint_id, delivery_id, process_id, expires_at)
      SELECT tenant_id, endpoint_id, delivery_id, ${processId}::uuid, expires_at FROM due
      ON CONFLICT (tenant_id, delivery_id) DO UPDATE
        SET process_id = EXCLUDED.process_id, expires_at = EXCLUDED.expires_at
        WHERE delivery_claims.expires_at <= ${now}
      RETURNING tenant_id, delivery_id
    )
    SELECT d.tenant_id, d.delivery_id, d.endpoint_id, d.attempts, d.schedule_from, d.reopened, d.expires_at, e.event_id, e.company_id,
      e.type, e.transaction_id, e.status, e.sequence, e.created_at, e.subject_id, e.detail, e.order_number
    FROM due d JOIN claimed c ON c.tenant_id = d.tenant_id AND c.delivery_id = d.delivery_id
    JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id`.execute(trx);
  return result.rows.map(
    ({ tenant_id, delivery_id, endpoint_id, attempts, schedule_from, reopened, expires_at, ...event }) => ({
      tenantId: tenant_id,
      deliveryId: delivery_id,
      endpointId: endpoint_id,
      attempts,
      scheduleFrom: schedule_from,
      reopened,
      claimEndsAt: expires_at,
      event,
    }),
  );
}

/** Gives back what a process took and did not send. */
export async function releaseClaims(db: Db, processId: ProcessId): Promise<void> {
  await db.deleteFrom('delivery_claims').where('process_id', '=', processId).execute();
}

/** Gives back what a process claimed of these endpoints without knowing it: all but what it has in its hands. */
export async function releaseUnknownClaims(
  trx: Db,
  processId: ProcessId,
  endpoints: readonly EndpointName[],
  held: Iterable<{ deliveryId: DeliveryId }>,
): Promise<void> {
  await sql`
    DELETE FROM delivery_claims WHERE process_id = ${processId}
      AND (tenant_id, endpoint_id) IN (SELECT * FROM unnest(
        ${endpoints.map(({ tenantId }) => tenantId)}::uuid[], ${endpoints.map(({ endpointId }) => endpointId)}::uuid[]))
      AND delivery_id <> ALL (${Array.from(held, ({ deliveryId }) => deliveryId)}::uuid[])`.execute(trx);
}

/** A process that died left at most as many; more are forgotten with the next. */
const CLAIMS_AT_ONCE = 1_000;

/** Deletes claims of processes that died; they count for nothing from their end on, whether or not they are still there. Each is locked first: a place (ctid) alone may have been taken anew. */
export async function deleteExpiredClaims(db: Db, now: Date): Promise<void> {
  await sql`
    DELETE FROM delivery_claims WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM delivery_claims WHERE expires_at <= ${now} LIMIT ${CLAIMS_AT_ONCE}
      FOR UPDATE SKIP LOCKED))`.execute(db);
}

/** Gives back what is held under these names, up to a thousand each; names of other work hold none. */
export async function releaseClaimsOf(db: Db, names: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM delivery_claims WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM delivery_claims WHERE process_id::text = ANY (${[...names]}::text[])
      LIMIT ${CLAIMS_AT_ONCE * names.length} FOR UPDATE SKIP LOCKED))`.execute(db);
}

/** Deletes all claims, for a database that no other process uses. */
export async function deleteAllClaims(db: Db): Promise<void> {
  await db.deleteFrom('delivery_claims').execute();
}

/** Ends up to `limit` deliveries that wait for an endpoint which is switched off, as skipped, with no attempt; those that are being sent are left to whoever sends them. Answers how many. */
export async function skipWaitingDeliveries(
  db: Db,
  { tenantId, endpointId }: EndpointName,
  { at, limit }: { at: Date; limit: number },
): Promise<number> {
  const result = await sql`
    UPDATE deliveries SET state = 'failed', skipped = true, next_attempt_at = NULL, finished_at = ${at}
    WHERE (tenant_id, delivery_id) IN (
      SELECT q.tenant_id, q.delivery_id FROM deliveries q
      WHERE q.tenant_id = ${tenantId} AND q.endpoint_id = ${endpointId} AND q.state = 'pending'
        AND NOT EXISTS (SELECT FROM delivery_claims c
          WHERE c.tenant_id = q.tenant_id AND c.delivery_id = q.delivery_id AND c.expires_at > ${at})
      ORDER BY q.next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
