import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/** Webhooks of a tenant that are overdue: endpoints, deliveries up to 1,000, and for how many seconds the oldest is due. */
export type OverdueTenant = {
  id: string;
  name: string;
  endpoints: number;
  waiting: number;
  oldestSeconds: number;
};

/** Deliveries that are counted of a tenant. */
const MAX_COUNTED = 1_000;

/** Tenants with an overdue delivery to an endpoint that is on, the longest overdue first; each endpoint with something waiting is found by one step in the index. */
export async function listOverdueTenants(db: Db, now: Date, limit: number): Promise<OverdueTenant[]> {
  const { rows } = await sql<OverdueTenant>`
    WITH RECURSIVE waiting AS (
      (SELECT tenant_id, endpoint_id, next_attempt_at FROM deliveries WHERE state = 'pending'
       ORDER BY tenant_id, endpoint_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT further.* FROM waiting CROSS JOIN LATERAL (
        SELECT tenant_id, endpoint_id, next_attempt_at FROM deliveries
        WHERE state = 'pending' AND (tenant_id, endpoint_id) > (waiting.tenant_id, waiting.endpoint_id)
        ORDER BY tenant_id, endpoint_id, next_attempt_at LIMIT 1
      ) AS further
    ), overdue AS (
      SELECT w.tenant_id, count(*)::integer AS endpoints, min(w.next_attempt_at) AS oldest_at
      FROM waiting w JOIN webhook_endpoints e USING (tenant_id, endpoint_id)
      WHERE w.next_attempt_at <= ${now} AND e.enabled GROUP BY w.tenant_id ORDER BY oldest_at LIMIT ${limit}
    )
    SELECT o.tenant_id AS id, t.name, o.endpoints, counted.waiting,
      floor(extract(epoch FROM ${now}::timestamptz - o.oldest_at))::integer AS "oldestSeconds"
    FROM overdue o JOIN tenants t USING (tenant_id) CROSS JOIN LATERAL (
      SELECT count(*)::integer AS waiting FROM (
        SELECT FROM deliveries d WHERE d.tenant_id = o.tenant_id AND d.state = 'pending'
        LIMIT ${sql.lit(MAX_COUNTED)}) AS pending
    ) AS counted ORDER BY o.oldest_at`.execute(db);
  return rows;
}
