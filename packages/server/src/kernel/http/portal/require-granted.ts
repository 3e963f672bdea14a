import { PERMISSION_TABLE } from '@titular/contract';
import { invariant } from '../../base/invariant.ts';
import type { PortalRoute } from '../route.ts';

/** What is asked for outside of any tenant. */
const OF_NO_TENANT: readonly string[] = ['anybody', 'signed-in', 'receiver', 'deployment:manage'];

/** What is no permission of a role. */
const OF_NO_ROLE: readonly string[] = ['anybody', 'signed-in', 'receiver'];

/** Ends the start where a route of the portal names a permission that no row of the table of roles grants, or none at all. */
export function requireGranted({ operationId, operation, path }: PortalRoute): void {
  const { access } = operation;
  const isGranted = OF_NO_ROLE.includes(access) || Object.hasOwn(PERMISSION_TABLE, access);
  invariant(isGranted, `the portal's ${operationId} has a row in the table of permissions`);
  const isOfTenant = path.includes('/t/:tenant_id');
  invariant(
    isOfTenant === !OF_NO_TENANT.includes(access),
    `the portal's ${operationId} asks for a permission of members exactly where its address is one of a tenant's`,
  );
}
