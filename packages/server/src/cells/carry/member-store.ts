import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The people of the portal who are members of the tenant, each with the role, by name. */
export async function listMembers(db: Db, tenantId: TenantId): Promise<string[]> {
  const rows = await db
    .selectFrom('user_memberships as m')
    .innerJoin('users as u', 'u.user_id', 'm.user_id')
    .select(['u.name', 'm.role'])
    .where('m.tenant_id', '=', tenantId)
    .orderBy('u.name')
    .execute();
  return rows.map(({ name, role }) => `${name} (${role})`);
}
