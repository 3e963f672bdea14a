import type { DisabledReason } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { EndpointName } from './delivery-queue-store.ts';

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

/** An endpoint with its queue: how many wait, counted no further than was asked, and since when the oldest is due. */
export type Queue = EndpointName & {
  companyId: string;
  url: string;
  enabled: boolean;
  disabledReason: DisabledReason | undefined;
  failingSince: Date | undefined;
  waiting: number;
  oldestDueAt: Date | undefined;
};

type QueueRow = {
  tenant_id: string;
  endpoint_id: string;
  company_id: string;
  url: string;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  waiting: number;
  oldest_due_at: Date | null;
};

/** The queues of all endpoints of the deployment that were not deleted, the one that is overdue longest first; `most` ends the counting. */
export async function listQueues(db: Db, now: Date, most: number): Promise<Queue[]> {
  const result = await sql<QueueRow>`
    SELECT w.tenant_id, w.endpoint_id, w.company_id, w.url, w.enabled, w.disabled_reason, w.failing_since,
      counted.waiting, oldest.next_attempt_at AS oldest_due_at
    FROM webhook_endpoints w
    CROSS JOIN LATERAL (SELECT count(*)::int AS waiting FROM (
      SELECT FROM deliveries d
      WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.endpoint_id AND d.state = 'pending' LIMIT ${most}
    ) AS pending) AS counted
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
    waiting: row.waiting,
    oldestDueAt: row.oldest_due_at ?? undefined,
  }));
}
