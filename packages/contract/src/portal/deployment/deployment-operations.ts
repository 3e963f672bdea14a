const DEPLOYMENT = '/portal/api/deployment';
const TENANTS = `${DEPLOYMENT}/tenants` as const;
const TENANT = `${TENANTS}/:tenant_id` as const;

/** Calls of operators about the deployment: rows of `portalOperations`. */
export const deploymentOperations = {
  readDeployment: {
    method: 'GET',
    isConditional: true,
    path: DEPLOYMENT,
    access: 'deployment:manage',
    twin: { command: 'nodes list' },
  },
  readConfiguration: {
    method: 'GET',
    path: `${DEPLOYMENT}/configuration`,
    access: 'deployment:manage',
    twin: { none: 'A command has settings of its own, which may differ from those of the service.' },
  },
  readDeploymentKeys: {
    method: 'GET',
    path: `${DEPLOYMENT}/keys`,
    access: 'deployment:manage',
    twin: { command: 'keys list-signing' },
  },
  rotateSigningKey: {
    method: 'POST',
    path: `${DEPLOYMENT}/keys/rotate`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'keys rotate-signing' },
  },
  searchTenants: {
    method: 'POST',
    path: `${TENANTS}/search`,
    access: 'deployment:manage',
    twin: { command: 'tenants list' },
  },
  addTenantByHand: {
    method: 'POST',
    path: TENANTS,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'tenants create' },
  },
  switchTenantByHand: {
    method: 'POST',
    path: `${TENANT}/switch`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'tenants disable' },
  },
  addCompanyByHand: {
    method: 'POST',
    path: `${TENANT}/companies`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'companies create' },
  },
  inviteFirstAdmin: {
    method: 'POST',
    path: `${TENANT}/first-admin`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'users invite' },
  },
} as const;
