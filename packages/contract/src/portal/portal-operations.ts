import { auditOperations } from '../audit/audit-operations.ts';
import { erasureOperations } from '../erasures/erasure-operations.ts';
import { exportOperations } from '../exports/export-operations.ts';
import { sandboxByHandOperations } from '../sandbox/by-hand-operations.ts';
import { accountOperations } from './accounts/account-operations.ts';
import { actOperations } from './acts/act-operations.ts';
import { callOperations } from './calls/call-operations.ts';
import { deploymentOperations } from './deployment/deployment-operations.ts';
import { developerOperations } from './developer-operations.ts';
import { limitOperations } from './limits/limit-operations.ts';
import { noteOperations } from './notes/note-operations.ts';
import { operatorOperations } from './operators/operator-operations.ts';
import type { Permission } from './permissions.ts';
import { processOperations } from './process-operations.ts';
import { providerOperations } from './provider/provider-operations.ts';
import { receiverOperations } from './receivers/receiver-operations.ts';
import { settingOperations } from './setting-operations.ts';
import { stayOperations } from './stays/stay-operations.ts';

/**
 * Who may call an operation: `anybody`, `signed-in` people (locked or not where `whileLocked`), or members of the tenant in the address
 * with the permission. `deployment:manage` is the operators', of no tenant; `receiver` is whoever opened a receiver link, for its endpoint.
 */
export type PortalAccess = 'anybody' | 'signed-in' | 'receiver' | Permission;

/** One call of the portal's page. */
export type PortalOperation = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the portal's origin; `:tenant_id` is looked up among the caller's memberships. */
  path: string;
  access: PortalAccess;
  /** Takes the permission for all of the tenant: one for a single case, or for one's own acts, is not enough. */
  extent?: 'all';
  /** Asks for an authentication of the last 5 minutes; changes of settings ask where a changed one is dangerous. */
  stepUp?: true;
  /** Answers a locked session too, and one that has to add an authenticator first. */
  whileLocked?: true;
  /** Answers a session that has to add an authenticator first. */
  whileEnrolling?: true;
  /** Has an `ETag`, and answers 304 to its `If-None-Match`: the page asks again every 2 seconds while it is visible. */
  isConditional?: true;
  /** Works through every record of a person, which may take a minute. */
  isPatient?: true;
  /** The command or API operation that does the same, or why none does. */
  twin: { command: string } | { operation: string } | { none: string };
};

const T = '/portal/api/t/:tenant_id';
const TRANSACTION = `${T}/transactions/:transaction_id` as const;
const ME = '/portal/api/me';
const SIGN_IN = '/portal/api/sign-in';
const INVITATION = '/portal/api/invitation';
const SESSION = '/portal/api/session';
const FOR_A_BROWSER = { none: 'Only a browser signs in.' };

