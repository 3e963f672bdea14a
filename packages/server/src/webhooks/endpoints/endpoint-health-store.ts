import type { DisabledReason } from '@titular/contract';
import { sql } from 'kysely';
import type { CompanyId, EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { EndpointName } from '../queue/delivery-queue-store.ts';

/** What attempts that were kept together say of an endpoint, under the address that was dialled. */
export type EndpointFinding = EndpointName & {
  url: string;
  succeeded: boolean;
  failures: number;
  firstFailureAt: Date;
};

/** How an endpoint stands: since when it fails, and how often since. */
export type EndpointHealth = EndpointName & { failingSince: Date | undefined; failures: number };

/** Notes what attempts say of their endpoints, in one order everywhere, so that two processes never wait for each other. Answers those that have failures or are cleared of them; what an endpoint that is off or has another address by now once did, counts for nothing. */
export async function noteFindings(
  db: Db,
  findings: readonly (EndpointFinding & { isGone: boolean })[],
): Promise<EndpointHealth[]> {
  const rows = findings.map((finding) => ({
    tenant_id: finding.tenantId,
    endpoint_id: finding.endpointId,
    url: finding.url,
    succeeded: finding.succeeded,
    is_gone: finding.isGone,
    failures: finding.failures,
    first_failure_at: finding.firstFailureAt,
  }));
  const result = await sql<{
    tenant_id: TenantId;
    endpoint_id: EndpointId;
    failing_since: Date | null;
    failures: number;
  }>`
    WITH finding AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS f (tenant_id uuid, endpoint_id uuid, url text,
        succeeded boolean, is_gone boolean, failures integer, first_failure_at timestamptz)
    ), held AS MATERIALIZED (
      SELECT e.tenant_id, e.endpoint_id, f.succeeded, f.failures, f.first_failure_at
      FROM webhook_endpoints e JOIN finding f ON f.tenant_id = e.tenant_id AND f.endpoint_id = e.endpoint_id
      WHERE e.enabled AND e.url = f.url AND (f.is_gone OR NOT f.succeeded OR e.failures > 0)
      ORDER BY e.tenant_id, e.endpoint_id FOR NO KEY UPDATE OF e
    )
    UPDATE webhook_endpoints e
    SET failures = CASE WHEN h.succeeded THEN 0 ELSE e.failures + h.failures END,
      failing_since = CASE WHEN h.succeeded THEN NULL ELSE coalesce(e.failing_since, h.first_failure_at) END
    FROM held h WHERE e.tenant_id = h.tenant_id AND e.endpoint_id = h.endpoint_id
    RETURNING e.tenant_id, e.endpoint_id, e.failing_since, e.failures`.execute(db);
  return result.rows.map((row) => ({
    tenantId: row.tenant_id,
    endpointId: row.endpoint_id,
    failingSince: row.failing_since ?? undefined,
    failures: row.failures,
  }));
}

/** Leaves endpoints alone until a time each, or longer where they rest longer already. */
export async function backOff(db: Db, rests: readonly (EndpointName & { until: Date })[]): Promise<void> {
  const rows = rests.map((rest) => ({
    tenant_id: rest.tenantId,
    endpoint_id: rest.endpointId,
    until: rest.until,
  }));
  await sql`
    UPDATE webhook_endpoints e SET rests_until = greatest(e.rests_until, r.until)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (tenant_id uuid, endpoint_id uuid, until timestamptz)
    WHERE e.tenant_id = r.tenant_id AND e.endpoint_id = r.endpoint_id`.execute(db);
}

/** Ends the rest of an endpoint. */
export async function endBackOff(db: Db, tenantId: TenantId, endpointId: EndpointId): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ rests_until: null })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
}

/** Until when an endpoint is left alone; undefined where it is not. */
export async function readBackOff(
  db: Db,
  tenantId: TenantId,
  endpointId: EndpointId,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('rests_until')
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  return row?.rests_until ?? undefined;
}

/** Switches an endpoint off; answers its company, or undefined when it was off already. */
export async function disableEndpoint(
  db: Db,
  { tenantId, endpointId }: EndpointName,
  reason: DisabledReason,
  at: Date,
): Promise<CompanyId | undefined> {
  const row = await db
    .updateTable('webhook_endpoints')
    .set({ enabled: false, disabled_reason: reason, disabled_at: at })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .where('enabled', '=', true)
    .returning('company_id')
    .executeTakeFirst();
  return row?.company_id;
}

/** Counts endpoints of all tenants that are on and whose last attempts failed. */
export async function countFailing(db: Db): Promise<number> {
  const { rows } = await sql<{ failing: number }>`
    SELECT count(*)::integer AS failing FROM webhook_endpoints
    WHERE enabled AND deleted_at IS NULL AND failing_since IS NOT NULL`.execute(db);
  return rows[0]?.failing ?? 0;
}
