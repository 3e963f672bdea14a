import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The issuer of no link. */
const NO_ISSUER = '';

const activeAdmins = (db: Db, tenantId: TenantId) =>
  db
    .selectFrom('user_memberships')
    .innerJoin('users', 'users.user_id', 'user_memberships.user_id')
    .select('user_memberships.user_id')
    .where('user_memberships.tenant_id', '=', tenantId)
    .where('user_memberships.active', '=', true)
    .where('user_memberships.role', '=', 'admin')
    .where('user_memberships.companies', 'is', null)
    .where('users.active', '=', true);

/** Since when somebody has to have been there, and the issuer of the provider that is configured now: links to another open nothing. */
export type Settled = { since: Date; issuer: string | undefined };

/**
 * Whether an account is an admin of all companies of the tenant now, and has been a member since a time. It has an authenticator from
 * before that is still on, or a link that works. One that was made or reset later is in other hands than it was then. Locks it against a
 * change of role until the caller's transaction ends.
 */
export async function isSettledAdmin(
  db: Db,
  tenantId: TenantId,
  userId: string,
  { since, issuer }: Settled,
): Promise<boolean> {
  const row = await activeAdmins(db, tenantId)
    .where('user_memberships.user_id', '=', userId)
    .where('user_memberships.created_at', '<', since)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('user_authenticators')
            .select('user_authenticators.user_id')
            .whereRef('user_authenticators.user_id', '=', 'users.user_id')
            .where('user_authenticators.off_at', 'is', null)
            .where('user_authenticators.created_at', '<', since),
        ),
        exists(
          selectFrom('user_provider_links')
            .select('user_provider_links.user_id')
            .whereRef('user_provider_links.user_id', '=', 'users.user_id')
            .where('user_provider_links.issuer', '=', issuer ?? NO_ISSUER)
            .where('users.is_operator', '=', false)
            .where('user_provider_links.created_at', '<', since),
        ),
      ]),
    )
    .forShare('user_memberships')
    .executeTakeFirst();
  return row !== undefined;
}

/** Active admins of all companies of the tenant, up to `limit`. */
export async function listAdmins(db: Db, tenantId: TenantId, limit: number): Promise<string[]> {
  const rows = await activeAdmins(db, tenantId).limit(limit).execute();
  return rows.map((row) => row.user_id);
}
