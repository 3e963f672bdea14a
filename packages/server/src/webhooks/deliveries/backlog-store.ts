import type { DisabledReason } from '@titular/contract';
import { sql } from 'kysely';
import type { CompanyId, EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { EndpointName } from '../queue/delivery-queue-store.ts';

/** How many deliveries wait for an endpoint, counted no further than `most`. */
export async function countWaiting(
  db: Db,
  { tenantId, endpointId }: EndpointName,
  most: number,
): Promise<number> {
  const result = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM deliveries
      WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND state = 'pending' LIMIT ${most}
    ) AS waiting`.execute(db);
  return result.rows[0]?.count ?? 0;
}

/** Since when the oldest delivery to an endpoint is due that is due at `now`. */
export async function findOldestDue(
  db: Db,
  { tenantId, endpointId }: EndpointName,
  now: Date,
): Promise<Date | undefined> {
  const result = await sql<{ next_attempt_at: Date }>`
    SELECT next_attempt_at FROM deliveries
    WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId} AND state = 'pending'
      AND next_attempt_at <= ${now}
    ORDER BY next_attempt_at LIMIT 1`.execute(db);
  return result.rows[0]?.next_attempt_at;
}

/** Most deliveries that are counted of each queue where all are listed. */
export const MAX_COUNTED_OF_A_QUEUE = 1_000;
/** Endpoints whose queues are counted in one statement, which then reads no more than 50,000 places of an index. */
const COUNTED_AT_ONCE = 50;

type OverdueEndpoint = EndpointName & {
  companyId: CompanyId;
  url: string;
  enabled: boolean;
  disabledReason: DisabledReason | undefined;
  failingSince: Date | undefined;
  oldestDueAt: Date | undefined;
};

/** An endpoint with its queue: how many wait, `more` when that is where the counting ended, and since when the oldest is due. */
export type Queue = OverdueEndpoint & { waiting: number; more: boolean };

type OverdueRow = {
  tenant_id: TenantId;
  endpoint_id: EndpointId;
  company_id: CompanyId;
  url: string;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  oldest_due_at: Date | null;
};

async function listOverdue(db: Db, now: Date): Promise<OverdueEndpoint[]> {
  const result = await sql<OverdueRow>`
    SELECT w.tenant_id, w.endpoint_id, w.company_id, w.url, w.enabled, w.disabled_reason, w.failing_since,
      oldest.next_attempt_at AS oldest_due_at
    FROM webhook_endpoints w
    LEFT JOIN LATERAL (
      SELECT d.next_attempt_at FROM deliveries d
      WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.endpoint_id AND d.state = 'pending'
        AND d.next_attempt_at <= ${now}
      ORDER BY d.next_attempt_at LIMIT 1
    ) AS oldest ON true
    WHERE w.deleted_at IS NULL
    ORDER BY oldest.next_attempt_at NULLS LAST, w.tenant_id, w.endpoint_id`.execute(db);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    companyId: row.company_id,
    url: row.url,
    enabled: row.enabled,
    disabledReason: row.disabled_reason ?? undefined,
    failingSince: row.failing_since ?? undefined,
    oldestDueAt: row.oldest_due_at ?? undefined,
  }));
}

/** How many wait for each of these endpoints, in their order, counted no further than `most`. */
async function countEach(db: Db, endpoints: readonly EndpointName[], most: number): Promise<number[]> {
  const tenantIds = endpoints.map(({ tenantId }) => tenantId);
  const endpointIds = endpoints.map(({ endpointId }) => endpointId);
  const result = await sql<{ waiting: number }>`
    SELECT counted.waiting
    FROM unnest(${tenantIds}::uuid[], ${endpointIds}::uuid[]) WITH ORDINALITY AS w (tenant_id, endpoint_id, place)
    CROSS JOIN LATERAL (SELECT count(*)::int AS waiting FROM (
      SELECT FROM deliveries d
      WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.endpoint_id AND d.state = 'pending' LIMIT ${most}
    ) AS pending) AS counted
    ORDER BY w.place`.execute(db);
  return result.rows.map(({ waiting }) => waiting);
}

/** The queues of all endpoints of the deployment that were not deleted, the one that is overdue longest first, each counted up to 1,000. */
export async function listQueues(db: Db, now: Date): Promise<Queue[]> {
  const endpoints = await listOverdue(db, now);
  const queues: Queue[] = [];
  for (let start = 0; start < endpoints.length; start += COUNTED_AT_ONCE) {
    const some = endpoints.slice(start, start + COUNTED_AT_ONCE);
    const counts = await countEach(db, some, MAX_COUNTED_OF_A_QUEUE + 1);
    for (const [place, endpoint] of some.entries()) {
      const counted = counts[place] ?? 0;
      const waiting = Math.min(counted, MAX_COUNTED_OF_A_QUEUE);
      queues.push({ ...endpoint, waiting, more: counted > MAX_COUNTED_OF_A_QUEUE });
    }
  }
  return queues;
}
