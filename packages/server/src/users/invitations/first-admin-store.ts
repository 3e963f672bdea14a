import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Locks the links to become the first admin of a tenant, and waits for who takes one now; answers their ids. */
export async function lockFirstAdminInvitations(db: Db, tenantId: TenantId): Promise<string[]> {
  const rows = await db
    .selectFrom('user_invitations')
    .select('invitation_id')
    .where('tenant_id', '=', tenantId)
    .where('first_admin', '=', true)
    .forUpdate()
    .execute();
  return rows.map((row) => row.invitation_id);
}

/**
 * Locks a tenant, so that nobody becomes a member of it until the end of the database transaction: a new membership holds KEY SHARE of the
 * row. Answers whether the tenant is on; undefined where there is none.
 */
export async function lockTenant(db: Db, tenantId: TenantId): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('active')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst();
  return row?.active;
}

/** Whether a tenant ever had a member: memberships are switched off and never deleted. */
export async function hadMembers(db: Db, tenantId: TenantId): Promise<boolean> {
  const row = await db
    .selectFrom('user_memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
