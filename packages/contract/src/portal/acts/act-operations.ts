const ACTS = '/portal/api/t/:tenant_id/acts';

/** Calls about acts that take two persons: rows of `portalOperations`. */
export const actOperations = {
  proposeSettings: {
    method: 'POST',
    path: `${ACTS}/settings`,
    access: 'settings:change',
    stepUp: true,
    twin: { command: 'settings set' },
  },
  proposeMember: {
    method: 'POST',
    path: `${ACTS}/member`,
    access: 'team:manage',
    stepUp: true,
    twin: { command: 'users set' },
  },
  proposeExport: {
    method: 'POST',
    path: `${ACTS}/export`,
    access: 'persons:export',
    stepUp: true,
    twin: { command: 'transactions reveal' },
  },
  searchActs: {
    method: 'POST',
    path: `${ACTS}/search`,
    access: 'settings:change',
    twin: { command: 'acts list' },
  },
  countWaiting: {
    method: 'GET',
    path: `${ACTS}/waiting`,
    access: 'settings:change',
    twin: { command: 'acts list' },
  },
  approveAct: {
    method: 'POST',
    path: `${ACTS}/:act_id/approve`,
    access: 'settings:change',
    stepUp: true,
    twin: { command: 'settings set' },
  },
  withdrawAct: {
    method: 'DELETE',
    path: `${ACTS}/:act_id`,
    access: 'settings:change',
    twin: { command: 'acts withdraw' },
  },
} as const;
