const ERASURES = '/portal/api/t/:tenant_id/erasures';
const PROPOSALS = '/portal/api/t/:tenant_id/erasure-proposals';
const ERASE = { operation: 'eraseIdentity' } as const;
const LIST = { command: 'persons erasures' } as const;

/** Calls about erasing persons, and about what goes by itself. */
export const erasureOperations = {
  eraseByHand: {
    method: 'POST',
    path: ERASURES,
    access: 'persons:erase',
    stepUp: true,
    isPatient: true,
    twin: ERASE,
  },
  searchErasures: { method: 'POST', path: `${ERASURES}/search`, access: 'persons:erase', twin: LIST },
  readErasureByHand: {
    method: 'GET',
    path: `${ERASURES}/:erasure_id`,
    access: 'persons:erase',
    twin: { operation: 'readErasure' },
  },
  proposeErasure: { method: 'POST', path: PROPOSALS, access: 'persons:erase', stepUp: true, twin: ERASE },
  searchProposals: {
    method: 'POST',
    path: `${PROPOSALS}/search`,
    access: 'persons:erase',
    twin: LIST,
  },
  approveErasure: {
    method: 'POST',
    path: `${PROPOSALS}/:proposal_id/approve`,
    access: 'persons:erase',
    stepUp: true,
    isPatient: true,
    twin: ERASE,
  },
  withdrawErasure: {
    method: 'DELETE',
    path: `${PROPOSALS}/:proposal_id`,
    access: 'persons:erase',
    twin: { command: 'persons withdraw-erasure' },
  },
  countOpenRequests: {
    method: 'GET',
    path: '/portal/api/t/:tenant_id/erasure-requests/open',
    access: 'persons:erase',
    twin: { operation: 'listEvents' },
  },
  countDue: {
    method: 'POST',
    path: '/portal/api/t/:tenant_id/due',
    access: 'persons:erase',
    twin: { command: 'retention overdue' },
  },
} as const;
