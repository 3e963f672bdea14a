import { type RawBuilder, sql } from 'kysely';
import type { AnyId, CompanyId, DeliveryId, EndpointId, EventId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** A place among all attempts of the deployment, in the order of the database transactions that kept them. */
export type AttemptPosition = { keptIn: string; tenantId: TenantId; deliveryId: DeliveryId; number: number };

const LOWEST_ID = '00000000-0000-0000-0000-000000000000' as AnyId;

/** The place before every attempt. */
export const FIRST_PLACE: AttemptPosition = {
  keptIn: '0',
  tenantId: LOWEST_ID,
  deliveryId: LOWEST_ID,
  number: 0,
};

/** What is committed now, as the database writes it: which database transactions are over and which are under way. */
export async function takeSnapshot(db: Db): Promise<string> {
  const result = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(db);
  return result.rows[0]?.snapshot ?? '1:1:';
}

/** An attempt with what it tried to deliver. */
export type FollowedAttempt = {
  place: AttemptPosition;
  startedAt: Date;
  companyId: CompanyId;
  endpointId: EndpointId;
  eventId: EventId;
  type: string;
  responseStatus: number | undefined;
  error: string | undefined;
  durationMs: number;
};

type Row = {
  kept_in: string;
  tenant_id: TenantId;
  delivery_id: DeliveryId;
  number: number;
  started_at: Date;
  company_id: CompanyId;
  endpoint_id: EndpointId;
  event_id: EventId;
  type: string;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
};

/** `which` says of the attempts `t` which are wanted; their order is left to the caller. */
async function select(db: Db, which: RawBuilder<unknown>): Promise<FollowedAttempt[]> {
  const result = await sql<Row>`
    SELECT a.kept_in::text AS kept_in, a.tenant_id, a.delivery_id, a.number, a.started_at, a.response_status,
      a.error, a.duration_ms, d.endpoint_id, e.company_id, e.event_id, e.type
    FROM (
      SELECT t.kept_in, t.tenant_id, t.delivery_id, t.number, t.started_at, t.response_status, t.error, t.duration_ms
      FROM delivery_attempts t WHERE ${which}
    ) AS a
    JOIN deliveries d ON d.tenant_id = a.tenant_id AND d.delivery_id = a.delivery_id
    JOIN events e ON e.tenant_id = d.tenant_id AND e.event_id = d.event_id
    ORDER BY a.kept_in, a.tenant_id, a.delivery_id, a.number`.execute(db);
  return result.rows.map((row) => ({
    place: {
      keptIn: row.kept_in,
      tenantId: row.tenant_id,
      deliveryId: row.delivery_id,
      number: row.number,
    },
    startedAt: row.started_at,
    companyId: row.company_id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    type: row.type,
    responseStatus: row.response_status ?? undefined,
    error: row.error ?? undefined,
    durationMs: row.duration_ms,
  }));
}

/**
 * Lists up to `limit` attempts of all tenants after a position, committed between two snapshots. Reading from
 * snapshot to snapshot yields every attempt once, in whatever order they are committed. Attempts that began before
 * `startedFrom` are skipped. After a restore into another server, old attempts have places that its counter has not
 * reached yet, and would appear again.
 */
export const listAttemptsBetween = (
  db: Db,
  { since, until, startedFrom }: { since: string; until: string; startedFrom: Date },
  after: AttemptPosition,
  limit: number,
): Promise<FollowedAttempt[]> =>
  select(
    db,
    sql`(t.kept_in, t.tenant_id, t.delivery_id, t.number)
        > (${after.keptIn}::xid8, ${after.tenantId}::uuid, ${after.deliveryId}::uuid, ${after.number}::integer)
      AND t.kept_in >= pg_snapshot_xmin(${since}::pg_snapshot) AND t.kept_in < pg_snapshot_xmax(${until}::pg_snapshot)
      AND NOT pg_visible_in_snapshot(t.kept_in, ${since}::pg_snapshot)
      AND pg_visible_in_snapshot(t.kept_in, ${until}::pg_snapshot) AND t.started_at >= ${startedFrom}
    ORDER BY t.kept_in, t.tenant_id, t.delivery_id, t.number LIMIT ${limit}`,
  );

/**
 * Lists the last `limit` attempts of all tenants committed before a snapshot, by the server's transaction counter.
 * After a restore into another server, earlier attempts count at the counter's present place.
 */
export const listLastAttempts = (db: Db, until: string, limit: number): Promise<FollowedAttempt[]> =>
  select(
    db,
    sql`t.kept_in < pg_snapshot_xmax(${until}::pg_snapshot)
      AND pg_visible_in_snapshot(t.kept_in, ${until}::pg_snapshot)
    ORDER BY t.kept_in DESC, t.tenant_id DESC, t.delivery_id DESC, t.number DESC LIMIT ${limit}`,
  );
