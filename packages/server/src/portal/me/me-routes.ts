import { insertAuditEntry } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute, type SignedInUser } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import {
  endSessions,
  isSessionOpen,
  lockAuthenticators,
  newRecoveryCodes,
  replaceRecoveryCodes,
  startPasskey,
  startTotp,
} from '../../users/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';
import { holderOfSession } from '../sign-in/holders.ts';
import { describeAccount } from './describe-account.ts';
import { addOwnAuthenticator, removeOwnAuthenticator } from './own-authenticators.ts';

/** Replaces the recovery codes of a person; the new ones are shown this once. */
async function renewRecoveryCodes(deps: PortalDeps, caller: SignedInUser): Promise<string[]> {
  const { shown, kept } = await newRecoveryCodes(deps.users.hasher);
  await deps.db.transaction().execute(async (trx) => {
    // The codes took their time: a reset that ended the session meanwhile stands.
    await lockAuthenticators(trx, caller.userId);
    if (!(await isSessionOpen(trx, caller, deps.clock.now()))) throw new Refusal('40340');
    await replaceRecoveryCodes(trx, caller.userId, kept);
    await insertAuditEntry(trx, operatorOf(deps, caller), {
      tenantId: undefined,
      action: 'recovery-codes.create',
      subject: `user/${caller.userId}`,
    });
  });
  return shown;
}

/** What people do with their own account. */
export const meRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('readOwnAccount', async (_request, caller) => ({
    status: 200,
    body: await describeAccount(deps, caller),
  })),
  definePortalRoute('startAddingPasskey', async (_request, caller) => ({
    status: 200,
    body: { options: await startPasskey(deps.users, caller, holderOfSession(caller.sessionId)) },
  })),
  definePortalRoute('startAddingTotp', async (_request, caller) => ({
    status: 200,
    body: await startTotp(deps.users, caller, holderOfSession(caller.sessionId)),
  })),
  definePortalRoute('addAuthenticator', async ({ body }, caller) => {
    await addOwnAuthenticator(deps, caller, body);
    return { status: 200, body: await describeAccount(deps, caller) };
  }),
  definePortalRoute('removeAuthenticator', async ({ params }, caller) => {
    await removeOwnAuthenticator(deps, caller, params.authenticator_id);
    return { status: 200, body: await describeAccount(deps, caller) };
  }),
  definePortalRoute('makeRecoveryCodes', async (_request, caller) => ({
    status: 200,
    body: { recoveryCodes: await renewRecoveryCodes(deps, caller) },
  })),
  definePortalRoute('endOwnSession', async ({ params }, caller) => {
    const ended = await endSessions(operatorOf(deps, caller), caller.userId, { only: params.session_id });
    if (ended === 0) throw new Refusal('40420');
    return { status: 200, body: {} };
  }),
];
