import { COMPANIES_SHOWN, type TenantRow } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Tenants that one step of a search looks at, the newest first. */
const LOOKED_AT = 2_000;

/** One page of tenants; `nextId` is there while older ones were not looked at. */
export type TenantPage = {
  tenants: (Omit<TenantRow, 'createdAt' | 'invitedUntil'> & {
    createdAt: Date;
    invitedUntil: Date | undefined;
  })[];
  nextId: string | undefined;
};

/** Which tenants: those before one by id, at most so many. */
export type TenantSearch = {
  text: string | undefined;
  before: TenantId | undefined;
  limit: number;
  now: Date;
};

type Row = {
  id: string;
  name: string;
  active: boolean;
  created_at: string;
  companies: TenantRow['companies'];
  company_count: number;
  admin_count: number;
  invited_until: string | null;
};

type Found = { rows: Row[]; next: string | null };

/**
 * Tenants after one, the newest first, with the first companies of each. A search by text looks at 2,000 tenants a step, so a step may find
 * none and name a next one.
 */
export async function listTenantsBefore(
  db: Db,
  { text, before, limit, now }: TenantSearch,
): Promise<TenantPage> {
  const { rows } = await sql<Found>`
    WITH looked_at AS MATERIALIZED (
      SELECT tenant_id, name, active, created_at FROM tenants
      WHERE ${before ?? null}::uuid IS NULL OR tenant_id < ${before ?? null}::uuid
      ORDER BY tenant_id DESC LIMIT ${text === undefined ? limit : LOOKED_AT}
    ), found AS (
      SELECT tenant_id, name, active, created_at FROM looked_at
      WHERE ${text ?? null}::text IS NULL OR position(lower(${text ?? null}) IN lower(name)) > 0
      ORDER BY tenant_id DESC LIMIT ${limit}
    ), listed AS (
      SELECT found.tenant_id AS id, found.name, found.active, found.created_at, company.companies, company.count AS company_count,
        (SELECT count(*)::integer FROM user_memberships m JOIN users u USING (user_id)
          WHERE m.tenant_id = found.tenant_id AND m.role = 'admin' AND m.active AND u.active) AS admin_count,
        (SELECT max(i.expires_at) FROM user_invitations i
          WHERE i.tenant_id = found.tenant_id AND i.kind = 'member' AND i.role = 'admin' AND i.expires_at > ${now}) AS invited_until
      FROM found CROSS JOIN LATERAL (
        SELECT count(*)::integer AS count, coalesce(jsonb_agg(
            jsonb_build_object('id', c.company_id, 'name', c.name, 'isActive', c.active) ORDER BY c.company_id)
          FILTER (WHERE c.place <= ${sql.lit(COMPANIES_SHOWN)}), '[]') AS companies
        FROM (SELECT company_id, name, active, row_number() OVER (ORDER BY company_id) AS place
          FROM companies WHERE tenant_id = found.tenant_id) AS c
      ) AS company
    )
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(listed) ORDER BY id DESC) FROM listed), '[]') AS rows,
      CASE WHEN (SELECT count(*) FROM found) = ${limit} THEN (SELECT min(tenant_id::text) FROM found)
        WHEN (SELECT count(*) FROM looked_at) = ${sql.lit(LOOKED_AT)} THEN (SELECT min(tenant_id::text) FROM looked_at)
      END AS next`.execute(db);
  const [found] = rows;
  return {
    tenants: (found?.rows ?? []).map((row) => ({
      ...{ id: row.id, name: row.name, isActive: row.active, companies: row.companies },
      ...{ companyCount: row.company_count, adminCount: row.admin_count },
      createdAt: new Date(row.created_at),
      invitedUntil: row.invited_until === null ? undefined : new Date(row.invited_until),
    })),
    nextId: found?.next ?? undefined,
  };
}
