import { COMPANIES_COUNTED, COMPANIES_SHOWN, type TenantRow } from '@titular/contract';
import { sql } from 'kysely';
import { parseUuid, type TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Tenants that one step of a search looks at, the newest first; their names are short. */
const LOOKED_AT = 100_000;

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
  had_members: boolean;
  invited_until: string | null;
};

type Found = { rows: Row[]; next: string | null };

const toTenant = (row: Row): TenantPage['tenants'][number] => ({
  ...{ id: row.id, name: row.name, isActive: row.active, companies: row.companies },
  ...{ companyCount: row.company_count, adminCount: row.admin_count },
  takesFirstAdmin: row.active && !row.had_members,
  createdAt: new Date(row.created_at),
  // A link outlives that its tenant takes a first admin, but nobody can take it.
  invitedUntil: row.invited_until === null || row.had_members ? undefined : new Date(row.invited_until),
});

/** What the list tells of the tenants that were found. */
const listed = (limit: number, now: Date) => sql`
  SELECT found.tenant_id AS id, found.name, found.active, found.created_at,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.company_id, 'name', c.name, 'isActive', c.active) ORDER BY c.company_id DESC)
      FROM (SELECT company_id, name, active FROM companies WHERE tenant_id = found.tenant_id
        ORDER BY company_id DESC LIMIT ${sql.lit(COMPANIES_SHOWN)}) AS c), '[]') AS companies,
    (SELECT count(*)::integer FROM (SELECT FROM companies WHERE tenant_id = found.tenant_id
      LIMIT ${sql.lit(COMPANIES_COUNTED + 1)}) AS counted) AS company_count,
    (SELECT count(*)::integer FROM user_memberships m JOIN users u USING (user_id)
      WHERE m.tenant_id = found.tenant_id AND m.role = 'admin' AND m.active AND u.active) AS admin_count,
    EXISTS (SELECT FROM user_memberships m WHERE m.tenant_id = found.tenant_id) AS had_members,
    (SELECT max(i.expires_at) FROM user_invitations i
      WHERE i.tenant_id = found.tenant_id AND i.first_admin AND i.expires_at > ${now}) AS invited_until
  FROM (SELECT tenant_id, name, active, created_at FROM found ORDER BY tenant_id DESC LIMIT ${limit}) AS found`;

/**
 * Tenants after one, the newest first, with the newest companies of each. A search by text looks at 100,000 tenants a step, so a step may
 * find none and name a next one; a tenant's id finds that tenant.
 */
export async function listTenantsBefore(
  db: Db,
  { text, before, limit, now }: TenantSearch,
): Promise<TenantPage> {
  const id = text === undefined ? undefined : parseUuid(text.trim());
  const named = id === undefined ? (text ?? null) : null;
  const { rows } = await sql<Found>`
    WITH looked_at AS MATERIALIZED (
      SELECT tenant_id, name, active, created_at FROM tenants
      WHERE ${before === undefined ? sql`true` : sql`tenant_id < ${before}::uuid`}
        AND ${id === undefined ? sql`true` : sql`tenant_id = ${id}::uuid`}
      ORDER BY tenant_id DESC LIMIT ${named === null ? limit + 1 : LOOKED_AT}
    ), found AS MATERIALIZED (
      SELECT tenant_id, name, active, created_at FROM looked_at
      WHERE ${named}::text IS NULL OR position(lower(${named}) IN lower(name)) > 0
      ORDER BY tenant_id DESC LIMIT ${limit + 1}
    ), listed AS (${listed(limit, now)})
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(listed) ORDER BY id DESC) FROM listed), '[]') AS rows,
      CASE WHEN (SELECT count(*) FROM found) > ${limit} THEN (SELECT min(id::text) FROM listed)
        WHEN (SELECT count(*) FROM looked_at) = ${sql.lit(LOOKED_AT)} THEN (SELECT min(tenant_id::text) FROM looked_at)
      END AS next`.execute(db);
  const [found] = rows;
  return { tenants: (found?.rows ?? []).map(toTenant), nextId: found?.next ?? undefined };
}
