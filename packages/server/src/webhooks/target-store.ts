import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { EventSubject } from './event.ts';

/** Statuses that an endpoint wants which names none. */
const FINAL_TYPE = 'transaction.finished';

/** An endpoint that wants an event; what it wants while it is switched off is kept, to be sent again later. */
export type Target = { endpointId: string; enabled: boolean };

/** The company's endpoints that want an event: its type is in their list or the list is empty, and so is its status; an empty list of statuses means the final ones. An endpoint that was switched off is not told of it. */
export async function listTargets(
  db: Db,
  tenantId: string,
  companyId: string,
  subject: EventSubject,
): Promise<Target[]> {
  const status = 'status' in subject ? subject.status : null;
  const about = subject.type === 'endpoint.disabled' ? subject.endpointId : null;
  const result = await sql<{ endpoint_id: string; enabled: boolean }>`
    SELECT endpoint_id, enabled FROM webhook_endpoints
    WHERE tenant_id = ${tenantId} AND company_id = ${companyId} AND deleted_at IS NULL
      AND (event_types = '{}' OR ${subject.type}::text = ANY (event_types))
      AND (${status}::text IS NULL OR ${status}::text = ANY (statuses)
        OR (statuses = '{}' AND ${subject.type}::text = ${FINAL_TYPE}))
      AND endpoint_id IS DISTINCT FROM ${about}::uuid
    ORDER BY endpoint_id`.execute(db);
  return result.rows.map((row) => ({ endpointId: row.endpoint_id, enabled: row.enabled }));
}

/** The statuses that the company's endpoints name, each once. */
export async function listNamedStatuses(db: Db, tenantId: string, companyId: string): Promise<string[]> {
  const result = await sql<{ status: string }>`
    SELECT DISTINCT unnest(statuses) AS status FROM webhook_endpoints
    WHERE tenant_id = ${tenantId} AND company_id = ${companyId} AND deleted_at IS NULL`.execute(db);
  return result.rows.map((row) => row.status);
}
