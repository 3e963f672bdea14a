import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** One person as operators list them; without a secret, and with the roles of every tenant. */
export type ListedPerson = {
  userId: string;
  name: string;
  operator: boolean;
  active: boolean;
  /** `tenant: role`, and how many companies where it is not all of them; `(disabled)` where it is. */
  memberships: string[];
  authenticators: string[];
  sessions: number;
  lastSignInAt: Date | undefined;
};

type Row = {
  user_id: string;
  name: string;
  is_operator: boolean;
  active: boolean;
  memberships: string[] | null;
  authenticators: string[] | null;
  sessions: number;
  last_sign_in_at: Date | null;
};

/** The people of the deployment, or of a tenant, by name; `issuer` is that of the provider that is configured, whose links alone work. */
export async function listPeople(
  db: Db,
  { now, issuer, tenantId }: { now: Date; issuer: string | undefined; tenantId?: TenantId | undefined },
): Promise<ListedPerson[]> {
  const ofTenant = tenantId === undefined ? sql`true` : sql`m.tenant_id = ${tenantId}`;
  const { rows } = await sql<Row>`
    SELECT u.user_id, u.name, u.is_operator, u.active, u.last_sign_in_at,
      (SELECT array_agg(t.name || ': ' || m.role
          || coalesce(', ' || cardinality(m.companies) || ' companies', '')
          || CASE WHEN m.active THEN '' ELSE ' (disabled)' END ORDER BY t.name)
        FROM user_memberships m JOIN tenants t USING (tenant_id)
        WHERE m.user_id = u.user_id AND ${ofTenant}) AS memberships,
      (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM (
        SELECT kind FROM user_authenticators a WHERE a.user_id = u.user_id
        UNION ALL SELECT 'provider' FROM user_provider_links l
          WHERE l.user_id = u.user_id AND l.issuer = ${issuer ?? null} AND NOT u.is_operator) ways) AS authenticators,
      (SELECT count(*)::int FROM user_sessions s WHERE s.user_id = u.user_id AND s.expires_at > ${now}) AS sessions
    FROM users u
    WHERE ${tenantId === undefined} OR EXISTS (
      SELECT 1 FROM user_memberships m WHERE m.user_id = u.user_id AND ${ofTenant})
    ORDER BY u.name_key`.execute(db);
  return rows.map((row) => ({
    ...{ userId: row.user_id, name: row.name, operator: row.is_operator, active: row.active },
    memberships: row.memberships ?? [],
    authenticators: row.authenticators ?? [],
    sessions: row.sessions,
    lastSignInAt: row.last_sign_in_at ?? undefined,
  }));
}
