import { type BacklogResponse, RATED_DELIVERIES } from '@titular/contract';
import { sql } from 'kysely';
import type { EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type DeliveryLogDeps, readBacklog } from './read-deliveries.ts';

/** Backlog of an endpoint, and what became of its newest deliveries. */
export type EndpointHealth = BacklogResponse & { delivered: number; failed: number };

async function countNewest(
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<{ delivered: number; failed: number }> {
  const result = await sql<{ delivered: number; failed: number }>`
    SELECT count(*) FILTER (WHERE state = 'delivered')::int AS delivered,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM (
      SELECT state FROM deliveries WHERE tenant_id = ${tenantId} AND endpoint_id = ${endpointId}
      ORDER BY event_id DESC LIMIT ${RATED_DELIVERIES}
    ) AS newest`.execute(db);
  return result.rows[0] ?? { delivered: 0, failed: 0 };
}

/** Reads the health of an endpoint of the tenant; refuses with 40006 and 40406. */
export async function readEndpointHealth(
  deps: DeliveryLogDeps,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<EndpointHealth> {
  const backlog = await readBacklog(deps, tenantId, endpointId);
  return { ...backlog, ...(await countNewest(deps.db, tenantId, endpointId)) };
}
