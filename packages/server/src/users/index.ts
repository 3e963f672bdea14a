export {
  deleteAuthenticators,
  listAuthenticators,
  lockAuthenticators,
} from './authenticators/authenticator-store.ts';
export { beginCeremony } from './authenticators/ceremony-store.ts';
export {
  keepAuthenticator,
  newChallenge,
  proveNewAuthenticator,
  type SentAuthenticator,
  startPasskey,
  startTotp,
} from './authenticators/enrol.ts';
export { type HashCosts, LOWEST_HASH_COSTS } from './authenticators/hash-secret.ts';
export { signInOptions } from './authenticators/passkeys.ts';
export { listRecoveryCodes, replaceRecoveryCodes } from './authenticators/recovery-code-store.ts';
export { newRecoveryCodes } from './authenticators/recovery-codes.ts';
export {
  acceptByProvider,
  acceptInvitation,
  findEnrolling,
  findLinking,
  readInvitation,
} from './invitations/accept-invitation.ts';
export { invitationLink } from './invitations/invitation-link.ts';
export { hasOpenReset, type Invitation, listInvitations } from './invitations/invitation-store.ts';
export { inviteMember, inviteOperator, type NewInvitation } from './invitations/invite.ts';
export { inviteFirstAdmin } from './invitations/invite-first-admin.ts';
export { withdrawInvitation } from './invitations/withdraw.ts';
export { changeMember, isSameMember, type MemberChange } from './memberships/change-member.ts';
export { describeMemberships } from './memberships/describe-memberships.ts';
export { coversCompanies } from './memberships/end-given.ts';
export {
  findLinkGiver,
  hasTwoPersons,
  type TwoPersonRules,
  twoPersonRules,
  wasResetSince,
} from './memberships/given-by.ts';
export {
  findMembership,
  findMemberships,
  listAllMembershipsOf,
  listOwnCompanies,
  lockMemberships,
  type MembershipRequest,
} from './memberships/membership-store.ts';
export { requireManager } from './memberships/require-manager.ts';
export { listMembers } from './memberships/team-store.ts';
export { listPeople } from './people/list-people.ts';
export { listStranded } from './people/list-stranded.ts';
export { resetUser } from './people/reset-user.ts';
export { listPeopleBefore } from './people/search-people-store.ts';
export { switchUser } from './people/switch-user.ts';
export {
  findUser,
  findUserByName,
  hasAnybody,
  hasOperator,
  listNames,
  lockUser,
  type User,
} from './people/user-store.ts';
export {
  canStillSignIn,
  countUsableLinks,
  linkIdentity,
  removeLink,
} from './provider/link-identity.ts';
export { listLinks } from './provider/link-store.ts';
export { findProviderProblem } from './provider/open-provider.ts';
export { proveIdentity } from './provider/prove-identity.ts';
export { beginVisit, endVisit, type Returned } from './provider/visit-provider.ts';
export { closeSessions } from './sessions/close-sessions.ts';
export { endSessions } from './sessions/end-sessions.ts';
export { openSession, type SignInWay } from './sessions/open-session.ts';
export {
  csrfTokenOf,
  describeBrowser,
  FRESH_SECONDS,
  IDLE_SECONDS,
  isFresh,
  isLocked,
  isStale,
  SESSION_SECONDS,
} from './sessions/session.ts';
export {
  endEnrolment,
  findSession,
  findSessions,
  isSessionOpen,
  listSessions,
  type OpenSession,
  renewSession,
  touchSession,
} from './sessions/session-store.ts';
export { guardAddress } from './sign-in/guard-address.ts';
export { ANYBODY, provePasskey } from './sign-in/prove-passkey.ts';
export { provePassword } from './sign-in/prove-password.ts';
export { proveRecoveryCode } from './sign-in/prove-recovery-code.ts';
export type { Proven } from './sign-in/proven.ts';
export { type EntryRefusal, enterTenant } from './stays/enter-tenant.ts';
export { type CountedStay, listCountedStays } from './stays/list-stays.ts';
export { noteView } from './stays/note-view.ts';
export type { UserDeps } from './user-deps.ts';
