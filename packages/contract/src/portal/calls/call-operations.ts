const CALLS = '/portal/api/t/:tenant_id/calls';

/** Calls of the page about the request log. */
export const callOperations = {
  searchPortalCalls: {
    method: 'POST',
    path: `${CALLS}/search`,
    access: 'calls:read',
    extent: 'all',
    twin: { operation: 'listCalls' },
  },
  countRefusals: {
    method: 'POST',
    path: `${CALLS}/refusals`,
    access: 'calls:read',
    extent: 'all',
    twin: { operation: 'listCalls' },
  },
  listCallFilters: {
    method: 'GET',
    path: `${CALLS}/filters`,
    access: 'calls:read',
    extent: 'all',
    twin: { operation: 'listCalls' },
  },
} as const;
