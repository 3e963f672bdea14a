import { type Member, TENANT_ROLES } from '@titular/contract';
import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

type Row = {
  user_id: string;
  name: string;
  role: Member['role'];
  companies: CompanyId[] | null;
  is_active: boolean;
  is_locked: boolean;
  last_sign_in_at: Date | null;
  kinds: Member['authenticators'] | null;
  sessions: number;
};

/** Most people of a tenant that are listed. */
const MAX_MEMBERS = 1_000;

/** The people of a tenant with what they sign in with now (`issuer` is the provider's that is configured) and how many sessions they have, by role and name. */
export async function listMembers(
  db: Db,
  tenantId: TenantId,
  { now, issuer }: { now: Date; issuer: string | undefined },
): Promise<Member[]> {
  const { rows } = await sql<Row>`
    SELECT u.user_id, u.name, m.role, m.companies, m.active AS is_active, NOT u.active AS is_locked, u.last_sign_in_at,
      (SELECT array_agg(DISTINCT kind ORDER BY kind) FROM (
        SELECT kind FROM user_authenticators a WHERE a.user_id = u.user_id
        UNION ALL SELECT 'provider' FROM user_provider_links l
          WHERE l.user_id = u.user_id AND l.issuer = ${issuer ?? null} AND NOT u.is_operator) ways) AS kinds,
      (SELECT count(*)::int FROM user_sessions s WHERE s.user_id = u.user_id AND s.expires_at > ${now}) AS sessions
    FROM user_memberships m JOIN users u USING (user_id)
    WHERE m.tenant_id = ${tenantId}
    ORDER BY array_position(${[...TENANT_ROLES]}::text[], m.role) DESC, u.name_key LIMIT ${MAX_MEMBERS}`.execute(
    db,
  );
  return rows.map((row) => ({
    ...{ userId: row.user_id, name: row.name, role: row.role, companies: row.companies ?? 'all' },
    isActive: row.is_active,
    ...(row.is_locked && { isLocked: true as const }),
    ...(row.last_sign_in_at ? { lastSignInAt: row.last_sign_in_at.toISOString() } : {}),
    ...{ authenticators: row.kinds ?? [], sessions: row.sessions },
  }));
}
