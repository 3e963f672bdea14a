import { scopesWithheld } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';

/** Refuses with 40343 whoever sees some companies alone: an account acts for every company of the tenant. */
export function requireManager({ companies }: PortalCaller): void {
  if (companies !== 'all')
    throw new Refusal('40343', 'An account acts for all companies, and you do not see all of them.');
}

/** Refuses with 40343 credentials with a scope that the caller's role does not give. */
export function requireGrantable(caller: PortalCaller, scopes: readonly string[]): void {
  requireManager(caller);
  const [scope] = scopesWithheld(caller.role, scopes);
  if (scope !== undefined)
    throw new Refusal('40343', `Your role does not give ${scope}: an admin does, or an operator by command.`);
}
