import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/**
 * Which of these accounts are admins of all companies of the tenant now, and have been members since a time with an authenticator that is
 * still on. An account that was made or reset later is in other hands than it was then. Locks what it finds against a change of role, in
 * one order, until the end of the caller's transaction.
 */
export async function findSettledAdmins(
  db: Db,
  { tenantId, userIds }: { tenantId: TenantId; userIds: readonly string[] },
  since: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('user_memberships')
    .innerJoin('users', 'users.user_id', 'user_memberships.user_id')
    .select('user_memberships.user_id')
    .where('user_memberships.user_id', 'in', userIds)
    .where('user_memberships.tenant_id', '=', tenantId)
    .where('user_memberships.active', '=', true)
    .where('user_memberships.role', '=', 'admin')
    .where('user_memberships.companies', 'is', null)
    .where('user_memberships.created_at', '<', since)
    .where('users.active', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_authenticators')
          .select('user_authenticators.user_id')
          .whereRef('user_authenticators.user_id', '=', 'users.user_id')
          .where('user_authenticators.off_at', 'is', null)
          .where('user_authenticators.created_at', '<', since),
      ),
    )
    .orderBy('user_memberships.user_id')
    .forShare('user_memberships')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Active admins of all companies of the tenant, up to `limit`. */
export async function listAdmins(db: Db, tenantId: TenantId, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('user_memberships')
    .innerJoin('users', 'users.user_id', 'user_memberships.user_id')
    .select('user_memberships.user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_memberships.active', '=', true)
    .where('users.active', '=', true)
    .where('role', '=', 'admin')
    .where('companies', 'is', null)
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}
