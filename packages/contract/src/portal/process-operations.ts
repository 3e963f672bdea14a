const T = '/portal/api/t/:tenant_id';
const PROCESS = `${T}/processes/:process_id` as const;

/** Calls about processes. */
export const processOperations = {
  searchPortalProcesses: {
    method: 'POST',
    path: `${T}/processes/search`,
    access: 'transactions:read',
    twin: { command: 'processes list' },
  },
  readProcessCase: {
    method: 'GET',
    isConditional: true,
    path: PROCESS,
    access: 'transactions:read',
    twin: { operation: 'readProcessHistory' },
  },
  revealProcessField: {
    method: 'POST',
    path: `${PROCESS}/reveal`,
    access: 'persons:reveal',
    twin: { operation: 'readProcess' },
  },
  renewProcessLinkByHand: {
    method: 'POST',
    path: `${PROCESS}/link`,
    access: 'transactions:act',
    twin: { operation: 'renewProcessLink' },
  },
  viewProcessPicture: {
    method: 'POST',
    path: `${PROCESS}/pictures`,
    access: 'pictures:view',
    twin: { operation: 'readProcessSelfie' },
  },
} as const;
