const ACCOUNTS = '/portal/api/t/:tenant_id/accounts';
const ACCOUNT = `${ACCOUNTS}/:account` as const;

/** Calls about service accounts, their keys and their client secrets: rows of `portalOperations`. */
export const accountOperations = {
  searchPortalAccounts: {
    method: 'POST',
    path: `${ACCOUNTS}/search`,
    access: 'endpoints:manage',
    twin: { command: 'service-accounts list' },
  },
  createPortalAccount: {
    method: 'POST',
    path: ACCOUNTS,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'service-accounts create' },
  },
  readPortalAccount: {
    method: 'GET',
    path: ACCOUNT,
    access: 'endpoints:manage',
    twin: { command: 'service-accounts show' },
  },
  switchPortalAccount: {
    method: 'POST',
    path: `${ACCOUNT}/switch`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'service-accounts disable' },
  },
  addAccountKey: {
    method: 'POST',
    path: `${ACCOUNT}/keys`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'keys create' },
  },
  endAccountKey: {
    method: 'POST',
    path: `${ACCOUNT}/keys/end`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'keys disable' },
  },
  addAccountSecret: {
    method: 'POST',
    path: `${ACCOUNT}/secrets`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'secrets create' },
  },
  rotateAccountSecret: {
    method: 'POST',
    path: `${ACCOUNT}/secrets/rotate`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'secrets rotate' },
  },
  endAccountSecret: {
    method: 'POST',
    path: `${ACCOUNT}/secrets/end`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'secrets disable' },
  },
} as const;
