import type { TenantRole } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import { newId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  type Enrolling,
  keepAuthenticator,
  type ProvenAuthenticator,
  proveNewAuthenticator,
  type SentAuthenticator,
} from '../authenticators/enrol.ts';
import { replaceRecoveryCodes } from '../authenticators/recovery-code-store.ts';
import { newRecoveryCodes } from '../authenticators/recovery-codes.ts';
import { upsertMembership } from '../memberships/membership-store.ts';
import { nameProblem } from '../people/name.ts';
import { findUser, insertUser } from '../people/user-store.ts';
import { openSession } from '../sessions/open-session.ts';
import { clearFailures } from '../sign-in/failure-store.ts';
import { guardAddress } from '../sign-in/guard-address.ts';
import type { UserDeps } from '../user-deps.ts';
import { hadMembers, lockTenant } from './first-admin-store.ts';
import { codeHashOf } from './invitation-link.ts';
import { findInvitation, type Invitation, takeInvitation } from './invitation-store.ts';
import { lockOperators } from './invite.ts';

/** The role that an operator's invitation also gives in a tenant, where it names one. */
const ALSO_ROLE: TenantRole = 'admin';

/** The invitation of a code, or 40346; codes that open nothing count against their address. */
export const readInvitation = (deps: UserDeps, code: string, sourceAddress: string): Promise<Invitation> =>
  guardAddress(deps.addresses, sourceAddress, async () => {
    const found = await findInvitation(deps.db, codeHashOf(code), deps.clock.now());
    if (!found) throw new Refusal('40346');
    return found;
  });

/** Who enrols by an invitation: the person of a reset, or somebody new under the name that was chosen. */
export async function findEnrolling(
  { db }: UserDeps,
  invitation: Invitation,
  name: string,
): Promise<Enrolling> {
  if (invitation.userId === undefined) {
    const problem = nameProblem(name);
    if (problem) throw new Refusal('40002', problem);
    return { userId: newId(), name };
  }
  const user = await findUser(db, invitation.userId);
  if (!user?.isActive) throw new Refusal('40346');
  return user;
}

/** Refuses a link to become the first admin of a tenant that has had a member; whoever becomes one now is waited for. */
async function requireFirst(db: Db, { isFirstAdmin, tenantId }: Invitation): Promise<void> {
  if (!isFirstAdmin || tenantId === undefined) return;
  await lockTenant(db, tenantId);
  if (await hadMembers(db, tenantId)) throw new Refusal('40346');
}

/** What becomes of an invitation that is taken. */
type Accepted = { code: string; name: string; authenticator: SentAuthenticator };

/** A person who has just enrolled, with the codes that are shown this once. */
export type EnrolledPerson = { userId: string; sessionId: string; secret: string; recoveryCodes: string[] };

async function addPerson(
  db: Db,
  deps: UserDeps,
  invitation: Invitation,
  { userId, name }: Enrolling,
): Promise<void> {
  const at = deps.clock.now();
  const isOperator = invitation.kind === 'operator';
  if (!(await insertUser(db, { userId, name, isOperator, at }))) throw new Refusal('40076');
  const { tenantId, role, companies } = invitation;
  if (tenantId === undefined) return;
  const tenantRole = role === 'operator' ? ALSO_ROLE : role;
  await upsertMembership(db, { userId, tenantId, role: tenantRole, companies, isActive: true }, at);
}

/** Makes the person of a taken invitation, or gives the one of a reset the new authenticator. */
async function settle(
  db: Db,
  deps: UserDeps,
  invitation: Invitation,
  user: Enrolling,
  proven: ProvenAuthenticator,
): Promise<void> {
  const { userId } = user;
  if (invitation.kind !== 'reset') await addPerson(db, deps, invitation, user);
  else await clearFailures(db, await deps.keys.nameHash('password', user.name));
  await keepAuthenticator(db, deps, { ...proven, userId });
  const actor = { clock: deps.clock, actor: `user:${userId}` };
  await insertAuditEntry(db, actor, {
    tenantId: invitation.tenantId,
    action: invitation.kind === 'reset' ? 'user.recover' : 'user.create',
    subject: `user/${userId}`,
    after: {
      ...{ role: invitation.role, companies: invitation.companies, authenticator: proven.kind },
      // By it the audit log says who had the link.
      invitation: invitation.invitationId,
    },
  });
}

/**
 * Takes an invitation with the first authenticator, and opens a session. Of any number of takers at once one wins; the others, and whoever
 * comes late, are told 40346.
 */
export async function acceptInvitation(
  deps: UserDeps,
  { code, name, authenticator }: Accepted,
  { holderHash, browser, sourceAddress, prefix }: AcceptingBrowser,
): Promise<EnrolledPerson> {
  const offered = await readInvitation(deps, code, sourceAddress);
  const enrolling = await findEnrolling(deps, offered, name);
  const proven = await proveNewAuthenticator(deps, authenticator, holderHash, [enrolling.name]);
  const user = { userId: offered.userId ?? proven.userId, name: enrolling.name };
  if (proven.userId !== user.userId) throw new Refusal('40077');
  const recovery = await newRecoveryCodes(deps.hasher);
  return deps.db.transaction().execute(async (trx) => {
    if (offered.kind === 'operator') await lockOperators(trx);
    const invitation = await takeInvitation(trx, codeHashOf(code), deps.clock.now());
    if (!invitation) throw new Refusal('40346');
    await requireFirst(trx, invitation);
    await settle(trx, deps, invitation, user, proven);
    await replaceRecoveryCodes(trx, user.userId, recovery.kept);
    const isOperator = invitation.kind === 'operator';
    const session = { user: { ...user, isOperator }, way: 'invitation' as const, browser, prefix };
    return {
      userId: user.userId,
      ...(await openSession(trx, deps.clock, session)),
      recoveryCodes: recovery.shown,
    };
  });
}

/** The browser that takes an invitation. */
export type AcceptingBrowser = {
  holderHash: Buffer;
  browser: string;
  sourceAddress: string;
  prefix: string;
};
