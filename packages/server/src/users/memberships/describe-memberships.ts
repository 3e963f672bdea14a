import { extentOf, type Membership, PERMISSIONS } from '@titular/contract';
import type { Db } from '../../kernel/database/connect.ts';
import type { Stay } from '../../stays/index.ts';
import { listMembershipsOf } from './membership-store.ts';

type Environment = 'test' | 'production';

/** What a role may do, and what of it for all of the tenant. */
function describeRole(
  role: Membership['role'],
  environment: Environment,
): Pick<Membership, 'role' | 'permissions' | 'whole'> {
  // Of no tenant, so that it is nothing that is done in one.
  const inTenant = PERMISSIONS.filter((one) => one !== 'deployment:manage');
  const permissions = inTenant.filter((one) => extentOf(role, one, environment) !== undefined);
  return {
    ...{ role, permissions },
    whole: permissions.filter((one) => extentOf(role, one, environment) === 'all'),
  };
}

/** What a person is in each tenant that they may enter, and may do there. The tenant of a stay comes first. */
export async function describeMemberships(
  db: Db,
  userId: string,
  environment: Environment,
  stay?: Stay & { tenantName: string },
): Promise<Membership[]> {
  const memberships = (await listMembershipsOf(db, userId)).map(
    ({ tenantId, tenantName, role, companies }): Membership => ({
      ...{ tenantId, tenantName, ...describeRole(role, environment) },
      companies: companies === 'all' ? 'all' : [...companies],
    }),
  );
  if (!stay || memberships.some(({ tenantId }) => tenantId === stay.tenantId)) return memberships;
  const { tenantId, tenantName, stayId: id, reason, expiresAt } = stay;
  const entered: Membership = {
    ...{ tenantId, tenantName, ...describeRole('operator', environment), companies: 'all' },
    stay: { id, reason, until: expiresAt.toISOString() },
  };
  return [entered, ...memberships];
}
