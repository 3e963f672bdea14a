import { sql } from 'kysely';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Locks the links to become an admin of a tenant that nobody took, and waits for who takes one now; answers their ids. */
export async function lockAdminInvitations(db: Db, tenantId: TenantId): Promise<string[]> {
  const rows = await db
    .selectFrom('user_invitations')
    .select('invitation_id')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'member')
    .where('role', '=', 'admin')
    .forUpdate()
    .execute();
  return rows.map((row) => row.invitation_id);
}

/** How many admins of a tenant can sign in; undefined where there is no such tenant. */
export async function readAdmins(db: Db, tenantId: TenantId): Promise<number | undefined> {
  const { rows } = await sql<{ admins: number }>`
    SELECT (SELECT count(*)::integer FROM user_memberships m JOIN users u USING (user_id)
      WHERE m.tenant_id = tenants.tenant_id AND m.role = 'admin' AND m.active AND u.active) AS admins
    FROM tenants WHERE tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.admins;
}
