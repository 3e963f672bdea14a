import { type PortalOperation, type PortalOperationName, portalOperations } from '@titular/contract';
import type { PortalBrowser, PortalReply, SentOtherwise } from '@titular/test-kit/portal/portal-browser.ts';

/** Every call of the portal, by name. */
export const operations = Object.entries(portalOperations) as [PortalOperationName, PortalOperation][];

/** Bodies that pass the schemas of calls whose answer a test wants to see decided by something else. */
const BODIES: Partial<Record<PortalOperationName, object>> = {
  signInWithPasskey: { passkey: {} },
  signInWithPassword: { name: 'nobody', password: 'x', code: '000000' },
  signInWithRecoveryCode: { name: 'nobody', code: 'x' },
  readInvitation: { code: 'x' },
  startPasskeyEnrolment: { code: 'x', name: 'nobody' },
  startTotpEnrolment: { code: 'x', name: 'nobody' },
  acceptInvitation: { code: 'x', name: 'nobody', authenticator: { passkey: {}, label: 'x' } },
  authenticateAgain: { passkey: {} },
  startProviderSignIn: { path: '/' },
  signInWithProvider: { query: 'x' },
  startProviderEnrolment: { code: 'x', name: 'nobody' },
  acceptInvitationByProvider: { query: 'x' },
  authenticateWithProvider: { query: 'x' },
  linkProvider: { query: 'x' },
  addAuthenticator: { passkey: {}, label: 'x' },
  inviteMember: { role: 'viewer', companies: 'all' },
  changeMember: { role: 'viewer', companies: 'all', isActive: true },
  changeTenantSettings: { changes: [{ name: 'module', seen: 'post', value: 'post' }] },
  changeCompanySettings: { changes: [{ name: 'module', seen: 'post', value: 'post' }] },
  proposeSettings: { changes: [{ name: 'module', seen: 'post', value: 'post' }] },
  proposeExport: {},
  proposeMember: {
    userId: '00000000-0000-0000-0000-000000000000',
    role: 'viewer',
    companies: 'all',
    isActive: true,
  },
  tryCompanySettings: { changes: [] },
  rotateSigningKey: { purpose: 'access-token' },
  addTenantByHand: { name: 'Any' },
  switchTenantByHand: { active: true },
  enterTenant: { reason: 'a test' },
  switchPerson: { active: true },
  searchJobs: { state: 'failed' },
  retryJobs: { task: 'nobody-does-this' },
  addCompanyByHand: { name: 'Any' },
  readAuditLinks: { after: 0 },
  findAuditLink: { hash: '0'.repeat(64) },
  find: { text: 'x' },
  createByHand: {},
  eraseByHand: { identity: { key: 'cpf', value: '00000000000' } },
  proposeErasure: { identity: { key: 'cpf', value: '00000000000' } },
  approveErasure: { identity: { key: 'cpf', value: '00000000000' } },
  countDue: { days: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'] },
  createPortalEndpoint: { company: '00000000-0000-0000-0000-000000000000', url: 'https://shop.example' },
  createPortalAccount: {
    account: 'shop-2',
    scopes: ['transactions:read'],
    withKey: false,
    withSecret: false,
  },
  switchPortalAccount: { active: true },
  addAccountKey: { algorithm: 'ES256' },
  endAccountKey: { key: 'x' },
  rotateAccountSecret: { overlapSeconds: 0 },
  endAccountSecret: { secret: '00000000-0000-0000-0000-000000000000' },
  openReceiverLink: { code: 'x' },
  countReceiverFailed: { since: '2026-01-01T00:00:00Z' },
  resendReceiverFailed: { since: '2026-01-01T00:00:00Z' },
  countPortalFailed: { since: '2026-01-01T00:00:00Z' },
  resendPortalFailed: { since: '2026-01-01T00:00:00Z' },
  revealTransactionField: { field: 'name' },
  revealProcessField: { field: 'name' },
  viewTransactionPicture: { attemptId: '00000000-0000-0000-0000-000000000000', step: 0, reason: 'a test' },
  writeNote: { text: 'a test' },
  giveVerdict: { verdict: 'unclear' },
  makeCaseFile: { language: 'en' },
  runPortalScenario: { scenario: 'approved', company: '00000000-0000-0000-0000-000000000000' },
  stepPortalTransaction: { event: 'approve' },
  viewProcessPicture: { attemptId: '00000000-0000-0000-0000-000000000000', step: 0, reason: 'a test' },
};

/** A body that passes the schema of a call. */
export const bodyOf = (name: PortalOperationName): object => BODIES[name] ?? {};

/** A random id for each parameter of an address. */
const anyIds = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => [name, crypto.randomUUID()]));

/** Sends a call with a sound body, whatever it is. */
export function sendAny(
  browser: PortalBrowser,
  name: PortalOperationName,
  params: Record<string, string> = {},
  otherwise: SentOtherwise = {},
): Promise<PortalReply> {
  const { path }: PortalOperation = portalOperations[name];
  const input = { params: { ...anyIds(path), ...params }, body: bodyOf(name) };
  return browser.send(name, input as never, otherwise);
}

/** The code of a refusal, or the status of anything else. */
export const outcomeOf = ({ status, body }: PortalReply): string =>
  (body as { code?: string } | undefined)?.code ?? String(status);