/** Every call of the portal's page, by name: server, page, documentation and tests read this table. */
export const portalOperations = {
  readPortalState: { method: 'GET', path: '/portal/api/state', access: 'anybody', twin: FOR_A_BROWSER },
  startPasskeySignIn: {
    method: 'POST',
    path: `${SIGN_IN}/passkey/options`,
    access: 'anybody',
    twin: FOR_A_BROWSER,
  },
  signInWithPasskey: { method: 'POST', path: `${SIGN_IN}/passkey`, access: 'anybody', twin: FOR_A_BROWSER },
  signInWithPassword: { method: 'POST', path: `${SIGN_IN}/password`, access: 'anybody', twin: FOR_A_BROWSER },
  signInWithRecoveryCode: {
    method: 'POST',
    path: `${SIGN_IN}/recovery`,
    access: 'anybody',
    twin: FOR_A_BROWSER,
  },
  readInvitation: { method: 'POST', path: INVITATION, access: 'anybody', twin: FOR_A_BROWSER },
  startPasskeyEnrolment: {
    method: 'POST',
    path: `${INVITATION}/passkey/options`,
    access: 'anybody',
    twin: FOR_A_BROWSER,
  },
  startTotpEnrolment: { method: 'POST', path: `${INVITATION}/totp`, access: 'anybody', twin: FOR_A_BROWSER },
  acceptInvitation: { method: 'POST', path: `${INVITATION}/accept`, access: 'anybody', twin: FOR_A_BROWSER },
  readPortalSession: {
    method: 'GET',
    path: SESSION,
    access: 'signed-in',
    whileLocked: true,
    twin: FOR_A_BROWSER,
  },
  signOut: {
    method: 'DELETE',
    path: SESSION,
    access: 'signed-in',
    whileLocked: true,
    twin: { command: 'sessions end' },
  },
  startAuthentication: {
    method: 'POST',
    path: `${SESSION}/authentication/options`,
    access: 'signed-in',
    whileLocked: true,
    twin: FOR_A_BROWSER,
  },
  authenticateAgain: {
    method: 'POST',
    path: `${SESSION}/authentication`,
    access: 'signed-in',
    whileLocked: true,
    twin: FOR_A_BROWSER,
  },
  readOwnAccount: {
    method: 'GET',
    path: ME,
    access: 'signed-in',
    whileEnrolling: true,
    twin: { command: 'users list' },
  },
  startAddingPasskey: {
    method: 'POST',
    path: `${ME}/passkeys/options`,
    access: 'signed-in',
    whileEnrolling: true,
    stepUp: true,
    twin: FOR_A_BROWSER,
  },
  startAddingTotp: {
    method: 'POST',
    path: `${ME}/totp`,
    access: 'signed-in',
    whileEnrolling: true,
    stepUp: true,
    twin: FOR_A_BROWSER,
  },
  addAuthenticator: {
    method: 'POST',
    path: `${ME}/authenticators`,
    access: 'signed-in',
    whileEnrolling: true,
    stepUp: true,
    twin: FOR_A_BROWSER,
  },
  removeAuthenticator: {
    method: 'DELETE',
    path: `${ME}/authenticators/:authenticator_id`,
    access: 'signed-in',
    stepUp: true,
    twin: { command: 'users reset' },
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: `${ME}/recovery-codes`,
    access: 'signed-in',
    stepUp: true,
    twin: { command: 'users reset' },
  },
  endOwnSession: {
    method: 'DELETE',
    path: `${ME}/sessions/:session_id`,
    access: 'signed-in',
    twin: { command: 'sessions end' },
  },
  ...providerOperations,
  ...deploymentOperations,
  ...stayOperations,
  ...operatorOperations,
  readPortalTenant: {
    method: 'GET',
    path: T,
    access: 'transactions:read',
    twin: { command: 'companies list' },
  },
  readFigures: {
    method: 'POST',
    path: `${T}/figures`,
    access: 'transactions:read',
    twin: { command: 'figures show' },
  },
  readTeam: { method: 'GET', path: `${T}/team`, access: 'team:manage', twin: { command: 'users list' } },
  inviteMember: {
    method: 'POST',
    path: `${T}/invitations`,
    access: 'team:manage',
    stepUp: true,
    twin: { command: 'users invite' },
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: `${T}/invitations/:invitation_id`,
    access: 'team:manage',
    twin: { command: 'users withdraw' },
  },
  changeMember: {
    method: 'PATCH',
    path: `${T}/team/:user_id`,
    access: 'team:manage',
    stepUp: true,
    twin: { command: 'users set' },
  },
  resetMember: {
    method: 'POST',
    path: `${T}/team/:user_id/reset`,
    access: 'team:manage',
    stepUp: true,
    twin: { command: 'users reset' },
  },
  endMemberSessions: {
    method: 'DELETE',
    path: `${T}/team/:user_id/sessions`,
    access: 'team:manage',
    twin: { command: 'sessions end' },
  },
  ...settingOperations,
  ...actOperations,
  ...auditOperations,
  find: {
    method: 'POST',
    path: `${T}/find`,
    access: 'transactions:read',
    twin: { operation: 'listTransactions' },
  },
  searchPortalTransactions: {
    method: 'POST',
    path: `${T}/transactions/search`,
    access: 'transactions:read',
    twin: { operation: 'listTransactions' },
  },
  createByHand: {
    method: 'POST',
    path: `${T}/transactions`,
    access: 'transactions:act',
    twin: { operation: 'createTransaction' },
  },
  readTransactionCase: {
    method: 'GET',
    isConditional: true,
    path: TRANSACTION,
    access: 'transactions:read',
    twin: { operation: 'readTransactionHistory' },
  },
  revealTransactionField: {
    method: 'POST',
    path: `${TRANSACTION}/reveal`,
    access: 'persons:reveal',
    twin: { command: 'transactions reveal' },
  },
  renewTransactionLink: {
    method: 'POST',
    path: `${TRANSACTION}/link`,
    access: 'transactions:act',
    twin: { operation: 'renewLink' },
  },
  cancelByHand: {
    method: 'POST',
    path: `${TRANSACTION}/cancel`,
    access: 'transactions:act',
    twin: { operation: 'cancelTransaction' },
  },
  viewTransactionPicture: {
    method: 'POST',
    path: `${TRANSACTION}/pictures`,
    access: 'pictures:view',
    twin: { operation: 'readCaptureImage' },
  },
  readPortalReceipt: {
    method: 'GET',
    path: `${TRANSACTION}/receipt`,
    access: 'evidence:read',
    twin: { operation: 'readReceipt' },
  },
  readPortalEvidence: {
    method: 'GET',
    path: `${TRANSACTION}/document`,
    access: 'evidence:read',
    twin: { operation: 'readEvidence' },
  },
  makeCaseFile: {
    method: 'POST',
    path: `${TRANSACTION}/case-file`,
    access: 'evidence:read',
    twin: { command: 'transactions case-file' },
  },
  resendPortalDelivery: {
    method: 'POST',
    path: `${T}/deliveries/:delivery_id/resend`,
    access: 'deliveries:resend',
    twin: { operation: 'resendDelivery' },
  },
  ...noteOperations,
  ...developerOperations,
  ...receiverOperations,
  ...callOperations,
  ...limitOperations,
  ...accountOperations,
  ...erasureOperations,
  ...exportOperations,
  ...processOperations,
  ...sandboxByHandOperations,
} as const satisfies Record<string, PortalOperation>;
/** Name of a call; a row of the table. */
export type PortalOperationName = keyof typeof portalOperations;
