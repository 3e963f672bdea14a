import type { Scope } from '../../tokens/tokens.ts';
import type { PortalRole } from '../permissions.ts';

const INTEGRATION: readonly PortalRole[] = ['developer', 'admin'];

/**
 * Roles that give a scope to a service account in the portal, and credentials to an account that has it. A secret does in the API what its
 * scopes say, which may be more than its maker may do in the portal (decision 0054).
 */
export const SCOPE_GRANTS: Readonly<Record<Scope, readonly PortalRole[]>> = {
  'transactions:write': INTEGRATION,
  'transactions:read': INTEGRATION,
  'processes:write': INTEGRATION,
  'processes:read': INTEGRATION,
  'webhooks:write': INTEGRATION,
  'webhooks:read': INTEGRATION,
  'calls:read': INTEGRATION,
  'persons:erase': ['admin'],
  'captures:read': [],
  'references:write': [],
};

/** The scopes among some that a role does not give; one that is not known is among them. */
export const scopesWithheld = (role: PortalRole, scopes: readonly string[]): readonly string[] => {
  const grants: Readonly<Record<string, readonly PortalRole[]>> = SCOPE_GRANTS;
  return scopes.filter((scope) => !grants[scope]?.includes(role));
};
