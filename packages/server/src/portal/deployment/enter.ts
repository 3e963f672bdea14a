import type { EnteredTenant, EnterTenant } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { type EntryRefusal, enterTenant, leaveTenant } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { toTenantId } from './manage-tenants.ts';

/** What a refused entry is in the portal's codes. */
function toRefusal(outcome: EntryRefusal): Refusal {
  if (outcome === 'unknown') return new Refusal('40420');
  if (outcome === 'refused') return new Refusal('40373');
  return outcome === 'ended' ? new Refusal('40340') : new Refusal('40068');
}

/** Lets an operator into a tenant; 40068 where it is off or they belong to it, and 40373 where it refuses operators. */
export async function enter(
  deps: PortalDeps,
  caller: SignedInUser,
  id: string,
  { reason }: EnterTenant,
): Promise<EnteredTenant> {
  const outcome = await enterTenant(operatorOf(deps, caller), caller, toTenantId(id), reason.trim());
  if (typeof outcome === 'string') throw toRefusal(outcome);
  return { id: outcome.stayId, until: outcome.expiresAt.toISOString() };
}

/** Ends the stay of the caller's session, where there is one. */
export async function leave(deps: PortalDeps, caller: SignedInUser): Promise<void> {
  await leaveTenant(operatorOf(deps, caller), caller.sessionId);
}
