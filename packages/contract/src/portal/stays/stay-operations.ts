const STAYS = '/portal/api/t/:tenant_id/stays';
const TENANT = '/portal/api/deployment/tenants/:tenant_id';

/** Calls about stays of operators: rows of `portalOperations`. */
export const stayOperations = {
  readTenantState: {
    method: 'GET',
    path: TENANT,
    access: 'deployment:manage',
    twin: { command: 'tenants show' },
  },
  enterTenant: {
    method: 'POST',
    path: `${TENANT}/enter`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { none: 'A command reads every tenant already; only a browser enters one.' },
  },
  leaveTenant: {
    method: 'POST',
    path: '/portal/api/deployment/leave',
    access: 'deployment:manage',
    twin: { command: 'stays end' },
  },
  searchStays: {
    method: 'POST',
    path: `${STAYS}/search`,
    access: 'team:manage',
    twin: { command: 'stays list' },
  },
  endStay: {
    method: 'POST',
    path: `${STAYS}/:stay_id/end`,
    access: 'team:manage',
    twin: { command: 'stays end' },
  },
} as const;
