import { extentOf, type Membership, PERMISSIONS } from '@titular/contract';
import type { Db } from '../../kernel/database/connect.ts';
import { listMembershipsOf } from './membership-store.ts';

/** What a person is in each tenant that they may enter, and may do there. */
export async function describeMemberships(
  db: Db,
  userId: string,
  environment: 'test' | 'production',
): Promise<Membership[]> {
  const memberships = await listMembershipsOf(db, userId);
  return memberships.map(({ tenantId, tenantName, role, companies }) => {
    const permissions = PERMISSIONS.filter((one) => extentOf(role, one, environment) !== undefined);
    return {
      ...{ tenantId, tenantName, role },
      companies: companies === 'all' ? 'all' : [...companies],
      permissions,
      whole: permissions.filter((one) => extentOf(role, one, environment) === 'all'),
    };
  });
}
