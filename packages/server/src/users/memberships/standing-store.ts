import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/**
 * Whether somebody was a member of the tenant at a time already, with an authenticator of now. An account that was made or reset since is
 * in other hands than it was then, perhaps in those of whoever made or reset it.
 */
export async function hadStanding(
  db: Db,
  { tenantId, userId }: { tenantId: TenantId; userId: string },
  at: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('user_memberships')
    .innerJoin('user_authenticators', 'user_authenticators.user_id', 'user_memberships.user_id')
    .select('user_memberships.user_id')
    .where('user_memberships.user_id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .where('user_memberships.active', '=', true)
    .where('user_memberships.created_at', '<=', at)
    .where('user_authenticators.created_at', '<=', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
