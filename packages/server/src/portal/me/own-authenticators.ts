import { insertAuditEntry } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import {
  canStillSignIn,
  countUsableLinks,
  deleteAuthenticators,
  endEnrolment,
  isSessionOpen,
  keepAuthenticator,
  lockAuthenticators,
  proveNewAuthenticator,
  removeLink,
  type SentAuthenticator,
} from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { holderOfSession } from '../sign-in/holders.ts';

/** Adds an authenticator that works, or a password in place of the one before; a session of a recovery code may then go on. */
export async function addOwnAuthenticator(
  deps: PortalDeps,
  caller: SignedInUser,
  sent: SentAuthenticator,
): Promise<void> {
  const { userId, sessionId, name } = caller;
  const proven = await proveNewAuthenticator(deps.users, sent, holderOfSession(sessionId), [name]);
  if (proven.userId !== userId) throw new Refusal('40077');
  await deps.db.transaction().execute(async (trx) => {
    await lockAuthenticators(trx, userId);
    if (!(await isSessionOpen(trx, caller, deps.clock.now()))) throw new Refusal('40340');
    await keepAuthenticator(trx, deps.users, proven);
    await endEnrolment(trx, sessionId);
    await insertAuditEntry(trx, operatorOf(deps, caller), {
      tenantId: undefined,
      action: 'authenticator.create',
      subject: `user/${userId}`,
      after: { kind: proven.kind },
    });
  });
}

/** Removes an authenticator or a link to the identity provider, but never the last. */
export async function removeOwnAuthenticator(
  deps: PortalDeps,
  caller: SignedInUser,
  authenticatorId: string,
): Promise<void> {
  const { userId } = caller;
  await deps.db.transaction().execute(async (trx) => {
    const all = await lockAuthenticators(trx, userId);
    const removed = all.find((one) => one.authenticatorId === authenticatorId);
    if (!removed) {
      if (await removeLink(trx, deps.users, caller, authenticatorId)) return;
      throw new Refusal('40420');
    }
    const links = await countUsableLinks(trx, deps.users, caller);
    if (!canStillSignIn({ local: all.length - 1, links })) throw new Refusal('40074');
    await deleteAuthenticators(trx, userId, authenticatorId);
    await insertAuditEntry(trx, operatorOf(deps, caller), {
      tenantId: undefined,
      action: 'authenticator.delete',
      subject: `user/${userId}`,
      before: { kind: removed.kind },
    });
  });
}
