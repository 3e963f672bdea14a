import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

/** Requests that are looked at, the newest first: most are old and done in a tenant of years. */
const MAX_REQUESTS = 1_000;

/** Counts the newest requests for the deletion of data whose person is not erased yet; the audit log has them by an index. */
export async function countOpenRequests(
  db: Db,
  tenantId: TenantId,
  limit: number = MAX_REQUESTS,
): Promise<{ count: number; isMore: boolean }> {
  const { rows } = await sql<{ count: number; looked: number }>`
    WITH request AS (
      SELECT split_part(subject, '/', 1) AS kind, split_part(subject, '/', 2)::uuid AS id FROM audit_log
      WHERE tenant_id = ${tenantId} AND action = 'person.ask-erasure'
      ORDER BY entry_id DESC LIMIT ${limit + 1}
    )
    SELECT (SELECT count(*)::integer FROM request) AS looked, (
      SELECT count(*)::integer FROM (SELECT kind, id FROM request LIMIT ${limit}) AS r
      WHERE EXISTS (SELECT FROM transactions t WHERE r.kind = 'transaction' AND t.tenant_id = ${tenantId}
          AND t.transaction_id = r.id AND t.erased_at IS NULL)
        OR EXISTS (SELECT FROM processes p WHERE r.kind = 'process' AND p.tenant_id = ${tenantId}
          AND p.process_id = r.id AND p.erased_at IS NULL)) AS count`.execute(db);
  const [{ count, looked } = { count: 0, looked: 0 }] = rows;
  return { count, isMore: looked > limit };
}
