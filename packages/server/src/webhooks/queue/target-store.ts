import { sql } from 'kysely';
import type { CompanyId, EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { CompanyKey } from '../../tenants/index.ts';
import type { EventSubject } from '../events/event.ts';
import type { EndpointName } from './delivery-queue-store.ts';

/** Statuses that an endpoint wants which names none. */
const FINAL_TYPE = 'transaction.finished';

/** An endpoint that wants an event; what it wants while it is switched off is kept, to be sent again later. */
export type Target = { endpointId: EndpointId; enabled: boolean };

/** The company's endpoints that want an event: its type is in their list or the list is empty, and so is its status. An empty list of statuses means the final ones. An endpoint that was switched off is not told of it. */
export async function listTargets(
  db: Db,
  tenantId: TenantId,
  companyId: CompanyId,
  subject: EventSubject,
): Promise<Target[]> {
  const status = 'status' in subject ? subject.status : null;
  const about = subject.type === 'endpoint.disabled' ? subject.endpointId : null;
  const result = await sql<{ endpoint_id: EndpointId; enabled: boolean }>`
    SELECT endpoint_id, enabled FROM webhook_endpoints
    WHERE tenant_id = ${tenantId} AND company_id = ${companyId} AND deleted_at IS NULL
      AND (event_types = '{}' OR ${subject.type}::text = ANY (event_types))
      AND (${status}::text IS NULL OR ${status}::text = ANY (statuses)
        OR (statuses = '{}' AND ${subject.type}::text = ${FINAL_TYPE}))
      AND endpoint_id IS DISTINCT FROM ${about}::uuid
    ORDER BY endpoint_id`.execute(db);
  return result.rows.map((row) => ({ endpointId: row.endpoint_id, enabled: row.enabled }));
}

/** Of endpoints that were seen switched off, those that stay so until the caller's commit: a switch-on waits for it, or came first. */
export async function lockDisabled(db: Db, names: readonly EndpointName[]): Promise<ReadonlySet<EndpointId>> {
  if (names.length === 0) return new Set();
  const result = await sql<{ endpoint_id: EndpointId }>`
    SELECT endpoint_id FROM webhook_endpoints
    WHERE (tenant_id, endpoint_id) IN (SELECT * FROM unnest(
      ${names.map(({ tenantId }) => tenantId)}::uuid[], ${names.map(({ endpointId }) => endpointId)}::uuid[]))
      AND NOT enabled
    ORDER BY tenant_id, endpoint_id FOR SHARE`.execute(db);
  return new Set(result.rows.map((row) => row.endpoint_id));
}

/** Targets that were listed for a tenant. */
export type ListedTargets = { tenantId: TenantId; targets: readonly Target[] };

/**
 * The same lists, with endpoints as enabled that were switched on since, and the others locked as they are until the caller's commit. What is
 * kept as skipped is then there for whoever switches on and sends again what was missed.
 */
export async function settleTargets(db: Db, listed: readonly ListedTargets[]): Promise<Target[][]> {
  const seenOff = listed.flatMap(({ tenantId, targets }) =>
    targets.flatMap(({ endpointId, enabled }) => (enabled ? [] : [{ tenantId, endpointId }])),
  );
  const off = await lockDisabled(db, seenOff);
  return listed.map(({ targets }) =>
    targets.map(({ endpointId }) => ({ endpointId, enabled: !off.has(endpointId) })),
  );
}

/** Endings that the same endpoints want. */
export type EndingKind = {
  tenantId: TenantId;
  companyId: CompanyId;
  type: string;
  status: string | undefined;
};

/** The endpoints that want each kind of ending, by its place in the list, as `listTargets` does with one. */
export async function listTargetsOf(db: Db, kinds: readonly EndingKind[]): Promise<Target[][]> {
  const input = kinds.map((kind, place) => ({ place, ...kind }));
  const { rows } = await sql<{ place: number; endpoint_id: EndpointId; enabled: boolean }>`
    SELECT w.place, e.endpoint_id, e.enabled
    FROM json_to_recordset(${JSON.stringify(input)}::json)
      AS w (place integer, "tenantId" uuid, "companyId" uuid, type text, status text)
    JOIN webhook_endpoints e ON e.tenant_id = w."tenantId" AND e.company_id = w."companyId"
    WHERE e.deleted_at IS NULL AND (e.event_types = '{}' OR w.type = ANY (e.event_types))
      AND (w.status IS NULL OR w.status = ANY (e.statuses) OR (e.statuses = '{}' AND w.type = ${FINAL_TYPE}))
    ORDER BY w.place, e.endpoint_id`.execute(db);
  const targets: Target[][] = kinds.map(() => []);
  for (const { place, endpoint_id, enabled } of rows)
    targets[place]?.push({ endpointId: endpoint_id, enabled });
  return targets;
}

/** The statuses that the endpoints of several companies name, each once, in the order of the keys. */
export async function listNamedStatuses(db: Db, keys: readonly CompanyKey[]): Promise<string[][]> {
  const { rows } = await sql<{ place: number; statuses: string[] }>`
    SELECT asked.place::integer AS place, array_agg(DISTINCT named.status) AS statuses
    FROM unnest(${keys.map(({ tenantId }) => tenantId)}::uuid[], ${keys.map(({ companyId }) => companyId)}::uuid[])
      WITH ORDINALITY AS asked (tenant_id, company_id, place)
    CROSS JOIN LATERAL (
      SELECT unnest(statuses) AS status FROM webhook_endpoints e
      WHERE e.tenant_id = asked.tenant_id AND e.company_id = asked.company_id AND e.deleted_at IS NULL
    ) AS named GROUP BY asked.place`.execute(db);
  const named: string[][] = keys.map(() => []);
  for (const { place, statuses } of rows) named[place - 1] = statuses;
  return named;
}
