import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import { notHeld } from '../kernel/database/not-held.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { SubjectTable } from './subject-table.ts';

/** Companies of all tenants that have subjects whose time to be kept has passed, with that time in days. The limit makes the plan look up the oldest of each company in the index. */
export async function listWithOutlived(
  db: Db,
  of: SubjectTable,
  now: Date,
): Promise<{ tenantId: TenantId; companyId: CompanyId; personDays: number }[]> {
  const { rows } = await sql<{ tenantId: TenantId; companyId: CompanyId; personDays: number }>`
    SELECT c.tenant_id AS "tenantId", c.company_id AS "companyId", c.person_retention_days AS "personDays"
    FROM companies c CROSS JOIN LATERAL (
      SELECT FROM ${sql.table(of.table)} s
      WHERE s.tenant_id = c.tenant_id AND s.company_id = c.company_id AND s.erased_at IS NULL
        AND s.finished_at < ${now}::timestamptz - make_interval(days => c.person_retention_days)
        AND ${notHeld(`s.${of.id}`)}
      ORDER BY s.finished_at LIMIT 1
    ) AS outlived
    ORDER BY c.tenant_id, c.company_id`.execute(db);
  return rows;
}

/** Locks subjects of a company that ended before `before` and still name somebody, up to `limit`; those at hand elsewhere are left for the next time. */
export async function lockOutlived(
  db: Db,
  of: SubjectTable,
  { tenantId, companyId }: { tenantId: TenantId; companyId: CompanyId },
  before: Date,
  limit: number,
): Promise<SubjectId[]> {
  const { rows } = await sql<{ id: SubjectId }>`
    SELECT ${sql.ref(of.id)} AS id FROM ${sql.table(of.table)} s
    WHERE tenant_id = ${tenantId} AND company_id = ${companyId} AND finished_at < ${before} AND erased_at IS NULL
      AND ${notHeld(`s.${of.id}`)}
    ORDER BY finished_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ id }) => id);
}
