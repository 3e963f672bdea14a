import type { EnteredTenant, EnterTenant } from '@titular/contract';
import { holdsDocumentNumber } from '../../identity/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { hasSeenText, isSafeText } from '../../kernel/base/safe-text.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import { leaveTenant } from '../../stays/index.ts';
import { type EntryRefusal, enterTenant } from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { toTenantId } from './manage-tenants.ts';

/** What a refused entry is in the portal's codes. */
function toRefusal(outcome: EntryRefusal): Refusal {
  if (outcome === 'unknown') return new Refusal('40420');
  if (outcome === 'refused') return new Refusal('40373');
  return outcome === 'ended' ? new Refusal('40340') : new Refusal('40068');
}

/** The reason as the tenant's log keeps it for ever: refuses one that shows other than it holds, or names a card or a person by number. */
function parseReason(sent: string): string {
  const reason = sent.trim();
  if (!isSafeText(reason) || !hasSeenText(reason))
    throw new Refusal('40002', 'reason must be 3 to 200 plain characters that say why you enter.');
  refuseCardNumber('reason', reason);
  if (holdsDocumentNumber(reason))
    throw new Refusal(
      '40002',
      'reason must not hold the number of a document: the audit log keeps it for ever.',
    );
  return reason;
}

/** Lets an operator into a tenant; 40068 where it is off or they belong to it, and 40373 where it refuses operators. */
export async function enter(
  deps: PortalDeps,
  caller: SignedInUser,
  id: string,
  { reason }: EnterTenant,
): Promise<EnteredTenant> {
  const outcome = await enterTenant(operatorOf(deps, caller), caller, toTenantId(id), parseReason(reason));
  if (typeof outcome === 'string') throw toRefusal(outcome);
  return { id: outcome.stayId, until: outcome.expiresAt.toISOString() };
}

/** Ends the stay of the caller's session, where there is one. */
export async function leave(deps: PortalDeps, caller: SignedInUser): Promise<void> {
  await leaveTenant(operatorOf(deps, caller), caller.sessionId);
}
