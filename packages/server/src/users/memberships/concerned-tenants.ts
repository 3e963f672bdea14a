import type { Operator } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { listAllMembershipsOf } from './membership-store.ts';

/**
 * Whose logs tell what is done to a person from outside of their tenants: the deployment's, which is undefined, and that of each tenant. What
 * people do to themselves concerns no tenant.
 */
export async function listConcernedTenants(
  { db, actor }: Operator,
  userId: string,
): Promise<(TenantId | undefined)[]> {
  if (actor === `user:${userId}`) return [undefined];
  return [undefined, ...(await listAllMembershipsOf(db, userId)).map(({ tenantId }) => tenantId)];
}
