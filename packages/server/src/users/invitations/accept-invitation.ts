import type { TenantRole } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { deleteAuthenticators } from '../authenticators/authenticator-store.ts';
import {
  type Enrolling,
  keepAuthenticator,
  proveNewAuthenticator,
  type SentAuthenticator,
} from '../authenticators/enrol.ts';
import { replaceRecoveryCodes } from '../authenticators/recovery-code-store.ts';
import { newRecoveryCodes } from '../authenticators/recovery-codes.ts';
import { listAllMembershipsOf, upsertMembership } from '../memberships/membership-store.ts';
import { nameProblem } from '../people/name.ts';
import { findUser, insertUser, lockUser } from '../people/user-store.ts';
import { keepLink } from '../provider/link-identity.ts';
import { deleteLinks } from '../provider/link-store.ts';
import { lastAuthentication } from '../provider/prove-identity.ts';
import type { Returned } from '../provider/visit-provider.ts';
import { closeSessions } from '../sessions/close-sessions.ts';
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

/** The first way to sign in of somebody who enrols, proven and not kept yet. */
type FirstWay = {
  kind: string;
  authenticatedAt?: Date | undefined;
  keep(db: Db, userId: string): Promise<void>;
};

/** Takes away what opens an account whose reset is taken, should any of it have come between: the link alone opens it. */
async function endFormerAccess(
  db: Db,
  { clock, keys }: UserDeps,
  { userId, name }: Enrolling,
): Promise<void> {
  await deleteAuthenticators(db, userId);
  await deleteLinks(db, userId);
  await replaceRecoveryCodes(db, userId, []);
  await closeSessions({ db, clock, actor: `user:${userId}` }, userId);
  for (const way of ['password', 'password again'] as const)
    await clearFailures(db, await keys.nameHash(way, name));
}

/** Whose logs tell that a link was taken: its tenant's, and of a reset by an operator that of each tenant of the person. */
async function listTold(
  db: Db,
  { kind, tenantId }: Invitation,
  userId: string,
): Promise<(TenantId | undefined)[]> {
  if (kind !== 'reset' || tenantId !== undefined) return [tenantId];
  return [undefined, ...(await listAllMembershipsOf(db, userId)).map((one) => one.tenantId)];
}

/** Makes the person of a taken invitation, or gives the one of a reset the new authenticator. */
async function settle(
  db: Db,
  deps: UserDeps,
  invitation: Invitation,
  user: Enrolling,
  { kind, keep }: FirstWay,
): Promise<void> {
  const { userId } = user;
  if (invitation.kind !== 'reset') await addPerson(db, deps, invitation, user);
  else await endFormerAccess(db, deps, user);
  await keep(db, userId);
  const actor = { clock: deps.clock, actor: `user:${userId}` };
  for (const tenantId of await listTold(db, invitation, userId))
    await insertAuditEntry(db, actor, {
      tenantId,
      action: invitation.kind === 'reset' ? 'user.recover' : 'user.create',
      subject: `user/${userId}`,
      after: {
        ...{ role: invitation.role, companies: invitation.companies, authenticator: kind },
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
  const way: FirstWay = {
    kind: proven.kind,
    keep: async (db, userId) => {
      await keepAuthenticator(db, deps, { ...proven, userId });
      await replaceRecoveryCodes(db, userId, recovery.kept);
    },
  };
  const opened = await enrol(deps, offered, { code, user, way }, { browser, sourceAddress, prefix });
  return { ...opened, recoveryCodes: recovery.shown };
}

/** Takes an invitation with an identity of the provider, which is linked to the account; whoever signs in there needs no recovery codes here. */
export async function acceptByProvider(
  deps: UserDeps,
  returned: Returned,
  { browser, sourceAddress, prefix }: Omit<AcceptingBrowser, 'holderHash'>,
): Promise<EnrolledPerson> {
  const { code = '', name = '' } = returned.intent;
  const offered = await readInvitation(deps, code, sourceAddress);
  const user = await findLinking(deps, offered, name);
  const way: FirstWay = {
    kind: 'provider',
    authenticatedAt: lastAuthentication(deps.clock, returned),
    keep: (db, userId) => keepLink(db, deps, userId, returned),
  };
  const opened = await enrol(deps, offered, { code, user, way }, { browser, sourceAddress, prefix });
  return { ...opened, recoveryCodes: [] };
}

/** Who enrols with the provider alone: nobody who is to be an operator, or is one. */
export async function findLinking(deps: UserDeps, invitation: Invitation, name: string): Promise<Enrolling> {
  const reset = invitation.userId === undefined ? undefined : await findUser(deps.db, invitation.userId);
  if (invitation.kind === 'operator' || reset?.isOperator) throw new Refusal('40372');
  return findEnrolling(deps, invitation, name);
}

/** Takes an invitation, keeps the first way to sign in, and opens a session, in one database transaction; a name that is taken counts against the address. */
const enrol = (
  deps: UserDeps,
  offered: Invitation,
  taken: { code: string; user: Enrolling; way: FirstWay },
  { sourceAddress, ...by }: Omit<AcceptingBrowser, 'holderHash'>,
): Promise<Omit<EnrolledPerson, 'recoveryCodes'>> =>
  guardAddress(deps.addresses, sourceAddress, () => takeAndEnrol(deps, offered, taken, by));

function takeAndEnrol(
  deps: UserDeps,
  offered: Invitation,
  { code, user, way }: { code: string; user: Enrolling; way: FirstWay },
  { browser, prefix }: Pick<AcceptingBrowser, 'browser' | 'prefix'>,
): Promise<Omit<EnrolledPerson, 'recoveryCodes'>> {
  return deps.db.transaction().execute(async (trx) => {
    if (offered.kind === 'operator') await lockOperators(trx);
    // Before the invitation, as a reset locks them.
    const person = offered.userId === undefined ? undefined : await lockUser(trx, offered.userId);
    if (person?.isActive === false) throw new Refusal('40346');
    const invitation = await takeInvitation(trx, codeHashOf(code), deps.clock.now());
    if (!invitation) throw new Refusal('40346');
    await requireFirst(trx, invitation);
    await settle(trx, deps, invitation, user, way);
    const isOperator = invitation.kind === 'operator';
    const session = { user: { ...user, isOperator }, way: 'invitation' as const, browser, prefix };
    const { authenticatedAt } = way;
    return { userId: user.userId, ...(await openSession(trx, deps.clock, { ...session, authenticatedAt })) };
  });
}

/** The browser that takes an invitation. */
export type AcceptingBrowser = {
  holderHash: Buffer;
  browser: string;
  sourceAddress: string;
  prefix: string;
};
