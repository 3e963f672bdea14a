import type { PortalOperationName } from '../endpoint.ts';

/** Calls that change nothing, by their first word. */
type Reading =
  | `${'read' | 'search' | 'list' | 'count' | 'try' | 'verify'}${string}`
  | 'find'
  | 'findAuditLink';

/** A call that changes something. */
export type ActName = Exclude<PortalOperationName, Reading>;
/** What is read again: answers of a call, the open case, or the session. */
export type AgainRead = Extract<PortalOperationName, Reading> | 'case' | 'session';

type Reads = readonly AgainRead[];
const NOTHING: Reads = [];
const ACCOUNT: Reads = ['readPortalAccount', 'searchPortalAccounts'];
const CASE: Reads = ['case'];
const DELIVERIES: Reads = [
  ...(['case', 'readPortalDelivery', 'searchPortalDeliveries', 'countPortalFailed'] as const),
  ...(['readPortalEvent', 'searchPortalEvents', 'readPortalEndpoint', 'searchPortalEndpoints'] as const),
];
const ENDPOINT: Reads = ['readPortalEndpoint', 'searchPortalEndpoints', 'countPortalEndpoints'];
const ERASURES: Reads = ['searchProposals', 'searchErasures', 'countDue', 'countOpenRequests'];
const ENTRY: Reads = ['session', 'readTenantState', 'searchStays'];
const EXAMINATION: Reads = ['readPortalExamination'];
const EXPORTS: Reads = ['listExports'];
const FILL: Reads = ['readSandboxFill'];
const JOBS: Reads = ['searchJobs', 'readQueues'];
const LISTS: Reads = ['searchPortalTransactions', 'searchPortalProcesses'];
const OWN_ACCOUNT: Reads = ['readOwnAccount'];
const PEOPLE: Reads = ['searchPeople'];
const PROPOSALS: Reads = ['searchActs', 'countWaiting'];
const RECEIVED: Reads = [
  ...(['searchReceiverDeliveries', 'readReceiverDelivery'] as const),
  ...(['countReceiverFailed', 'readReceiverSession'] as const),
];
const RECEIVERS: Reads = ['listReceiverAccesses'];
const SETTINGS: Reads = ['readTenantSettings', 'readCompanySettings', 'readSettingsHistory'];
const SIGNING_KEYS: Reads = ['readDeploymentKeys'];
const STAYS: Reads = ['readTenantState', 'searchStays'];
const TEAM: Reads = ['readTeam'];
const TENANTS: Reads = ['searchTenants', 'readTenantState', 'readPortalTenant'];

/** Whoever signs in, or authenticates again, has nothing on the page that the answer would change. */
const SIGNING_IN = {
  ...{ startPasskeySignIn: NOTHING, signInWithPasskey: NOTHING, signInWithPassword: NOTHING },
  ...{ signInWithRecoveryCode: NOTHING, startProviderSignIn: NOTHING, signInWithProvider: NOTHING },
  ...{ startAuthentication: NOTHING, authenticateAgain: NOTHING, signOut: NOTHING },
  ...{ startProviderAuthentication: NOTHING, authenticateWithProvider: NOTHING, openReceiverLink: NOTHING },
  ...{ startPasskeyEnrolment: NOTHING, startTotpEnrolment: NOTHING, startProviderEnrolment: NOTHING },
  ...{ acceptInvitation: NOTHING, acceptInvitationByProvider: NOTHING },
  ...{ startAddingPasskey: NOTHING, startAddingTotp: NOTHING, startLinkingProvider: NOTHING },
};

const OWN = {
  ...{ addAuthenticator: OWN_ACCOUNT, removeAuthenticator: OWN_ACCOUNT, makeRecoveryCodes: OWN_ACCOUNT },
  ...{ endOwnSession: OWN_ACCOUNT, linkProvider: OWN_ACCOUNT },
};

const OF_CASES = {
  ...{ createByHand: LISTS, cancelByHand: CASE, makeCaseFile: CASE },
  ...{ renewTransactionLink: CASE, renewProcessLinkByHand: CASE },
  ...{ revealTransactionField: CASE, revealProcessField: CASE },
  ...{ viewTransactionPicture: CASE, viewProcessPicture: CASE },
  ...{ writeNote: CASE, giveVerdict: CASE, withdrawNote: CASE },
  ...{ startTransactionExport: EXPORTS, startPersonExport: EXPORTS, startAuditExport: EXPORTS },
  endExport: EXPORTS,
  ...{ eraseByHand: ERASURES, proposeErasure: ERASURES, approveErasure: ERASURES, withdrawErasure: ERASURES },
};

const OF_DEVELOPERS = {
  ...{ createPortalEndpoint: ENDPOINT, changePortalEndpoint: ENDPOINT, deletePortalEndpoint: ENDPOINT },
  ...{ rotatePortalSecret: ENDPOINT, sendPortalTest: DELIVERIES, resendPortalDelivery: DELIVERIES },
  ...{ resendPortalFailed: DELIVERIES, resendPortalEvent: DELIVERIES },
  ...{ makeReceiverLink: RECEIVERS, endReceiverAccess: RECEIVERS },
  ...{ createPortalAccount: ACCOUNT, switchPortalAccount: ACCOUNT, addAccountKey: ACCOUNT },
  ...{ endAccountKey: ACCOUNT, addAccountSecret: ACCOUNT, rotateAccountSecret: ACCOUNT },
  endAccountSecret: ACCOUNT,
  ...{ runPortalScenario: LISTS, stepPortalTransaction: [...CASE, ...LISTS] },
  ...{ examinePortalReceiver: EXAMINATION, fillSandbox: FILL, clearSandbox: FILL },
};

const OF_RECEIVERS = {
  ...{ endReceiverSession: RECEIVED, sendReceiverTest: RECEIVED },
  ...{ resendReceiverDelivery: RECEIVED, resendReceiverFailed: RECEIVED },
};

const OF_ADMINS = {
  ...{ inviteMember: TEAM, withdrawInvitation: TEAM, changeMember: TEAM },
  ...{ resetMember: TEAM, endMemberSessions: TEAM, endStay: STAYS },
  ...{ changeTenantSettings: SETTINGS, changeCompanySettings: SETTINGS },
  ...{ proposeSettings: PROPOSALS, proposeMember: PROPOSALS, proposeExport: PROPOSALS },
  approveAct: [...PROPOSALS, ...SETTINGS, ...TEAM, ...EXPORTS],
  withdrawAct: PROPOSALS,
};

const OF_OPERATORS = {
  ...{ addTenantByHand: TENANTS, switchTenantByHand: TENANTS, addCompanyByHand: TENANTS },
  inviteFirstAdmin: TENANTS,
  enterTenant: ENTRY,
  // The bar of the stay asks for the session by itself, and leads out.
  leaveTenant: STAYS,
  ...{ endPersonSessions: PEOPLE, switchPerson: PEOPLE, rotateSigningKey: SIGNING_KEYS, retryJobs: JOBS },
};

/** What the page reads again after each act of which it is not known whether it was done; an act without a row does not compile. */
export const READS_OF_ACTS: Readonly<Record<ActName, Reads>> = {
  ...{ ...SIGNING_IN, ...OWN, ...OF_CASES, ...OF_DEVELOPERS },
  ...{ ...OF_RECEIVERS, ...OF_ADMINS, ...OF_OPERATORS },
};
