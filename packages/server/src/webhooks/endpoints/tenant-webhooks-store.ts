import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Endpoints of a tenant by how they stand; those that went off by themselves count as off too. */
export type EndpointCounts = { on: number; off: number; offByItself: number; failing: number };

/** Counts the endpoints of a tenant that were not deleted: those of some companies where they are named. */
export async function countEndpoints(
  db: Db,
  tenantId: TenantId,
  companyIds?: readonly CompanyId[],
): Promise<EndpointCounts> {
  const within = companyIds === undefined ? null : [...companyIds];
  const { rows } = await sql<EndpointCounts>`
    SELECT count(*) FILTER (WHERE enabled)::integer AS on, count(*) FILTER (WHERE NOT enabled)::integer AS off,
      count(*) FILTER (WHERE NOT enabled AND disabled_reason <> 'asked')::integer AS "offByItself",
      count(*) FILTER (WHERE enabled AND failing_since IS NOT NULL)::integer AS failing
    FROM webhook_endpoints WHERE tenant_id = ${tenantId} AND deleted_at IS NULL
      AND (${within}::uuid[] IS NULL OR company_id = ANY (${within}::uuid[]))`.execute(db);
  return rows[0] ?? { on: 0, off: 0, offByItself: 0, failing: 0 };
}

/** Deliveries of a tenant that wait, counted up to 1,000 and one where there are more. The oldest is of an endpoint that is on, by the seconds for which it is due. */
export async function readTenantQueue(
  db: Db,
  tenantId: TenantId,
  now: Date,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; seconds: number }>`
    SELECT (SELECT count(*)::integer FROM (
        SELECT FROM deliveries WHERE tenant_id = ${tenantId} AND state = 'pending' LIMIT 1001) AS pending) AS waiting,
      (SELECT coalesce(extract(epoch FROM ${now}::timestamptz - min(oldest.next_attempt_at)), 0)::float8
        FROM webhook_endpoints w CROSS JOIN LATERAL (
          SELECT next_attempt_at FROM deliveries d
          WHERE d.tenant_id = w.tenant_id AND d.endpoint_id = w.endpoint_id AND d.state = 'pending'
            AND d.next_attempt_at <= ${now} ORDER BY next_attempt_at LIMIT 1) AS oldest
        WHERE w.tenant_id = ${tenantId} AND w.enabled) AS seconds`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: Math.max(0, Math.floor(rows[0]?.seconds ?? 0)) };
}
